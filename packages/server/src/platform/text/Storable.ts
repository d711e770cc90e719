import { isStorable } from "@storefront/domain/api/Fields"
import { Array, Option, Predicate } from "effect"

/**
 * Finds the first text in a JSON value that the database cannot keep, by its path; that of an object whose key is such a
 * text is its own. The value is not nested deeply.
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
