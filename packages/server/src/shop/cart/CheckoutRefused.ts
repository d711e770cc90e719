import { type ProductId } from "@storefront/domain/Ids"
import { type SpeedTier } from "@storefront/domain/Inventory"
import { type CouponProblem } from "@storefront/domain/Pricing"
import { type UserText } from "@storefront/domain/tools/UserText"
import { Data, Effect } from "effect"
import { type StoredLine } from "./CartContents.ts"

/** A line that cannot be ordered as it is. */
export interface BlockingLine {
  readonly product_id: ProductId
  readonly name: UserText
  readonly requested: number
  /** Units that could be sent. */
  readonly available: number
}

/** Why a cart is not ordered; nothing has changed. */
export type Obstacle =
  | { readonly reason: "empty_cart" | "no_address" }
  /** Some of the products that are to be ordered are not in the cart; what is in it. */
  | {
      readonly reason: "not_in_cart"
      readonly missing: ReadonlyArray<ProductId>
      readonly inCart: ReadonlyArray<StoredLine>
    }
  /** With `"out_of_stock"`, the units of the lines that can be sent to the address at all. */
  | { readonly reason: "inactive_product" | "out_of_stock"; readonly lines: ReadonlyArray<BlockingLine> }
  /** Nothing brings all of it there that fast; other speeds do. */
  | { readonly reason: "speed_not_possible"; readonly possible: ReadonlyArray<SpeedTier> }
  | { readonly reason: "coupon_invalid"; readonly problem: CouponProblem }

export class CheckoutRefused extends Data.TaggedError("CheckoutRefused")<{ readonly obstacle: Obstacle }> {}

/** Fails with the obstacle. */
export const refuse = (obstacle: Obstacle) => new CheckoutRefused({ obstacle })

/** Fails with the obstacle when there is no value. */
export const required = <A>(value: A | null | undefined, obstacle: Obstacle): Effect.Effect<A, CheckoutRefused> =>
  value === null || value === undefined ? refuse(obstacle) : Effect.succeed(value)

/** A line of which only so many units could be sent. */
export const blocking = ({ name, product_id, quantity }: StoredLine, available: number): BlockingLine => ({
  product_id,
  name,
  requested: quantity,
  available
})

/** Fails when a product is not sold any more: it keeps the whole cart from being ordered. */
export const checkSold = (gone: ReadonlyArray<StoredLine>): Effect.Effect<void, CheckoutRefused> =>
  gone.length === 0 ? Effect.void : refuse({ reason: "inactive_product", lines: gone.map((line) => blocking(line, 0)) })
