import { Predicate, Record } from "effect"

/** Members whose value is any JSON, and not the protocol's. */
const foreign: ReadonlySet<string> = new Set(["data", "metadata"])

const enumerations: ReadonlySet<string> = new Set(["role", "status"])

/** Values by which encoders of Protocol Buffers write an enumeration that the client left out. */
const unset: ReadonlySet<unknown> = new Set(["UNRECOGNIZED", "ROLE_UNSPECIFIED", "TASK_STATE_UNSPECIFIED"])

const camelCase = (name: string) => name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/**
 * Rewrites a request as we read it: names of fields in camelCase, which clients may send in snake_case, and without
 * unset enumerations. The value must not be nested too deeply.
 */
export const normalize = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(normalize)
    : Predicate.isReadonlyRecord(value)
      ? Record.fromEntries(
          Object.entries(value).flatMap(([name, member]) =>
            enumerations.has(name) && unset.has(member)
              ? []
              : [[camelCase(name), foreign.has(camelCase(name)) ? member : normalize(member)] as const]
          )
        )
      : value
