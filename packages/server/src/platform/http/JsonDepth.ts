import { Predicate } from "effect"

/** Levels of arrays and objects in a body. */
const maxDepth = 64

/** Whether a value has more levels of arrays and objects than this. */
export const isDeeperThan = (depth: number, value: unknown): boolean =>
  Predicate.isObject(value) && (depth === 0 || Object.values(value).some((member) => isDeeperThan(depth - 1, member)))

/** Whether a body is nested so deeply that functions which call themselves for each level could come to harm. */
export const isTooDeep = (body: unknown): boolean => isDeeperThan(maxDepth, body)
