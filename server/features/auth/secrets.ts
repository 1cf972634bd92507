import { createHash, randomBytes } from "node:crypto";

/** For tokens and devices. Only the hash is stored; it needs no salt, because nobody can guess 256 random bits. */
export const newSecret = () => randomBytes(32).toString("base64url");
export const hashSecret = (secret: string) => createHash("sha256").update(secret).digest("hex");
