import { type DatabaseUnavailable, ProductNotFound } from "@storefront/domain/Errors"
import { type UserId } from "@storefront/domain/Identity"
import { type ProductId } from "@storefront/domain/Ids"
import { type NextRestock } from "@storefront/domain/Inventory"
import { Money } from "@storefront/domain/Money"
import {
  addToCart,
  ChangedLine,
  maxQuantity,
  RemovedLine,
  removeFromCart,
  StoredAddition,
  updateCartQuantity
} from "@storefront/domain/tools/CartTools"
import { type OptionValues } from "@storefront/domain/tools/Parameters"
import { Array, Context, Data, Effect, Layer } from "effect"
import { type EffectKeyReused, ToolEffects, type IdempotentResult } from "../../platform/effects/ToolEffects.ts"
import { type VariantNotChosen, VariantChoices } from "../catalog/VariantChoices.ts"
import { type Line, type LineChange, lineChanges, type NamedProduct, type ProductReference } from "./CartLineChanges.ts"

/** The change exceeds the stock or the cart's limits of units per product or of products. */
export class CartLimit extends Data.TaggedError("CartLimit")<{
  readonly reason: "out_of_stock" | "max_quantity" | "max_products"
  readonly availableQuantity: number
  readonly nextRestock: NextRestock
}> {}

/** The product is in the cart but no longer sold. */
export class LineNotPurchasable extends Data.TaggedError("LineNotPurchasable") {}

/** The name matches several products, or several lines of the cart. */
export class AmbiguousName extends Data.TaggedError("AmbiguousName")<{
  readonly candidates: ReadonlyArray<NamedProduct>
}> {}

/**
 * Lines of carts. Every change locks the cart first, so that checkout orders exactly the lines that it read. One
 * statement each, plus two that claim an idempotency key and store its result, and a retry after a concurrent change.
 */
export class CartLines extends Context.Tag("@storefront/server/shop/cart/CartLines")<
  CartLines,
  {
    /**
     * Adds units of an active product to those already in the cart. A name must match exactly one product: the whole
     * name, ignoring case, else a part of it. A part without three letters or digits in a row must begin a word. Of a
     * group, adds the variant with the given values of options. Two more statements for a choice.
     */
    readonly add: (
      owner: UserId,
      reference: ProductReference,
      quantity: number,
      values?: OptionValues
    ) => Effect.Effect<
      IdempotentResult<typeof StoredAddition.Type>,
      ProductNotFound | AmbiguousName | VariantNotChosen | CartLimit | EffectKeyReused | DatabaseUnavailable
    >
    /**
     * Sets the units of a product in the cart; 0 removes it. A name must match exactly one line: the whole name, else
     * all words of it in any order; the id of a group, the line of its variant.
     */
    readonly change: (
      owner: UserId,
      reference: ProductReference,
      quantity: number
    ) => Effect.Effect<
      IdempotentResult<typeof ChangedLine.Type>,
      ProductNotFound | AmbiguousName | LineNotPurchasable | CartLimit | EffectKeyReused | DatabaseUnavailable
    >
    /** Removes a product from the cart, which is found as for a change. */
    readonly remove: (
      owner: UserId,
      reference: ProductReference
    ) => Effect.Effect<
      IdempotentResult<typeof RemovedLine.Type>,
      ProductNotFound | AmbiguousName | EffectKeyReused | DatabaseUnavailable
    >
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const effects = yield* ToolEffects
      const variants = yield* VariantChoices
      const changes = yield* lineChanges

      const limitExceeded = (quantity: number, { available, restock }: Line) =>
        new CartLimit({
          reason: quantity > available ? "out_of_stock" : quantity > maxQuantity ? "max_quantity" : "max_products",
          availableQuantity: available,
          nextRestock: restock
        })

      /** Returns the only match. */
      const onlyOne = ({ fitting }: LineChange): Effect.Effect<Line, ProductNotFound | AmbiguousName> =>
        !Array.isNonEmptyReadonlyArray(fitting)
          ? new ProductNotFound()
          : fitting.length > 1
            ? new AmbiguousName({ candidates: fitting })
            : Effect.succeed(fitting[0])

      const addLine = Effect.fnUntraced(function* (
        owner: UserId,
        reference: ProductReference,
        quantity: number,
        values: OptionValues
      ) {
        const isChosen = values.length === 0
        const named = yield* changes.insert(owner, reference, quantity, isChosen)
        const found = yield* onlyOne(named)
        const change =
          isChosen && found.is_sold
            ? named
            : yield* changes.insert(
                owner,
                { product_id: yield* variants.choose(found.product_id, values) },
                quantity,
                true
              )
        const line = yield* onlyOne(change)
        const total = line.held + quantity
        if (!change.changed) {
          return yield* line.is_sold ? limitExceeded(total, line) : new ProductNotFound()
        }
        return {
          product_id: line.product_id,
          name: line.name,
          price: line.price,
          quantity_added: quantity,
          quantity_in_cart: total,
          available_quantity: line.available,
          item_count: line.lines + (line.held === 0 ? 1 : 0),
          subtotal: Money.make(line.subtotal + line.price * quantity),
          ...(named.delivery === null ? {} : { delivery: named.delivery })
        }
      })

      const removeLine = Effect.fnUntraced(function* (owner: UserId, reference: ProductReference) {
        const { lines, name, product_id } = yield* onlyOne(yield* changes.delete(owner, reference))
        return { product_id, name, item_count: lines - 1 }
      })

      const setQuantity = Effect.fnUntraced(function* (owner: UserId, reference: ProductReference, quantity: number) {
        const change = yield* changes.update(owner, reference, quantity)
        const line = yield* onlyOne(change)
        if (!change.changed) {
          return yield* line.is_sold ? limitExceeded(quantity, line) : new LineNotPurchasable()
        }
        return line
      })

      const changeLine = Effect.fnUntraced(function* (owner: UserId, reference: ProductReference, quantity: number) {
        const line = yield* quantity === 0
          ? Effect.flatMap(changes.delete(owner, reference), onlyOne)
          : setQuantity(owner, reference, quantity)
        const added = line.is_sold ? line.price * (quantity - line.held) : 0
        return {
          product_id: line.product_id,
          name: line.name,
          price: line.price,
          quantity,
          subtotal: Money.make(line.price * quantity),
          cart_subtotal: Money.make(line.subtotal + added)
        }
      })

      const productIdOf = ({ product_id }: { readonly product_id: ProductId }): string => product_id

      return {
        add: Effect.fn("CartLines.add")(
          (owner: UserId, reference: ProductReference, quantity: number, values: OptionValues = []) =>
            effects.once(
              {
                caller: owner,
                toolName: addToCart.name,
                params: { ...reference, quantity, ...(values.length === 0 ? {} : { options: JSON.stringify(values) }) },
                changes: productIdOf,
                isAdditive: true,
                result: StoredAddition
              },
              addLine(owner, reference, quantity, values)
            )
        ),

        change: Effect.fn("CartLines.change")((owner: UserId, reference: ProductReference, quantity: number) =>
          effects.once(
            {
              caller: owner,
              toolName: updateCartQuantity.name,
              params: { ...reference, quantity },
              changes: productIdOf,
              result: ChangedLine
            },
            changeLine(owner, reference, quantity)
          )
        ),

        remove: Effect.fn("CartLines.remove")((owner: UserId, reference: ProductReference) =>
          effects.once(
            {
              caller: owner,
              toolName: removeFromCart.name,
              params: reference,
              changes: productIdOf,
              result: RemovedLine
            },
            removeLine(owner, reference)
          )
        )
      }
    })
  )

  static readonly layer = Layer.provide(this.layerNoDeps, VariantChoices.layer)
}
