import { Array, Predicate } from "effect"
import { type ListedTool } from "../tools/ToolListing.ts"

/** JSON Schema keywords that constrain nothing. `description` is not among them, because models read it. */
const annotationKeywords = new Set(["$schema", "$comment", "title", "examples", "default"])

/** Maximum number of differences reported per tool. */
const maxDifferences = 20

const isPrimitive = Predicate.or(Predicate.isString, Predicate.or(Predicate.isNumber, Predicate.isBoolean))

/** Sorts lists of primitives, such as `required` and `enum`, whose order has no meaning. */
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
    // Under `properties`, a key such as `title` is the name of a property.
    const compared = path.endsWith("/properties") ? keys : keys.filter((key) => !annotationKeywords.has(key))
    return compared.flatMap((key) => pathsBetween(expected[key], found[key], `${path}/${key}`))
  }
  return expected === found ? [] : [path]
}

/** A tool as a server lists it; parts may be missing. */
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

/** Difference reported for a tool that the server does not list. */
export const missing = "missing"

/**
 * Differences between a server's list and the contracts, by tool: `missing`, `description`, or paths in a schema, such
 * as `inputSchema/properties/limit/type`. An empty array means that the server fulfils the contract.
 */
export type ContractDifferences = ReadonlyMap<string, ReadonlyArray<string>>

/** Compares contracts with a server's tool list. */
export const compare = (contracts: ReadonlyArray<ListedTool>, listed: ReadonlyArray<FoundTool>): ContractDifferences =>
  new Map(
    contracts.map((contract) => {
      const named = listed.filter(({ name }) => name === contract.name)
      const paths = named.flatMap((tool) => differencesOf(contract, tool))
      return [contract.name, named.length === 0 ? [missing] : Array.dedupe(paths).slice(0, maxDifferences)]
    })
  )
