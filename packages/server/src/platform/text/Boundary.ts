import { createHmac, randomBytes } from "node:crypto"

const digits = 32
const key = randomBytes(digits)

/** A whole boundary, and nothing else. */
export const pattern = new RegExp(`^data-[0-9a-f]{${digits}}$`)

const anywhere = new RegExp(`data-[0-9a-f]{${digits}}`, "g")

/**
 * What stands before and after data: 128 bits that only this process can tell, whoever wrote the data. Here the same data
 * have the same boundary, so that a provider finds what it has read before.
 */
export const of = (data: string): string =>
  `data-${createHmac("sha256", key).update(data).digest("hex").slice(0, digits)}`

/** A text in which all boundaries are alike, as another process would have them. */
export const levelled = (text: string): string => text.replaceAll(anywhere, `data-${"0".repeat(digits)}`)

const alike = /(data)-(?=[0-9a-f]{16})/gi

/** A text in which nothing looks like a boundary. */
export const without = (text: string): string => text.replaceAll(alike, "$1 ")
