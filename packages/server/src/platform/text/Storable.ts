import { isStorable } from "@storefront/domain/api/Fields"
import { Array, Option, Predicate } from "effect"

/**
 * Finds the path of the first text in a JSON value that the database cannot store; for a key, the path of its object.
 * Recursive, so the caller must first bound the nesting (`JsonDepth`).
 */
export const firstUnstorable = (value: unknown, path = ""): Option.Option<string> => {
  if (typeof value === "string") {
    return isStorable(value) ? Option.none() : Option.some(path)
  }
  if (!Predicate.isObject(value)) {
    return Option.none()
  }
  return Array.findFirst(Object.entries(value), ([key, member]) =>
    isStorable(key) ? firstUnstorable(member, path === "" ? key : `${path}.${key}`) : Option.some(path)
  )
}
