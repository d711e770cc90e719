import { Tool } from "@effect/ai"
import * as AccountTools from "./AccountTools.ts"
import * as CartTools from "./CartTools.ts"
import * as FulfillmentTools from "./FulfillmentTools.ts"
import * as InventoryTools from "./InventoryTools.ts"
import * as MemoryTools from "./MemoryTools.ts"
import * as OrderTools from "./OrderTools.ts"
import * as PolicyTools from "./PolicyTools.ts"
import * as PricingTools from "./PricingTools.ts"
import * as ProductTools from "./ProductTools.ts"
import * as ReturnTools from "./ReturnTools.ts"
import * as ReviewTools from "./ReviewTools.ts"
import * as SellerOrderTools from "./SellerOrderTools.ts"
import * as SupportTools from "./SupportTools.ts"

const modules = [
  AccountTools,
  CartTools,
  FulfillmentTools,
  InventoryTools,
  MemoryTools,
  OrderTools,
  PolicyTools,
  PricingTools,
  ProductTools,
  ReturnTools,
  ReviewTools,
  SellerOrderTools,
  SupportTools
]

/** Names of all contracts that specialists can have in their toolkits. */
export const toolNames: ReadonlySet<string> = new Set(
  modules
    .flatMap((contracts): ReadonlyArray<unknown> => Object.values(contracts))
    .flatMap((value) => (Tool.isUserDefined(value) ? [value.name] : []))
)
