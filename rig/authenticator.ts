import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

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

/** A passkey in software: answers WebAuthn ceremonies as a browser would pass them on. */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  let counter = 0;

  const answer = (response: Record<string, string>) => ({
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
      const object = map([
        [text("fmt"), text("none")],
        [text("attStmt"), map([])],
        [text("authData"), bytes(authData)],
      ]);
      return answer({
        clientDataJSON: clientData("webauthn.create", ceremony).toString("base64url"),
        attestationObject: object.toString("base64url"),
      });
    },
    signIn(ceremony: Ceremony) {
      counter = ceremony.counter ?? counter + 1;
      const client = clientData("webauthn.get", ceremony);
      const authData = authenticatorData(ceremony, counter);
      const signed = Buffer.concat([authData, createHash("sha256").update(client).digest()]);
      return answer({
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
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, "base64url"))],
    [integer(-3), bytes(Buffer.from(y, "base64url"))],
  ]);
}

/** The little of CBOR (RFC 8949) that a passkey needs. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);
