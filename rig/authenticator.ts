import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** What a test may get wrong on purpose. */
export type Ceremony = {
  challenge: string;
  origin: string;
  /** The host of the origin, unless given. */
  rpId?: string;
  /** Whether the person proved who they are, by a PIN or a fingerprint. */
  isVerified?: boolean;
  counter?: number;
};

/** A passkey in software: responds to WebAuthn ceremonies as a browser would pass them on. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;

  const credential = (response: Record<string, string>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key" as const,
    clientExtensionResults: {},
    response: response as { clientDataJSON: string },
  });

  return {
    id: id.toString("base64url"),
    register(ceremony: Ceremony) {
      const idLength = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), idLength, id, coseKey(publicKey)]);
      const authData = Buffer.concat([authenticatorData(ceremony, 0, HAS_KEY), attested]);
      const attestation = cbor(["fmt", "none"], ["attStmt", new Map()], ["authData", authData]);
      return credential({
        clientDataJSON: clientData("webauthn.create", ceremony).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
      });
    },
    signIn(ceremony: Ceremony) {
      counter = ceremony.counter ?? counter + 1;
      const client = clientData("webauthn.get", ceremony);
      const authData = authenticatorData(ceremony, counter);
      const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
      return credential({
        clientDataJSON: client.toString("base64url"),
        authenticatorData: authData.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      });
    },
  };
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

function authenticatorData({ origin, rpId, isVerified = true }: Ceremony, counter: number, more = 0): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const rpIdHash = createHash("sha256")
    .update(rpId ?? new URL(origin).hostname)
    .digest();
  return Buffer.concat([rpIdHash, Buffer.from([PRESENT | (isVerified ? VERIFIED : 0) | more]), count]);
}

const clientData = (type: string, { challenge, origin }: Ceremony) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** ES256, as COSE writes keys (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  return cbor([1, 2], [3, -7], [-1, 1], [-2, Buffer.from(x, "base64url")], [-3, Buffer.from(y, "base64url")]);
}

type Value = Parameters<typeof isoCBOR.encode>[0];

const cbor = (...parts: [string | number, Value][]) => Buffer.from(isoCBOR.encode(new Map(parts)));
