import { cut } from "../../../platform/text/Text.ts"
import { type Option } from "../kinds/TakenProduct.ts"

/** Names of groups and variants. */

/** Longest name of a product, in code points. */
const maxLength = 200

const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&")

/** Removes the last occurrence of a value, as a word of its own, with the marks that set it off. */
const withoutValue = (name: string, value: string): string => {
  const found = [...name.matchAll(new RegExp(`(?<![\\p{L}\\p{N}])${escape(value)}(?![\\p{L}\\p{N}])`, "giu"))].at(-1)
  return found === undefined
    ? name
    : name.slice(0, found.index).replace(/[\s,;:/|([–-]+$/, "") +
        name.slice(found.index + found[0].length).replace(/^[)\]]/, "")
}

/** Returns a name without the values of some options; as it is when nothing else would be left. */
const withoutValues = (name: string, options: ReadonlyArray<Option>): string => {
  const rest = options
    .reduce((left, [, value]) => withoutValue(left, value), name)
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[\s,;:/|–-]+|[\s,;:/|–-]+$/g, "")
  return rest === "" ? name : rest
}

/** A line of a group that states a name. */
export interface Named {
  readonly name: string
  readonly options: ReadonlyArray<Option>
}

/**
 * Returns the group's name: the first one, without the values of its options where the lines differ in their names, or
 * where that is the name that the group has, from lines that are not at hand.
 */
export const groupName = (first: Named, others: ReadonlyArray<Named>, present?: string): string => {
  const differ = others.some(({ name }) => name !== first.name)
  const bare = differ || present !== undefined ? withoutValues(first.name, first.options) : first.name
  return differ || bare === present ? bare : first.name
}

/** Returns the name of a variant, which has its values: `Ridge Runner, 42, Black`. */
export const variantName = (group: string, options: ReadonlyArray<Option>): string => {
  const values = options.map(([, value]) => `, ${value}`).join("")
  return cut(`${cut(group, Math.max(1, maxLength - [...values].length))}${values}`, maxLength)
}
