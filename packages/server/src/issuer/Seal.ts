import { Data, Effect, Redacted } from "effect"
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto"

/** The text cannot be decrypted: the secret or the name is wrong, or the text was modified. */
export class SealBroken extends Data.TaggedError("SealBroken") {}

/** Authenticated encryption of short texts, for storage that others can read and write. */
export interface Seal {
  /** Encrypts a text to base64url with a random nonce. `name` is authenticated, and must be the same in `unseal`. */
  readonly seal: (name: string, text: string) => string
  readonly unseal: (name: string, sealed: string) => Effect.Effect<string, SealBroken>
}

const cipher = "aes-256-gcm"
const nonceBytes = 12
const tagBytes = 16

/** Builds a seal, whose key is derived from the secret and the purpose (HKDF). */
export const make = (secret: Redacted.Redacted, purpose: string): Seal => {
  const key = new Uint8Array(hkdfSync("sha256", Redacted.value(secret), "", purpose, 32))
  return {
    seal: (name, text) => {
      const nonce = randomBytes(nonceBytes)
      const encryption = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(name))
      const sealed = Buffer.concat([encryption.update(text, "utf8"), encryption.final()])
      return Buffer.concat([nonce, encryption.getAuthTag(), sealed]).toString("base64url")
    },
    unseal: (name, sealed) =>
      Effect.try({
        try: () => {
          const bytes = Buffer.from(sealed, "base64url")
          const nonce = bytes.subarray(0, nonceBytes)
          const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
          const decryption = createDecipheriv(cipher, key, nonce, { authTagLength: tagBytes })
            .setAAD(Buffer.from(name))
            .setAuthTag(tag)
          const text = decryption.update(bytes.subarray(nonceBytes + tagBytes))
          return Buffer.concat([text, decryption.final()]).toString("utf8")
        },
        catch: () => new SealBroken()
      })
  }
}
