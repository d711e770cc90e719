import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { OrderId, ProductId } from "@storefront/domain/Ids"
import { shopSettings } from "@storefront/domain/ShopSettings"
import { maxIds, maxUnnamed, mergeShown, namedIn, type Shown } from "@storefront/domain/tools/Shows"
import { AnswerCard } from "@storefront/domain/turn/Cards"
import { type Card } from "@storefront/domain/turn/TurnEvents"
import { Array, Context, Duration, Effect, Layer, Option, Schema } from "effect"
import { Carts } from "../../shop/cart/Carts.ts"
import { cartOnCard } from "../../shop/cart/CartView.ts"
import { CatalogRepository } from "../../shop/catalog/CatalogRepository.ts"
import { OrderRepository } from "../../shop/orders/OrderRepository.ts"
import { Policies } from "../../shop/policies/Policies.ts"

/** Maximum cards of an answer, and maximum bytes of their JSON. */
const maxCards = 8
const maxBytes = 48 * 1024

/** Time limit for reading the cards of an answer. */
const readLimit = Duration.seconds(5)

/** The parts of a turn that determine its cards. */
export interface ShownInTurn {
  readonly caller: User
  /** Objects shown by specialists and confirmed acts, in their order; one entry per kind and answer. */
  readonly shows: ReadonlyArray<Shown>
  /** Text of the answer. */
  readonly text: string
  /** A guest asked for something that needs an account. */
  readonly needsSignIn: boolean
}

const encode = Schema.encodeSync(AnswerCard)
const isProductId = Schema.is(ProductId)
const isOrderId = Schema.is(OrderId)

const inCurrency = () => ({ currency: shopSettings().currency.code })

/** Takes objects by their ids, in the order of the ids. */
const inOrder = <A extends { readonly id: string }>(ids: ReadonlyArray<string>, objects: ReadonlyArray<A>) =>
  Array.filterMap(ids, (id) => Array.findFirst(objects, (object) => object.id === id))

/** Reads objects in the order of their ids; sends no statement without an id. */
const readInOrder = <Id extends string, A extends { readonly id: string }>(
  ids: ReadonlyArray<Id>,
  read: (ids: ReadonlyArray<Id>) => Effect.Effect<ReadonlyArray<A>, DatabaseUnavailable>
) => (ids.length === 0 ? Effect.succeed([]) : Effect.map(read(ids), (objects) => inOrder(ids, objects)))

/** Keeps the cards before the first one that exceeds a limit. */
export const withinLimits = (cards: ReadonlyArray<Card>): ReadonlyArray<Card> =>
  Array.takeWhile(
    Array.take(cards, maxCards),
    (_, index) => Buffer.byteLength(JSON.stringify(cards.slice(0, index + 1))) <= maxBytes
  )

/** Cards of answers: the objects that an answer shows, read anew for the person who gets it. */
export class Cards extends Context.Tag("@storefront/server/assistant/chat/Cards")<
  Cards,
  {
    /**
     * Reads the cards of a turn's answer, by one statement per kind and up to three for the cart. Ids come from
     * specialists and are not trusted: other people's orders and inactive products yield no card. Without the database
     * there are no cards, because an answer must not fail for them.
     */
    readonly of: (turn: ShownInTurn) => Effect.Effect<ReadonlyArray<Card>>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const catalog = yield* CatalogRepository
      const orders = yield* OrderRepository
      const carts = yield* Carts
      const policies = yield* Policies

      /** Picks the products that the answer names, in its order, else the first of the last list. */
      const productList = Effect.fnUntraced(function* ({ shows, text }: ShownInTurn) {
        const lists = shows.flatMap(({ ids, kind }) => (kind === "product_list" ? [ids.filter(isProductId)] : []))
        const found = yield* readInOrder(Array.dedupe(lists.flat()), catalog.summaries)
        const named = namedIn(
          found.map(({ id, name }) => ({ id, label: name })),
          text
        )
        const last = Array.take(lists.at(-1) ?? [], maxUnnamed)
        const products = inOrder(named.length > 0 ? Array.take(named, maxIds) : last, found)
        return Array.isNonEmptyReadonlyArray(products)
          ? [{ kind: "product_list" as const, data: { ...inCurrency(), products } }]
          : []
      })

      const read = (
        { ids, kind }: Shown,
        turn: ShownInTurn
      ): Effect.Effect<ReadonlyArray<AnswerCard>, DatabaseUnavailable> => {
        switch (kind) {
          case "product_list":
            return productList(turn)
          case "product":
            return Effect.map(
              readInOrder(ids.filter(isProductId), catalog.details),
              Array.map((data) => ({ kind, data: { ...data, ...inCurrency() } }))
            )
          case "order":
            return Effect.map(
              readInOrder(ids.filter(isOrderId), (ids) => orders.details(turn.caller.id, ids)),
              Array.map((data) => ({ kind, data: { ...data, ...inCurrency() } }))
            )
          case "cart":
            return Effect.map(carts.quote(turn.caller), (quote) => [
              { kind, data: { ...cartOnCard(quote), ...inCurrency() } }
            ])
          case "source":
            return Effect.map(policies.titles, (titles) =>
              Array.filterMap(ids, (url) =>
                Option.map(Option.fromNullable(titles.get(url)), (title) => ({ kind, data: { title, url } }))
              )
            )
          case "return":
          case "pending_action":
            // An order contains its return, and proposals are stored apart, because their state changes.
            return Effect.succeed([])
        }
      }

      const readAll = Effect.fnUntraced(function* (turn: ShownInTurn) {
        const cards = yield* Effect.forEach(mergeShown(turn.shows), (shown) => read(shown, turn))
        // First, so that no limit drops it.
        const signIn: ReadonlyArray<AnswerCard> = turn.needsSignIn ? [{ kind: "sign_in", data: {} }] : []
        return withinLimits([...signIn, ...cards.flat()].map((card) => encode(card)))
      })

      return {
        of: Effect.fn("Cards.of")((turn: ShownInTurn) =>
          readAll(turn).pipe(
            Effect.disconnect,
            Effect.timeout(readLimit),
            Effect.catchAllCause((cause) =>
              Effect.as(Effect.logWarning("The cards of an answer could not be read", cause), [])
            )
          )
        )
      }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(
    Layer.provide([CatalogRepository.layer, OrderRepository.layer, Carts.layer, Policies.layer])
  )
}
