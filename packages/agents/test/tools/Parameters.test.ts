import { Tool } from "@effect/ai"
import { assert, describe, it } from "@effect/vitest"
import * as ModelRequest from "@storefront/server/assistant/model/ModelRequest"
import { declarationOf } from "@storefront/server/assistant/model/wire/ToolDeclaration"
import { cancelOrder, getOrderDetails, getOrderTracking } from "@storefront/domain/tools/OrderTools"
import { Predicate } from "effect"
import { InventoryFulfillmentRemote } from "../../src/inventory-fulfillment/agent.ts"
import { agents } from "../../src/Agents.ts"

const tools: ReadonlyArray<Tool.Any> = [...agents, InventoryFulfillmentRemote].flatMap(({ toolkit }) =>
  Object.values(toolkit.tools)
)

/** Every property of a schema, at every depth, with its path. */
const propertiesOf = (schema: unknown, path: string): ReadonlyArray<readonly [string, Record<string, unknown>]> =>
  Array.isArray(schema)
    ? schema.flatMap((member) => propertiesOf(member, path))
    : Predicate.isRecord(schema)
      ? Object.entries(schema).flatMap(([keyword, value]) =>
          keyword === "properties" && Predicate.isRecord(value)
            ? Object.entries(value).flatMap(([name, property]) =>
                Predicate.isRecord(property)
                  ? [[`${path}.${name}`, property] as const, ...propertiesOf(property, `${path}.${name}`)]
                  : []
              )
            : propertiesOf(value, path)
        )
      : []

/** The schemas of objects in a schema. */
const objectsIn = (schema: unknown): ReadonlyArray<Record<string, unknown>> =>
  Array.isArray(schema)
    ? schema.flatMap(objectsIn)
    : Predicate.isRecord(schema)
      ? [...("properties" in schema ? [schema] : []), ...Object.values(schema).flatMap(objectsIn)]
      : []

describe("the parameters of the tools", () => {
  it("are described, every one of them", () => {
    const undescribed = tools.flatMap(({ name, parametersSchema }) =>
      propertiesOf(Tool.getJsonSchemaFromSchemaAst(parametersSchema.ast), name).flatMap(([path, { description }]) =>
        typeof description === "string" && description.length > 2 ? [] : [path]
      )
    )
    assert.deepStrictEqual(undescribed, [])
  })

  it("can be given in the strict form of providers: all of them, null for what is left out, nothing else", () => {
    for (const tool of tools) {
      const loose = declarationOf(tool)
      const strict = declarationOf(tool, true)
      const optional = objectsIn(loose.parameters).flatMap(({ properties, required }) =>
        Object.keys(properties ?? {}).filter((name) => !(Array.isArray(required) && required.includes(name)))
      )
      const nullable = objectsIn(strict.parameters).flatMap(({ additionalProperties, properties, required }) => {
        assert.isFalse(additionalProperties)
        assert.deepStrictEqual(required, Object.keys(properties ?? {}))
        return Object.entries(properties ?? {}).flatMap(([name, property]) =>
          JSON.stringify(property).endsWith('{"type":"null"}]}') ? [name] : []
        )
      })
      assert.sameMembers(nullable, optional, tool.name)
    }
  })

  it("are described once in a request, at the first tool that has them", () => {
    const { tools } = ModelRequest.offer({ getOrderDetails, getOrderTracking, cancelOrder }, "customer")
    const described = Object.values(tools).map((tool) =>
      propertiesOf(declarationOf(tool).parameters, "").flatMap(([path, { description }]) =>
        description === undefined ? [] : [path]
      )
    )
    assert.deepStrictEqual(described, [[".order_id"], [], [".reason"]])
  })
})
