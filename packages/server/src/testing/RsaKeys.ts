import { generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto"

/** Number of key pairs; a few, so that concurrent users have different ones. */
const count = 4

const pairs: Array<KeyPairKeyObjectResult> = []
let calls = 0

/** Returns a key pair. Generating one takes over a tenth of a second, so the tests of a process share a few. */
export const next = (): KeyPairKeyObjectResult => {
  const index = calls++ % count
  return (pairs[index] ??= generateKeyPairSync("rsa", { modulusLength: 2048 }))
}
