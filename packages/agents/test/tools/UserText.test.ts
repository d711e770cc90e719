import { assert, describe, it } from "@effect/vitest"
import { Toolkit } from "@effect/ai"
import { tool, ToolFailure, ToolRefusal } from "@storefront/domain/tools/ToolContract"
import { Effect, Record, Schema } from "effect"
import { agents } from "../../src/Agents.ts"
import { type Texts, textsOf } from "../support/Texts.ts"
import { toolTable } from "../support/ToolTable.ts"
import { UserText } from "@storefront/domain/tools/UserText"

/** Every text in the result of every tool. `people` is exactly the allowlist of what customers and sellers write. */
const textsOfTools: { readonly [Tool in string]: Texts } = {
  ...Record.map(toolTable, ({ people = [], platform = [] }) => ({ people, platform })),
  call_specialist_agent: {
    people: ["proposed[]", "response"],
    platform: ["message", "missing[].field", "missing[].message", "missing[].tool"]
  }
}

describe("the texts in results", () => {
  const tools = agents.flatMap(({ toolkit }) => Object.values<{ readonly name: string }>(toolkit.tools))

  it("are listed for every tool, and for no other", () => {
    assert.deepStrictEqual([...new Set(tools.map(({ name }) => name))].toSorted(), Object.keys(textsOfTools).toSorted())
  })

  for (const agent of agents) {
    it(`of ${agent.name} are marked exactly where people write them`, () => {
      for (const tool of Object.values(agent.toolkit.tools)) {
        assert.deepStrictEqual(textsOf(tool.successSchema), textsOfTools[tool.name], tool.name)
        assert.strictEqual<unknown>(tool.failureSchema, ToolRefusal, tool.name)
      }
    })
  }

  it("of a failure are marked where they are names, and where a return says why", () => {
    assert.deepStrictEqual(textsOf(ToolFailure), {
      people: [
        "candidates[].name",
        "choices[].name",
        "choices[].values[]",
        "lines[].name",
        "return.lines[].name",
        "return.reason",
        "returnable[].name"
      ],
      platform: [
        "agent_name",
        "allowed_statuses[]",
        "current_status",
        "entity",
        "field_errors[].field",
        "field_errors[].message",
        "id",
        "known_agents[]",
        "message",
        "next_restock.warehouse",
        "reason"
      ]
    })
  })

  it("are found wherever a schema hides them", () => {
    const anything = Schema.Struct({
      code: Schema.String.pipe(Schema.pattern(/^[A-Z]+$/)),
      when: Schema.DateTimeUtc,
      trimmed: Schema.Trim,
      short: Schema.String.pipe(Schema.maxLength(80)),
      words: Schema.Array(Schema.NullOr(Schema.String)),
      shape: Schema.Unknown,
      mark: Schema.TemplateLiteral(Schema.String, "!"),
      defaulted: Schema.optionalWith(Schema.String, { default: () => "" }),
      title: UserText.pipe(Schema.maxLength(80)),
      inner: Schema.Struct({ body: UserText, count: Schema.optionalWith(Schema.Int, { default: () => 0 }) })
    })
    assert.deepStrictEqual(textsOf(anything), {
      people: ["inner.body", "title"],
      platform: ["defaulted", "mark", "shape", "short", "trimmed", "words[]"]
    })
  })

  it("of people are no plain strings for the compiler", () => {
    const readNotes = tool("read_notes", {
      description: "",
      parameters: {},
      success: Schema.Struct({ notes: Schema.Array(Schema.Struct({ note: UserText })) })
    })
    const Row = Schema.Struct({ note: Schema.String })
    const row = Row.make({ note: "as a repository reads it that forgot the mark" })
    // @ts-expect-error what people wrote is marked where it is read
    const marked: UserText = row.note
    const handlers = [
      // @ts-expect-error a handler cannot hand it on either
      Toolkit.make(readNotes).toLayer({ read_notes: () => Effect.succeed({ notes: [row] }) }),
      Toolkit.make(readNotes).toLayer({
        read_notes: () => Effect.succeed({ notes: [{ note: UserText.make(marked) }] })
      })
    ]
    assert.lengthOf(handlers, 2)
  })
})
