import { Predicate, Record } from "effect"

/** A value that differs in one place from one that is known. */
export interface Mutation {
  /** The place, with dots and brackets. */
  readonly at: string
  readonly how: "null" | "missing" | "other" | "more"
  readonly value: unknown
}

/** What nobody knows yet, as a field and as a member of a list. */
const tomorrow = { of: [1] }
const memberOfTomorrow = { type: "kind_of_tomorrow", what: tomorrow }

/** Values of other types, and of the same one. */
const othersOf = (value: unknown): ReadonlyArray<unknown> =>
  ["brand-new", 7, [1], tomorrow].filter((other) => JSON.stringify(other) !== JSON.stringify(value))

const replaced = (record: Readonly<Record<string, unknown>>, field: string, at: string): ReadonlyArray<Mutation> => {
  const { [field]: value, ...others } = record
  return [
    ...(value === null ? [] : [{ at, how: "null" as const, value: { ...record, [field]: null } }]),
    { at, how: "missing", value: others },
    ...othersOf(value).map((other) => ({ at, how: "other" as const, value: { ...record, [field]: other } })),
    ...mutationsOf(value, at).map((mutation) => ({ ...mutation, value: { ...record, [field]: mutation.value } }))
  ]
}

/**
 * All values that differ from this one in one place: a field that is null, missing or something else, one more field in an object, one
 * more member at the beginning or at the end of a list of objects.
 */
export const mutationsOf = (value: unknown, at = ""): ReadonlyArray<Mutation> => {
  if (Array.isArray(value)) {
    return [
      ...(value.every(Predicate.isRecord)
        ? [
            { at, how: "more" as const, value: [memberOfTomorrow, ...value] },
            { at, how: "more" as const, value: [...value, memberOfTomorrow] }
          ]
        : []),
      ...value.flatMap((member, index) =>
        mutationsOf(member, `${at}[${index}]`).map((mutation) => ({
          ...mutation,
          value: value.with(index, mutation.value)
        }))
      )
    ]
  }
  return Predicate.isRecord(value)
    ? [
        { at, how: "more", value: { ...value, tomorrow } },
        ...Object.keys(value).flatMap((field) => replaced(value, field, at === "" ? field : `${at}.${field}`))
      ]
    : []
}

/** A value with something new in every object and in every list of objects; what a model wrote itself stays. */
export const withNews = (value: unknown): unknown =>
  Array.isArray(value)
    ? [...value.map(withNews), ...(value.every(Predicate.isRecord) ? [memberOfTomorrow] : [])]
    : Predicate.isRecord(value)
      ? { ...Record.map(value, (field, name) => (name === "input" ? field : withNews(field))), tomorrow }
      : value

/** Fields without which there are no words and no calls. */
const needed = new Set(
  [
    ["status", "output", "type", "content", "text", "phase", "name", "arguments"],
    ["stop_reason", "input"],
    ["choices", "message", "finish_reason", "tool_calls", "function"]
  ].flat()
)

/** An answer whose other fields are missing, or null. */
export const withoutNeedless =
  (how: "null" | "missing") =>
  (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(withoutNeedless(how))
      : Predicate.isRecord(value)
        ? Object.fromEntries(
            Object.entries(value).flatMap(([name, field]) =>
              needed.has(name)
                ? [[name, name === "input" ? field : withoutNeedless(how)(field)]]
                : how === "null"
                  ? [[name, null]]
                  : []
            )
          )
        : value
