import { Array, Predicate } from "effect"
import { type ListedTool } from "../tools/ToolListing.ts"

/** Words of JSON Schema that tell people something and demand nothing. What `description` tells is compared: models read it. */
const remarks = new Set(["$schema", "$comment", "title", "examples", "default"])

/** Enough to see what is wrong. */
const maxDifferences = 20

const isPrimitive = Predicate.or(Predicate.isString, Predicate.or(Predicate.isNumber, Predicate.isBoolean))

/** Lists of words, such as `required` and `enum`, mean the same in any order. */
const sorted = (list: ReadonlyArray<unknown>) => (list.every(isPrimitive) ? [...list].map(String).toSorted() : list)

const pathsBetween = (expected: unknown, found: unknown, path: string): ReadonlyArray<string> => {
  if (globalThis.Array.isArray(expected) && globalThis.Array.isArray(found)) {
    const [ours, theirs] = [sorted(expected), sorted(found)]
    return ours.length === theirs.length
      ? ours.flatMap((item, index) => pathsBetween(item, theirs[index], `${path}/${index}`))
      : [path]
  }
  if (Predicate.isRecord(expected) && Predicate.isRecord(found)) {
    const keys = Array.dedupe([...Object.keys(expected), ...Object.keys(found)])
    // A property may be called like a remark.
    const compared = path.endsWith("/properties") ? keys : keys.filter((key) => !remarks.has(key))
    return compared.flatMap((key) => pathsBetween(expected[key], found[key], `${path}/${key}`))
  }
  return expected === found ? [] : [path]
}

/** What a server says about a tool, as far as it says it. */
export interface FoundTool {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema?: unknown
  readonly outputSchema?: unknown
}

const differencesOf = (contract: ListedTool, listed: FoundTool): ReadonlyArray<string> => [
  ...pathsBetween(contract.description, listed.description, "description"),
  ...pathsBetween(contract.inputSchema, listed.inputSchema, "inputSchema"),
  ...pathsBetween(contract.outputSchema, listed.outputSchema, "outputSchema")
]

/** Stands for a tool that a server does not have. */
export const missing = "missing"

/**
 * By the names of tools, where a server says something else about them than their contracts: `missing`, `description`,
 * or a path in one of the schemas, such as `inputSchema/properties/limit/type`. No path is a contract that it fulfils.
 */
export type Verdict = ReadonlyMap<string, ReadonlyArray<string>>

/** Compares contracts with the list of a server. */
export const judge = (contracts: ReadonlyArray<ListedTool>, listed: ReadonlyArray<FoundTool>): Verdict =>
  new Map(
    contracts.map((contract) => {
      const named = listed.filter(({ name }) => name === contract.name)
      const paths = named.flatMap((tool) => differencesOf(contract, tool))
      return [contract.name, named.length === 0 ? [missing] : Array.dedupe(paths).slice(0, maxDifferences)]
    })
  )
