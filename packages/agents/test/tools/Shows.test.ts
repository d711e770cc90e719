import { Tool } from "@effect/ai"
import { assert, it } from "@effect/vitest"
import { isBinding } from "@storefront/domain/tools/Writes"
import { idFields, Shows, showsAct } from "@storefront/domain/tools/Shows"
import { Context, Predicate, Record } from "effect"
import { agents } from "../support/Agents.ts"

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
      const fields = propertiesOf(at === undefined ? result : objectIn(propertiesOf(result)[at]))
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
