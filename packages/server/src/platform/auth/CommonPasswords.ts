import { dictionary } from "@zxcvbn-ts/language-common"

/** bcrypt takes passwords of at least 8 bytes; shorter ones are refused for that. */
const minBytes = 8

/**
 * Passwords that many people have, in lower case: a superset of the 10,000 most common. Half a megabyte, so import it
 * when a password is chosen.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((password) => Buffer.byteLength(password) >= minBytes)
)
