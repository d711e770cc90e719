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
import { Array, Context, Data, Effect, Layer } from "effect"
import { type EffectKeyReused, ToolEffects, type IdempotentResult } from "../../platform/effects/ToolEffects.ts"
import { type Line, lineChanges, type NamedProduct, type ProductReference } from "./CartLineChanges.ts"

/** The change exceeds the stock or the cart's limits of units per product or of products. */
export class CartLimit extends Data.TaggedError("CartLimit")<{
  readonly reason: "out_of_stock" | "max_quantity" | "max_products"
  readonly availableQuantity: number
  readonly nextRestock: NextRestock
}> {}

/** The product is in the cart but no longer sold. */
export class LineNotPurchasable extends Data.TaggedError("LineNotPurchasable") {}

/** The name matches several products. */
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
     * name, ignoring case, else a part of it. A part without three letters or digits in a row must begin a word.
     */
    readonly add: (
      owner: UserId,
      reference: ProductReference,
      quantity: number
    ) => Effect.Effect<
      IdempotentResult<typeof StoredAddition.Type>,
      ProductNotFound | AmbiguousName | CartLimit | EffectKeyReused | DatabaseUnavailable
    >
    /** Sets the units of a product in the cart; 0 removes it. */
    readonly change: (
      owner: UserId,
      product: ProductId,
      quantity: number
    ) => Effect.Effect<
      IdempotentResult<typeof ChangedLine.Type>,
      ProductNotFound | LineNotPurchasable | CartLimit | EffectKeyReused | DatabaseUnavailable
    >
    readonly remove: (
      owner: UserId,
      product: ProductId
    ) => Effect.Effect<
      IdempotentResult<typeof RemovedLine.Type>,
      ProductNotFound | EffectKeyReused | DatabaseUnavailable
    >
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const effects = yield* ToolEffects
      const changes = yield* lineChanges

      const limitExceeded = (quantity: number, { available, restock }: Line) =>
        new CartLimit({
          reason: quantity > available ? "out_of_stock" : quantity > maxQuantity ? "max_quantity" : "max_products",
          availableQuantity: available,
          nextRestock: restock
        })

      const addLine = Effect.fnUntraced(function* (owner: UserId, reference: ProductReference, quantity: number) {
        const { changed, delivery, fitting } = yield* changes.insert(owner, reference, quantity)
        if (!Array.isNonEmptyReadonlyArray(fitting)) {
          return yield* new ProductNotFound()
        }
        if (fitting.length > 1) {
          return yield* new AmbiguousName({ candidates: fitting })
        }
        const [line] = fitting
        const total = line.held + quantity
        if (!changed) {
          return yield* limitExceeded(total, line)
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
          ...(delivery === null ? {} : { delivery })
        }
      })

      /** Removes a product from the cart and returns its line; fails when it is not in the cart. */
      const deleteLine = Effect.fnUntraced(function* (owner: UserId, product: ProductId) {
        const { fitting } = yield* changes.delete(owner, product)
        const [line] = fitting
        return line === undefined ? yield* new ProductNotFound() : line
      })

      const removeLine = Effect.fnUntraced(function* (owner: UserId, product: ProductId) {
        const { lines, name } = yield* deleteLine(owner, product)
        return { product_id: product, name, item_count: lines - 1 }
      })

      const setQuantity = Effect.fnUntraced(function* (owner: UserId, product: ProductId, quantity: number) {
        const { changed, fitting } = yield* changes.update(owner, product, quantity)
        const [line] = fitting
        if (line === undefined) {
          return yield* new ProductNotFound()
        }
        if (!changed) {
          return yield* line.is_active ? limitExceeded(quantity, line) : new LineNotPurchasable()
        }
        return line
      })

      const changeLine = Effect.fnUntraced(function* (owner: UserId, product: ProductId, quantity: number) {
        const line = yield* quantity === 0 ? deleteLine(owner, product) : setQuantity(owner, product, quantity)
        const added = line.is_active ? line.price * (quantity - line.held) : 0
        return {
          product_id: product,
          name: line.name,
          price: line.price,
          quantity,
          subtotal: Money.make(line.price * quantity),
          cart_subtotal: Money.make(line.subtotal + added)
        }
      })

      const productIdOf = ({ product_id }: { readonly product_id: ProductId }): string => product_id

      return {
        add: Effect.fn("CartLines.add")((owner: UserId, reference: ProductReference, quantity: number) =>
          effects.once(
            {
              caller: owner,
              toolName: addToCart.name,
              params: { ...reference, quantity },
              changes: productIdOf,
              isAdditive: true,
              result: StoredAddition
            },
            addLine(owner, reference, quantity)
          )
        ),

        change: Effect.fn("CartLines.change")((owner: UserId, product: ProductId, quantity: number) =>
          effects.once(
            {
              caller: owner,
              toolName: updateCartQuantity.name,
              params: { product_id: product, quantity },
              changes: productIdOf,
              result: ChangedLine
            },
            changeLine(owner, product, quantity)
          )
        ),

        remove: Effect.fn("CartLines.remove")((owner: UserId, product: ProductId) =>
          effects.once(
            {
              caller: owner,
              toolName: removeFromCart.name,
              params: { product_id: product },
              changes: productIdOf,
              result: RemovedLine
            },
            removeLine(owner, product)
          )
        )
      }
    })
  )
}
