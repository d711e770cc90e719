import { generateKeyPairSync, type KeyPairKeyObjectResult } from "node:crypto"

/** Who uses keys at the same time has keys that differ. */
const count = 4

const pairs: Array<KeyPairKeyObjectResult> = []
let used = 0

/** A pair of keys. Making one takes a tenth of a second and more, so all tests of a process have the same few. */
export const next = (): KeyPairKeyObjectResult => {
  const index = used++ % count
  return (pairs[index] ??= generateKeyPairSync("rsa", { modulusLength: 2048 }))
}
