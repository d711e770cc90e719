import { Tool } from "@effect/ai"
import { assert, it } from "@effect/vitest"
import { isBinding } from "@storefront/domain/tools/Writes"
import { idFields, Shows, showsAct } from "@storefront/domain/tools/Shows"
import { Array, Context, Predicate, Record } from "effect"
import { agents } from "../../src/Agents.ts"

const tools = agents.flatMap(({ toolkit }): ReadonlyArray<Tool.Any> => Object.values(toolkit.tools))

const showingsOf = ({ annotations }: Tool.Any) => Context.get(annotations, Shows)

const propertiesOf = (schema: unknown): Readonly<Record<string, unknown>> =>
  Predicate.isRecord(schema) && Predicate.isRecord(schema["properties"]) ? schema["properties"] : {}

/** The schema of the objects in a list, or of the one that is there or null. */
const objectIn = (schema: unknown): unknown => {
  if (!Predicate.isRecord(schema)) {
    return undefined
  }
  const { anyOf, items } = schema
  return items ?? (Array.isArray(anyOf) ? anyOf.find((one) => Record.size(propertiesOf(one)) > 0) : schema)
}

it("every tool that says what it shows has the ids where it says", () => {
  const wrong = tools.flatMap((tool) =>
    showingsOf(tool).flatMap(({ at, kind }) => {
      const result = Tool.getJsonSchemaFromSchemaAst(tool.successSchema.ast)
      const shown = (at?.split(".") ?? []).reduce<unknown>(
        (object, field) => objectIn(propertiesOf(object)[field]),
        result
      )
      const fields = propertiesOf(shown)
      // A cart may name no product, and a proposal has its order only when it is done.
      const isExcused = at === undefined && (kind === "cart" || isBinding(tool.name))
      return idFields[kind] in fields || isExcused ? [] : [`${tool.name}: ${kind}`]
    })
  )
  assert.deepStrictEqual(wrong, [])
})

it("every binding tool shows its proposal", () => {
  for (const tool of tools.filter(({ name }) => isBinding(name))) {
    assert.deepStrictEqual(showingsOf(tool), showsAct, tool.name)
  }
})

it("every tool of prices, stock, delivery and reviews that names products shows them", () => {
  const silent = agents
    .filter(({ name }) => ["pricing-promotions", "review-sentiment", "inventory-fulfillment"].includes(name))
    .flatMap(({ toolkit }): ReadonlyArray<Tool.Any> => Object.values(toolkit.tools))
    .filter((tool) => JSON.stringify(Tool.getJsonSchemaFromSchemaAst(tool.successSchema.ast)).includes("product_id"))
    .filter((tool) => showingsOf(tool).length === 0)
  // A name that was looked up is named again by the tool that the id was for; deals have their products within.
  assert.deepStrictEqual(Array.dedupe(silent.map(({ name }) => name)), ["get_active_deals", "find_product"])
})
