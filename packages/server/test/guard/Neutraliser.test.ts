import { assert, describe, it } from "@effect/vitest"
import { tool } from "@storefront/domain/tools/ToolContract"
import { UserText } from "@storefront/domain/tools/UserText"
import { Effect, Schema } from "effect"
import { Neutraliser, withheld } from "../../src/guard/Neutraliser.ts"

/** Marks what is neutralised. */
const marking = Neutraliser.layerText((text, maxLength) => `${text}/${maxLength}`)

const neutralise = (schema: Schema.Schema.Any, encoded: unknown) =>
  Effect.flatMap(Neutraliser, (neutraliser) => neutraliser.neutralise(schema, encoded)).pipe(Effect.provide(marking))

class Named extends Schema.Class<Named>("Named")({ name: UserText, code: Schema.String }) {}

interface Tree {
  readonly body: string
  readonly children: ReadonlyArray<Tree>
}
const Tree = Schema.Struct({
  body: Schema.String.pipe(Schema.compose(UserText)),
  children: Schema.Array(Schema.suspend((): Schema.Schema<Tree> => Tree as never))
})

describe("the neutraliser", () => {
  it.effect("touches exactly the fields that people write, at any depth", () =>
    Effect.gen(function* () {
      const schema = Schema.Struct({
        id: Schema.String,
        name: UserText,
        note: Schema.NullOr(UserText),
        missing: Schema.optional(UserText),
        withDefault: Schema.optionalWith(UserText, { default: () => UserText.make("") }),
        short: UserText.pipe(Schema.maxLength(3)),
        items: Schema.Array(Named),
        pair: Schema.Tuple(UserText, Schema.String),
        either: Schema.Union(Schema.Struct({ a: Schema.String }), Schema.Struct({ b: UserText })),
        date: Schema.DateTimeUtc
      })
      const encoded = {
        id: "x",
        name: "n",
        note: null,
        withDefault: "d",
        short: "abc",
        items: [{ name: "n", code: "c" }],
        pair: ["p", "q"],
        either: { b: "b" },
        date: "2026-01-01T00:00:00.000Z"
      }
      assert.deepStrictEqual(yield* neutralise(schema, encoded), {
        ...encoded,
        name: "n/500",
        withDefault: "d/5000",
        short: "abc/5000",
        items: [{ name: "n/500", code: "c" }],
        pair: ["p/5000", "q"],
        either: { b: "b/5000" }
      })
    })
  )

  it.effect("knows names and values of free-form records", () =>
    Effect.gen(function* () {
      const Specs = Schema.Struct({
        specs: Schema.Record({ key: UserText, value: Schema.Union(UserText, Schema.Boolean) })
      })
      assert.deepStrictEqual(yield* neutralise(Specs, { specs: { colour: "red", washable: true } }), {
        specs: { "colour/500": "red/5000", "washable/500": true }
      })
    })
  )

  it.effect("follows recursive and transformed schemas", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* neutralise(Tree, { body: "a", children: [{ body: "b", children: [] }] }), {
        body: "a/5000",
        children: [{ body: "b/5000", children: [] }]
      })
    })
  )

  it.effect("treats the fields of a failure alike", () =>
    Effect.gen(function* () {
      const { failureSchema } = tool("t", { description: "", parameters: {}, success: Schema.Struct({}) })
      const failure = { error: "not_found", message: "No.", id: "i", candidates: [{ product_id: "p", name: "n" }] }
      assert.deepStrictEqual(yield* neutralise(failureSchema, failure), {
        ...failure,
        candidates: [{ product_id: "p", name: "n/500" }]
      })
    })
  )

  it.effect("lets an answer of a specialist be longer than other text", () =>
    Effect.gen(function* () {
      const schema = Schema.Struct({ response: UserText })
      assert.deepStrictEqual(yield* neutralise(schema, { response: "r" }), { response: "r/8000" })
    })
  )

  it.effect("withholds one field and keeps the rest when a text cannot be neutralised", () =>
    Effect.gen(function* () {
      const failing = Neutraliser.layerText((text) => {
        if (text === "bad") {
          throw new Error("no idea")
        }
        return text
      })
      const { neutralise } = yield* Effect.provide(Neutraliser, failing)
      const schema = Schema.Struct({ name: UserText, body: UserText })
      assert.deepStrictEqual(yield* neutralise(schema, { name: "bad", body: "good" }), { name: withheld, body: "good" })
    })
  )
})
