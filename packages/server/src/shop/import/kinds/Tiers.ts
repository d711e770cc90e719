import { LoyaltyTier } from "@storefront/domain/Identity"
import { left, required } from "../rules/Column.ts"
import { amount, percentage } from "../rules/values/Amounts.ts"
import { boolean } from "../rules/values/Numbers.ts"
import { oneOf } from "../rules/values/Text.ts"
import { asRead, simpleKind } from "./SimpleKind.ts"

/** Levels of the loyalty programme. */
export const tiers = simpleKind(
  "tiers",
  "name",
  {
    name: required(oneOf(LoyaltyTier.literals), { docs: "`bronze`, `silver` or `gold`", example: "silver" }),
    minSpend: left(amount, { docs: "spend from which a customer has it", example: "1000.00" }),
    discountPct: left(percentage, { docs: "percent off each order", example: "5" }),
    freeShippingThreshold: left(amount, {
      docs: "goods total from which standard shipping is free; 0 is always",
      example: "75.00"
    }),
    prioritySupport: left(boolean, { docs: "support cases come first", example: "false" })
  },
  asRead
)
