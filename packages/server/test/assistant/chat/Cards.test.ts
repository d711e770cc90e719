import { SqlClient } from "@effect/sql"
import { assert, it, layer } from "@effect/vitest"
import { OrderDetail } from "@storefront/domain/api/OrdersApi"
import { ProductDetail, ProductSummary } from "@storefront/domain/api/ProductsApi"
import { Conversation } from "@storefront/domain/api/ConversationsApi"
import { OrderId, ProductId } from "@storefront/domain/Ids"
import { orderNumberOf } from "@storefront/domain/OrderNumber"
import { PolicyLocale, PolicySlug } from "@storefront/domain/Policies"
import { ShowKind, type Shown } from "@storefront/domain/tools/Shows"
import { AnswerCard } from "@storefront/domain/turn/Cards"
import { Chunk, Effect, FastCheck, Layer, Schema, Stream } from "effect"
import { v7 as uuid } from "uuid"
import { Cards, type ShownInTurn, withinLimits } from "../../../src/assistant/chat/Cards.ts"
import { ConversationArchive } from "../../../src/assistant/chat/ConversationArchive.ts"
import { CatalogRepository } from "../../../src/shop/catalog/CatalogRepository.ts"
import { OrderRepository } from "../../../src/shop/orders/OrderRepository.ts"
import { Policies } from "../../../src/shop/policies/Policies.ts"
import { orderIn } from "../../../src/testing/OrderFixtures.ts"
import { spansOf } from "../../../src/testing/RecordedSpans.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { black41, black42, boots, group, red42 } from "../../../src/testing/SmallGroup.ts"
import { fillCart, market, newcomer, newProduct, unitsOf } from "../../../src/testing/SmallMarket.ts"
import { ada, address, atlas, bob, lamp, orderId, shoes } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { stored } from "../../support/conversations.ts"
import { failingStatements } from "../../support/failingStatements.ts"
import { answering, consult, start } from "../../support/orchestrator.ts"

const { say } = ScriptedModel

const decode = Schema.decodeUnknownSync(Schema.Array(AnswerCard))

/** Reads the cards of a turn of Ada's. */
const cardsOf = (shows: ReadonlyArray<Shown>, more: Partial<ShownInTurn> = {}) =>
  Effect.flatMap(Cards, (cards) => cards.of({ caller: ada, shows, text: "Here.", needsSignIn: false, ...more }))

/** Counts the statements of an effect. */
const statementsOf = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(spansOf(effect), (spans) => spans.filter(({ attributes }) => "db.system.name" in attributes).length)

const list = (...products: ReadonlyArray<{ readonly id: string }>): Shown => ({
  kind: "product_list",
  ids: products.map(({ id }) => id)
})

/** Products of the only card, by name. */
const namesIn = (cards: ReadonlyArray<{ readonly data: unknown }>) =>
  cards.map(({ data }) => (data as { products: ReadonlyArray<{ name: string }> }).products.map(({ name }) => name))

const message = { message: "What is there?", conversationId: null }

/** Orders of Ada and Bob, and products on and off sale. */
const shelf = Layer.effectDiscard(
  Effect.gen(function* () {
    yield* orderIn(1, "shipped")
    yield* orderIn(2, "placed", { owner: bob })
    yield* orderIn(3, "placed")
    const policies = yield* Policies
    yield* policies.put(
      [
        {
          slug: PolicySlug.make("returns"),
          locale: Schema.decodeSync(PolicyLocale)("en"),
          kind: "returns",
          title: "Returns",
          url: null,
          passages: [{ heading: null, text: "Send it back within 30 days." }]
        }
      ],
      { prune: false, dryRun: false }
    )
  })
)

const ServicesLayer = Layer.mergeAll(
  Cards.layer,
  CatalogRepository.layer,
  OrderRepository.layer,
  ConversationArchive.layer,
  Policies.layer
).pipe(Layer.provide(settings({ PUBLIC_URL: "https://assistant.shop.example" })))

for (const engine of TestDatabase.engines) {
  const TestLayer = Layer.merge(shelf, group).pipe(
    Layer.provideMerge(ServicesLayer),
    Layer.provideMerge(market),
    Layer.provideMerge(engine.layer)
  )

  layer(TestLayer, { excludeTestServices: true })(`the cards of an answer on ${engine.name}`, (it) => {
    const anyId = FastCheck.oneof(
      FastCheck.constantFrom<string>(lamp.id, shoes.id, atlas.id, orderId(1), orderId(2), orderId(3), ada.id),
      FastCheck.constantFrom("", "#0000-0001", "' OR true --", "https://assistant.shop.example/policies/returns"),
      FastCheck.uuid()
    )
    const anyShows = FastCheck.array(
      FastCheck.record({
        kind: FastCheck.constantFrom(...ShowKind.literals),
        ids: FastCheck.array(anyId, { maxLength: 10 })
      }),
      { maxLength: 8 }
    )

    it.effect.prop(
      "show no order of somebody else and no product off sale, whatever ids a specialist names",
      [anyShows, FastCheck.constantFrom("Here.", `${lamp.name} and ${atlas.name}`)],
      ([shows, text]) =>
        Effect.gen(function* () {
          const cards = yield* cardsOf(shows, { text })
          const kinds = new Set(shows.map(({ kind }) => kind))
          const allowed = new Set<string>([lamp.id, shoes.id, orderId(1), orderId(3)])
          for (const card of decode(cards)) {
            assert.isTrue(card.kind !== "sign_in" && kinds.has(card.kind), card.kind)
            const ids =
              card.kind === "product_list"
                ? card.data.products.map(({ id }) => id)
                : card.kind === "product" || card.kind === "order"
                  ? [card.data.id]
                  : []
            assert.isTrue(
              ids.every((id) => allowed.has(id)),
              ids.join()
            )
          }
          // Nothing that may be shown is left out, either, as long as there is room.
          const named = (kind: ShowKind, id: string) =>
            shows.some((shown) => shown.kind === kind && shown.ids.includes(id))
          const shown = (kind: string) => cards.filter((card) => card.kind === kind).length
          if (shows.flatMap(({ ids }) => ids).length <= 8) {
            assert.strictEqual(shown("order"), [1, 3].filter((n) => named("order", orderId(n))).length)
            assert.strictEqual(shown("product"), [lamp, shoes].filter(({ id }) => named("product", id)).length)
            assert.strictEqual(shown("cart"), kinds.has("cart") ? 1 : 0)
          }
        }),
      { fastCheck: { numRuns: 60 } }
    )

    it.effect("take one statement per kind, and none without an id that can exist", () =>
      Effect.gen(function* () {
        const ids = [lamp.id, shoes.id, atlas.id]
        const counts = yield* Effect.forEach(
          [
            [],
            [{ kind: "return", ids: [orderId(1)] }],
            [{ kind: "pending_action", ids: [orderId(1)] }],
            [
              { kind: "product_list", ids: ["lamp", ""] },
              { kind: "product", ids: ["1"] },
              { kind: "order", ids: ["#1"] }
            ],
            [
              { kind: "product_list", ids },
              { kind: "product_list", ids }
            ],
            [
              { kind: "product", ids },
              { kind: "product", ids: [ids[0]!] }
            ],
            [{ kind: "order", ids: [orderId(1), orderId(2), orderId(3)] }],
            [{ kind: "source", ids: ["https://evil.example", "/policies/returns"] }],
            [
              { kind: "cart", ids: [] },
              { kind: "cart", ids: [lamp.id] }
            ]
          ] satisfies ReadonlyArray<ReadonlyArray<Shown>>,
          (shows) => statementsOf(cardsOf(shows, { needsSignIn: true }))
        )
        assert.deepStrictEqual(counts.slice(0, -1), [0, 0, 0, 0, 1, 1, 1, 1])
        assert.isAtMost(counts.at(-1)!, 3)
      })
    )

    it.effect(
      "have their objects as the REST interface has them, the shop's currency, numbers of orders, and keys, pages and stock of products",
      () =>
        Effect.gen(function* () {
          const catalog = yield* CatalogRepository
          const orders = yield* OrderRepository
          const sql = yield* SqlClient.SqlClient
          const lampPage = "https://shop.example/lamps/ember"
          yield* sql`UPDATE products SET page_url = ${lampPage} WHERE id = ${lamp.id}`
          yield* sql`UPDATE products SET external_id = 'shoes-1' WHERE id = ${shoes.id}`
          const cards = yield* cardsOf([
            { kind: "order", ids: [orderId(3), orderId(1)] },
            { kind: "product", ids: [shoes.id] },
            list(lamp)
          ])
          const order = (n: number) =>
            Effect.flatMap(orders.find(ada.id, OrderId.make(orderId(n))), Schema.encode(OrderDetail))
          const { reviews, ...product } = yield* Effect.flatMap(
            catalog.find(ProductId.make(shoes.id)),
            Schema.encode(ProductDetail)
          )
          assert.deepStrictEqual(reviews, [])
          const page = yield* catalog.list({ sort: "name", limit: 1, offset: 0 })
          const single = (price: number) => ({ variant_count: 0, highest_price: price })
          assert.deepStrictEqual(cards, [
            {
              kind: "order",
              data: { ...(yield* order(3)), number: orderNumberOf(OrderId.make(orderId(3))), currency: "USD" }
            },
            {
              kind: "order",
              data: { ...(yield* order(1)), number: orderNumberOf(OrderId.make(orderId(1))), currency: "USD" }
            },
            {
              kind: "product",
              data: {
                ...product,
                ...single(product.price),
                external_id: "shoes-1",
                page_url: null,
                variants: [],
                currency: "USD"
              }
            },
            {
              kind: "product_list",
              data: {
                currency: "USD",
                products: [
                  {
                    ...(yield* Schema.encode(ProductSummary)(page.products[0]!)),
                    ...single(50),
                    external_id: null,
                    page_url: lampPage,
                    total_stock: yield* unitsOf({ id: ProductId.make(lamp.id) })
                  }
                ]
              }
            }
          ])
        })
    )

    it.effect(
      "show the variants of a group that are sold, each with its price and stock, and the range of prices",
      () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const picture = "/images/products/summit-boots-red.svg"
          yield* sql`UPDATE products SET image_url = ${picture}, price = 89.95 WHERE id = ${red42.id}`
          const cards = yield* cardsOf([{ kind: "product", ids: [boots.id, black41.id] }, list(boots)])
          const [product, variant, products] = decode(cards)
          assert.strictEqual(product?.kind, "product")
          assert.nestedPropertyVal(cards[0], "data.variant_count", 3)
          assert.nestedPropertyVal(cards[0], "data.highest_price", 119.95)
          const shown = (
            { id, options, price, units }: typeof black41,
            more: { readonly image_url?: string; readonly price?: number } = {}
          ) => ({
            product_id: id,
            options: options.map(([name, value]) => ({ name, value })),
            price: Number(price),
            original_price: Number(price),
            quantity: units,
            image_url: "/images/products/summit-boots.svg",
            ...more
          })
          assert.deepNestedPropertyVal(cards[0], "data.variants", [
            shown(black41),
            shown(black42),
            shown(red42, { price: 89.95, image_url: picture })
          ])
          assert.strictEqual(variant?.kind, "product")
          assert.deepNestedPropertyVal(cards[1], "data.variants", [])
          assert.nestedPropertyVal(cards[1], "data.variant_count", 0)
          assert.nestedPropertyVal(cards[1], "data.highest_price", 109.95)
          assert.strictEqual(products?.kind, "product_list")
          assert.nestedPropertyVal(cards[2], "data.products[0].total_stock", 8)
          assert.nestedPropertyVal(cards[2], "data.products[0].variant_count", 3)
          assert.nestedPropertyVal(cards[2], "data.products[0].highest_price", 119.95)
        })
    )

    it.effect("call an order that was placed elsewhere by its number there", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const owner = yield* newcomer
        yield* orderIn(31, "placed", { owner })
        yield* sql`UPDATE orders SET source = 'till', external_id = 'A-1001' WHERE id = ${orderId(31)}`
        const cards = yield* cardsOf([{ kind: "order", ids: [orderId(31)] }], { caller: owner })
        assert.nestedPropertyVal(cards[0], "data.number", "A-1001")
        assert.notNestedProperty(cards[0], "data.external_id")
      })
    )

    it.effect("list the products that the answer names, in its order, else the first five of the last list", () =>
      Effect.gen(function* () {
        const products = yield* Effect.forEach(
          ["Ember One", "Ember Two", "Ember Two Max", "Glow", "Dusk", "Dawn", "Noon"],
          (name) => newProduct({}, { name })
        )
        const [one, two, twoMax, glow] = products
        const listsWith = (text: string, ...shows: ReadonlyArray<Shown>) =>
          Effect.map(cardsOf(shows, { text }), namesIn)
        const both = [list(one!, two!, twoMax!), list(glow!)]
        assert.deepStrictEqual(yield* listsWith("The GLOW is better than the ember one.", ...both), [
          ["Glow", "Ember One"]
        ])
        assert.deepStrictEqual(yield* listsWith("Take the Ember Two Max.", ...both), [["Ember Two Max"]])
        assert.deepStrictEqual(yield* listsWith("Ember Two Max, or the Ember Two.", ...both), [
          ["Ember Two Max", "Ember Two"]
        ])
        assert.deepStrictEqual(yield* listsWith("These.", ...both), [["Glow"]])
        assert.deepStrictEqual(yield* listsWith("These.", list(glow!), list(...products)), [
          ["Ember One", "Ember Two", "Ember Two Max", "Glow", "Dusk"]
        ])
        assert.deepStrictEqual(yield* listsWith("These.", list(atlas)), [])
      })
    )

    it.effect("are a cart once, whichever tools touched it, with prices and addresses", () =>
      Effect.gen(function* () {
        const caller = yield* newcomer
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE products SET original_price = 64.50 WHERE id = ${lamp.id}`
        yield* fillCart(caller, [
          [lamp, 2],
          [atlas, 1]
        ])
        const cards = yield* cardsOf(
          [
            { kind: "cart", ids: [lamp.id] },
            { kind: "cart", ids: [] }
          ],
          { caller }
        )
        assert.lengthOf(cards, 1)
        const [cart] = decode(cards)
        assert.strictEqual(cart?.kind, "cart")
        assert.nestedPropertyVal(cards[0], "data.total", 100)
        assert.nestedPropertyVal(cards[0], "data.items[1].purchasable", false)
        assert.nestedPropertyVal(cards[0], "data.items[0].price", 50)
        assert.nestedPropertyVal(cards[0], "data.items[0].original_price", 64.5)
        assert.deepNestedPropertyVal(cards[0], "data.shipping_address", { ...address })
      })
    )

    it.effect("are pages of the shop by title, and no others", () =>
      Effect.gen(function* () {
        const url = "https://assistant.shop.example/policies/returns"
        assert.deepStrictEqual(
          yield* cardsOf([{ kind: "source", ids: ["https://evil.example/policies/returns", url] }]),
          [{ kind: "source", data: { title: "Returns", url } }]
        )
      })
    )

    it.effect("are at most eight, the way to sign in first", () =>
      Effect.gen(function* () {
        const owner = yield* newcomer
        const numbers = [11, 12, 13, 14, 15, 16, 17, 18, 19]
        yield* Effect.forEach(numbers, (n) => orderIn(n, "placed", { owner }))
        const shows: ReadonlyArray<Shown> = [{ kind: "order", ids: numbers.map(orderId) }]
        const ids = (cards: ReadonlyArray<{ readonly data: unknown }>) =>
          cards.flatMap(({ data }) => (data as { id?: string }).id ?? [])
        const cards = yield* cardsOf(shows, { caller: owner })
        assert.deepStrictEqual(ids(cards), numbers.slice(0, 8).map(orderId))
        const withSignIn = yield* cardsOf(shows, { caller: owner, needsSignIn: true })
        assert.deepStrictEqual(withSignIn[0], { kind: "sign_in", data: {} })
        assert.deepStrictEqual(ids(withSignIn), numbers.slice(0, 7).map(orderId))
      })
    )

    it.scoped("are stored with the answer and read with the conversation, and no model sees them", () =>
      Effect.gen(function* () {
        const asked: Array<ScriptedModel.ModelRequest> = []
        const chat = yield* start(
          [consult("order-management", "Orders?"), consult("product-discovery", "Lamps?"), say("Here."), say("Bye.")],
          {
            asked,
            send: (run) =>
              answering("Here.", {
                needsSignIn: run.agentName === "product-discovery",
                shows:
                  run.agentName === "order-management"
                    ? [{ kind: "order", ids: [orderId(1), orderId(2)] }]
                    : [list(lamp)]
              })(run)
          }
        )
        const { conversation_id } = yield* chat.answer(ada, message)
        const [, answer] = (yield* stored(conversation_id)).messages
        const cards = yield* cardsOf([{ kind: "order", ids: [orderId(1)] }, list(lamp)])
        assert.deepStrictEqual(answer?.metadata["cards"], cards)
        const archive = yield* ConversationArchive
        const read = yield* Effect.flatMap(archive.find(ada.id, conversation_id), Schema.encode(Conversation))
        assert.deepStrictEqual(
          read.messages.map(({ metadata }) => metadata["cards"]),
          [undefined, cards]
        )
        yield* chat.answer(ada, { message: "Thanks", conversationId: conversation_id })
        assert.include(JSON.stringify(asked.at(-1)?.prompt), "Thanks")
        assert.notInclude(JSON.stringify(asked.at(-1)?.prompt), address.street)
      })
    )

    it.scoped("are events of a followed turn, after the text and before its end", () =>
      Effect.gen(function* () {
        const shows: ReadonlyArray<Shown> = [{ kind: "order", ids: [orderId(3), orderId(1)] }]
        const chat = yield* start([consult("order-management", "Orders?"), say("Here.")], {
          send: answering("Here.", { shows })
        })
        const { events } = yield* chat.start(ada, {
          door: "a2a",
          words: "My orders?",
          clientMessageId: uuid(),
          sha256: "0",
          context: null,
          task: null,
          namedActions: [],
          declinedActions: [],
          acceptLanguage: null
        })
        const last = Chunk.toReadonlyArray(Chunk.takeRight(yield* Stream.runCollect(events), 4))
        assert.deepStrictEqual(
          last.map((event) => (event._tag === "card" ? event.card : event._tag)),
          ["text", ...(yield* cardsOf(shows)), "done"]
        )
      })
    )

    it.scoped("say that a guest must sign in, if order-management refused for that", () =>
      Effect.gen(function* () {
        for (const [specialist, expected] of [
          ["order-management", [{ kind: "sign_in", data: {} }]],
          ["pricing-promotions", undefined]
        ] as const) {
          const chat = yield* start([consult(specialist, "Orders?"), say("Sign in first.")], {
            send: answering("Here.", { needsSignIn: true })
          })
          const { conversation_id } = yield* chat.answer(ada, message)
          assert.deepStrictEqual((yield* stored(conversation_id)).messages[1]?.metadata["cards"], expected)
        }
      })
    )

    it.scoped("are left out when they cannot be read, and the answer is stored", () =>
      Effect.gen(function* () {
        const away = { count: 1, text: "'refund_method', r.refund_method" }
        const chat = yield* Effect.provide(
          start([consult("order-management", "Orders?"), say("Here.")], {
            send: answering("Here.", { needsSignIn: true, shows: [{ kind: "order", ids: [orderId(1)] }] })
          }),
          failingStatements(away)
        )
        const { conversation_id } = yield* chat.answer(ada, message)
        const { messages, turns } = yield* stored(conversation_id)
        assert.deepStrictEqual([away.count, turns[0]?.state, messages[1]?.content], [0, "acknowledged", "Here."])
        assert.notProperty(messages[1]?.metadata, "cards")
      })
    )
  })
}

it("drops whole cards from the end, by number and by bytes of their JSON", () => {
  const card = (length: number, letter = "x") => ({ kind: "k", data: letter.repeat(length) })
  const lengths = (cards: ReadonlyArray<ReturnType<typeof card>>) =>
    withinLimits(cards).map((kept) => String(kept.data).length)
  const most = 48 * 1024 - JSON.stringify([card(0)]).length
  assert.deepStrictEqual(lengths([0, 1, 2, 3, 4, 5, 6, 7, 8].map((length) => card(length))), [0, 1, 2, 3, 4, 5, 6, 7])
  assert.deepStrictEqual([lengths([card(most)]), lengths([card(most + 1)])], [[most], []])
  assert.deepStrictEqual(lengths([card(1), card(most), card(1)]), [1])
  assert.deepStrictEqual(lengths([card(most / 2 + 1, "é")]), [])
})
