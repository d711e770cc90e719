/** Reads unknown JSON. What is missing or of another type counts as empty: a newer server may send other things. */

export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

export const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "")

export const textOrNull = (value: unknown): string | null => (typeof value === "string" ? value : null)

export const numberOf = (value: unknown): number => (typeof value === "number" ? value : 0)

export const numberOrNull = (value: unknown): number | null => (typeof value === "number" ? value : null)

/** Returns a web address that may be a link, in its normal form; null for other schemes, such as `javascript:`. */
export const linkOf = (value: unknown): string | null => {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : null
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") ? url.href : null
}
