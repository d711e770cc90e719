import { generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto"

/** Number of key pairs, so that concurrent users have different ones. */
const count = 4

const pairs: Array<KeyPairKeyObjectResult> = []
let used = 0

/** Returns a key pair. Generating one takes over a tenth of a second, so all tests of a process share a few. */
export const next = (): KeyPairKeyObjectResult => {
  const index = used++ % count
  return (pairs[index] ??= generateKeyPairSync("rsa", { modulusLength: 2048 }))
}
