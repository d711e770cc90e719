import { type ProductId } from "@storefront/domain/Ids"
import { type SpeedTier } from "@storefront/domain/Inventory"
import { type CouponProblem } from "@storefront/domain/Pricing"
import { type UserText } from "@storefront/domain/tools/UserText"
import { Data, Effect } from "effect"
import { type StoredLine } from "./CartContents.ts"

/** A line that prevents the order. */
export interface BlockingLine {
  readonly product_id: ProductId
  readonly name: UserText
  readonly requested: number
  /** Units that could be shipped. */
  readonly available: number
}

/** Reason why a cart cannot be ordered. */
export type CheckoutProblem =
  /** `"ordered_at_till"`: this shop takes its orders at its own till. */
  | { readonly reason: "empty_cart" | "no_address" | "ordered_at_till" }
  /** Some of the products to order are `missing` from the cart, which holds `inCart`. */
  | {
      readonly reason: "not_in_cart"
      readonly missing: ReadonlyArray<ProductId>
      readonly inCart: ReadonlyArray<StoredLine>
    }
  /**
   * For `"out_of_stock"`, `available` counts units that can be shipped to the address. `"no_checkout_key"`: the shop's
   * till does not know the products.
   */
  | {
      readonly reason: "inactive_product" | "out_of_stock" | "no_checkout_key"
      readonly lines: ReadonlyArray<BlockingLine>
    }
  /** No single carrier delivers everything at this speed; other speeds would work. */
  | { readonly reason: "speed_not_possible"; readonly possible: ReadonlyArray<SpeedTier> }
  | { readonly reason: "coupon_invalid"; readonly problem: CouponProblem }

/** The cart cannot be ordered. Nothing has changed. */
export class CheckoutRefused extends Data.TaggedError("CheckoutRefused")<{ readonly problem: CheckoutProblem }> {}

export const refuse = (obstacle: CheckoutProblem) => new CheckoutRefused({ problem: obstacle })

/** Returns the value; fails with the obstacle when there is none. */
export const orRefuse = <A>(
  value: A | null | undefined,
  obstacle: CheckoutProblem
): Effect.Effect<A, CheckoutRefused> =>
  value === null || value === undefined ? refuse(obstacle) : Effect.succeed(value)

/** Returns the line as a blocking one, with the units that could be shipped. */
export const blockingLine = ({ name, product_id, quantity }: StoredLine, available: number): BlockingLine => ({
  product_id,
  name,
  requested: quantity,
  available
})

/** Fails when there are lines whose product is no longer sold: one blocks the whole order. */
export const checkSold = (unsold: ReadonlyArray<StoredLine>): Effect.Effect<void, CheckoutRefused> =>
  unsold.length === 0
    ? Effect.void
    : refuse({ reason: "inactive_product", lines: unsold.map((line) => blockingLine(line, 0)) })
