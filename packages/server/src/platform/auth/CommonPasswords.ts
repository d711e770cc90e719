import { dictionary } from "@zxcvbn-ts/language-common"

/** Minimum length of `NewPassword`: shorter passwords are refused anyway. */
const minBytes = 8

/** Common passwords in lower case, at least the 10,000 most frequent. Half a megabyte: import it dynamically. */
export const commonPasswords: ReadonlySet<string> = new Set(
  dictionary["passwords-common"].filter((password) => Buffer.byteLength(password) >= minBytes)
)
