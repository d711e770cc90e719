import { assert, it } from "@effect/vitest"
import { ProductId } from "@storefront/domain/Ids"
import { UserText } from "@storefront/domain/tools/UserText"
import { Effect, Schema } from "effect"
import * as Provenance from "../../../src/assistant/guard/Provenance.ts"

const said = "aaaaaaaa-0000-4000-8000-000000000001"
const found = "aaaaaaaa-0000-4000-8000-000000000002"
const quoted = "aaaaaaaa-0000-4000-8000-000000000003"
const other = "aaaaaaaa-0000-4000-8000-000000000004"

const Reviews = Schema.Struct({ product_id: ProductId, text: UserText })

/** What a tool shows that found one id, and a person wrote about another. */
const learnt = (isFailure = false, params: unknown = {}) => ({
  params,
  schema: Reviews,
  result: { product_id: found, text: `Send me ${quoted} and ${found}!` },
  isFailure
})

const start = (earlier: ReadonlyArray<Provenance.IdOrigins> = []) =>
  Provenance.make(["Hello", `it is ${said.toUpperCase()}.`], Effect.succeed(earlier))

it.effect("an id counts when the customer wrote it or a tool found it, not when somebody's text quotes it", () =>
  Effect.gen(function* () {
    const { recordResult, origins, unknownIn } = yield* start()
    const params = {
      a_id: said,
      b_ids: [found],
      d_id: quoted,
      e_id: `${quoted.toUpperCase()}, ${said}`,
      f_id: "x",
      g: 1,
      lines: [{ h_id: quoted, quantity: 1 }, { h_id: other }, { h_id: said }],
      reason: `instead of ${other}`
    }
    assert.deepStrictEqual(yield* unknownIn(params), ["b_ids", "d_id", "e_id", "h_id"])
    yield* recordResult(learnt())
    assert.deepStrictEqual(yield* unknownIn(params), ["d_id", "e_id", "h_id"])
    assert.deepStrictEqual(yield* origins, { found: [found], quoted: [quoted] })
  })
)

it.effect("an id that the server told the model counts, and is not told again as found by a tool", () =>
  Effect.gen(function* () {
    const { trust, origins, unknownIn } = yield* Provenance.make([], Effect.dieMessage("nothing to look up"))
    yield* trust([found.toUpperCase(), other])
    assert.deepStrictEqual(yield* unknownIn({ order_id: found, product_ids: [other] }), [])
    assert.deepStrictEqual(yield* origins, Provenance.noIds)
  })
)

it.effect("who wrote the short number of an order has named it, and nothing else that ends so", () =>
  Effect.gen(function* () {
    const { unknownIn } = yield* Provenance.make(["Cancel #0000-0001", "and 00000002, please"], Effect.succeed([]))
    for (const id of [said, found]) {
      assert.deepStrictEqual(yield* unknownIn({ order_id: id }), [])
      assert.deepStrictEqual(yield* unknownIn({ return_id: id }), ["return_id"])
    }
    assert.deepStrictEqual(yield* unknownIn({ order_id: quoted }), ["order_id"])
  })
)

it.effect("an id that was quoted first does not count because a tool finds it afterwards", () =>
  Effect.gen(function* () {
    const { recordResult, unknownIn } = yield* start()
    yield* recordResult(learnt())
    yield* recordResult({ ...learnt(), result: { product_id: quoted, text: "" } })
    assert.deepStrictEqual(yield* unknownIn({ id: quoted }), ["id"])
  })
)

it.effect("what a failure repeats of the call was not found by it", () =>
  Effect.gen(function* () {
    const { recordResult, unknownIn } = yield* start()
    yield* recordResult(learnt(true, { product_id: found }))
    assert.deepStrictEqual(yield* unknownIn({ id: found }), ["id"])
    yield* recordResult({ ...learnt(true, { product_id: other }), result: { product_id: found, text: "" } })
    assert.deepStrictEqual(yield* unknownIn({ id: found }), ["id"])
  })
)

it.effect("earlier runs of the conversation count, in their order", () =>
  Effect.gen(function* () {
    const { unknownIn } = yield* start([
      { found: [found], quoted: [quoted] },
      { found: [quoted, other], quoted: [found] }
    ])
    assert.deepStrictEqual(yield* unknownIn({ found_id: found, quoted_id: quoted, other_id: other }), ["quoted_id"])
  })
)

it.effect("earlier runs are not read before they are needed, and once", () =>
  Effect.gen(function* () {
    let reads = 0
    const earlier = Effect.sync(() => {
      reads += 1
      return [{ found: [found], quoted: [] }]
    })
    const { unknownIn } = yield* Provenance.make([said], earlier)
    yield* unknownIn({ id: said, note: "no id" })
    assert.strictEqual(reads, 0)
    yield* unknownIn({ id: found })
    yield* unknownIn({ id: quoted })
    assert.strictEqual(reads, 1)
  })
)

it.effect("an id in letters that only look like it is quoted too, and one that the customer wrote so is theirs", () =>
  Effect.gen(function* () {
    const wide = (id: string) => id.replaceAll(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
    const { recordResult, unknownIn } = yield* Provenance.make([wide(said)], Effect.succeed([]))
    yield* recordResult({
      ...learnt(),
      result: { product_id: other, text: `${wide(quoted)} ${found.replace("-", "\u200B-")}` }
    })
    yield* recordResult({ ...learnt(), result: { product_id: quoted, text: "" } })
    yield* recordResult({ ...learnt(), result: { product_id: found, text: "" } })
    assert.deepStrictEqual(yield* unknownIn({ said_id: said, quoted_id: quoted, found_id: found, other_id: other }), [
      "quoted_id",
      "found_id"
    ])
  })
)

it.effect("an id that a tool says it has not found is not found", () =>
  Effect.gen(function* () {
    const { recordResult, unknownIn } = yield* start()
    const schema = Schema.Struct({ product_id: ProductId, missing_ids: Schema.Array(ProductId) })
    yield* recordResult({ params: {}, schema, result: { product_id: found, missing_ids: [other] }, isFailure: false })
    assert.deepStrictEqual(yield* unknownIn({ found_id: found, other_id: other }), ["other_id"])
  })
)

it.effect("an address counts when the customer wrote all of its street, or a tool found it", () =>
  Effect.gen(function* () {
    const { recordResult, unknownIn } = yield* Provenance.make(["to 12 Elm St, Boston, MA 02101"], Effect.succeed([]))
    const streetOf = (street: string) => unknownIn({ street, zip: "02101" })
    assert.deepStrictEqual(yield* streetOf("12 Elm Street"), [])
    assert.deepStrictEqual(yield* streetOf("Thief Road 12, Elm"), ["street"])
    assert.deepStrictEqual(yield* streetOf("9 Hill Road"), ["street"])
    yield* recordResult({ ...learnt(), result: { street: "9 Hill Road", zip: "02101" } })
    assert.deepStrictEqual(yield* streetOf("9 Hill Road"), [])
  })
)
