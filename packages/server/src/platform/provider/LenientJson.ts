import { Predicate } from "effect"

/** Lenient access to JSON of other servers: a missing or unexpected value reads as empty. */

export const field = (json: unknown, name: string): unknown => (Predicate.isRecord(json) ? json[name] : undefined)

export const list = (json: unknown): ReadonlyArray<unknown> => (Array.isArray(json) ? json : [])

export const text = (json: unknown): string => (typeof json === "string" ? json : "")

export const count = (json: unknown): number | undefined => (typeof json === "number" ? json : undefined)

/** Reads the text of a message's content: a string, or a list of parts with a text. */
export const contentText = (content: unknown): string =>
  typeof content === "string"
    ? content
    : list(content)
        .map((part) => text(field(part, "text")))
        .join("\n")
