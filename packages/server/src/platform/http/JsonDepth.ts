import { Predicate } from "effect"

/** Deepest nesting of arrays and objects in a body. */
const maxDepth = 64

/** Returns whether a value has more than `depth` levels of arrays and objects. */
export const isDeeperThan = (depth: number, value: unknown): boolean =>
  Predicate.isObject(value) && (depth === 0 || Object.values(value).some((member) => isDeeperThan(depth - 1, member)))

/** Returns whether a body is nested too deeply for recursive functions to process. */
export const isTooDeep = (body: unknown): boolean => isDeeperThan(maxDepth, body)
