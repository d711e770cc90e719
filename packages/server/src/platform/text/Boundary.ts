import { createHmac, randomBytes } from "node:crypto"

const digits = 32
const key = randomBytes(digits)

/** Matches one complete boundary. */
export const pattern = new RegExp(`^data-[0-9a-f]{${digits}}$`)

const anywhere = new RegExp(`data-[0-9a-f]{${digits}}`, "g")

/**
 * Returns the delimiter for data: 128 bits that an author of the data cannot guess, as they depend on this process's
 * key. Equal data have equal delimiters, so that prompts stay cacheable by providers.
 */
export const of = (data: string): string =>
  `data-${createHmac("sha256", key).update(data).digest("hex").slice(0, digits)}`

/** Replaces all boundaries by the same one, to compare texts of different processes. */
export const levelled = (text: string): string => text.replaceAll(anywhere, `data-${"0".repeat(digits)}`)

const alike = /(data)-(?=[0-9a-f]{16})/gi

/** Breaks up everything that looks like a boundary. */
export const without = (text: string): string => text.replaceAll(alike, "$1 ")
