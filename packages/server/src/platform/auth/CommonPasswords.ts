import { dictionary } from "@zxcvbn-ts/language-common"

/** Shorter passwords are refused for their length alone. */
const minBytes = 8

/**
 * Common passwords in lower case: a superset of the 10,000 most frequent. Half a megabyte, so import it only when a
 * password is chosen.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((password) => Buffer.byteLength(password) >= minBytes)
)
