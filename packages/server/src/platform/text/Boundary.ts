import { createHmac, randomBytes } from "node:crypto"

const digits = 32
const key = randomBytes(digits)

/** Data boundaries: delimiters by which a prompt separates data from instructions. */

/** Matches one complete boundary. */
export const pattern = new RegExp(`^data-[0-9a-f]{${digits}}$`)

const allBoundaries = new RegExp(`data-[0-9a-f]{${digits}}`, "g")

/**
 * Returns the boundary for data: 128 bits that its author cannot guess, because they depend on this process's key.
 * Equal data has equal boundaries, so that providers can cache prompts.
 */
export const of = (data: string): string =>
  `data-${createHmac("sha256", key).update(data).digest("hex").slice(0, digits)}`

/** Replaces all boundaries by the same one, so that texts of different processes can be compared. */
export const normalized = (text: string): string => text.replaceAll(allBoundaries, `data-${"0".repeat(digits)}`)

const boundaryLike = /(data)-(?=[0-9a-f]{16})/gi

/** Breaks up everything that looks like a boundary. */
export const disarm = (text: string): string => text.replaceAll(boundaryLike, "$1 ")
