import { coupons } from "./Coupons.ts"
import { customers } from "./Customers.ts"
import { delivery } from "./Delivery.ts"
import { inventory } from "./Inventory.ts"
import { type Kind, type KindName } from "./Kind.ts"
import { products } from "./Products.ts"
import { promotions } from "./Promotions.ts"
import { reviews } from "./Reviews.ts"
import { tiers } from "./Tiers.ts"
import { warehouses } from "./Warehouses.ts"

/** All kinds of files, by name: templates, docs and checks derive from them. */
export const kinds = {
  products,
  inventory,
  customers,
  reviews,
  coupons,
  warehouses,
  delivery,
  tiers,
  promotions
} satisfies Readonly<Record<KindName, Kind<unknown>>>

/** A line of a kind as it is taken. */
export type TakenOf<Name extends KindName> = (typeof kinds)[Name] extends Kind<infer A> ? A : never

export type TakenInventory = TakenOf<"inventory">
export type TakenCustomer = TakenOf<"customers">
export type TakenReview = TakenOf<"reviews">
export type TakenCoupon = TakenOf<"coupons">
export type TakenWarehouse = TakenOf<"warehouses">
export type TakenDelivery = TakenOf<"delivery">
export type TakenTier = TakenOf<"tiers">
export type TakenPromotion = TakenOf<"promotions">
