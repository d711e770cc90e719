import { Layer } from "effect"
import { ToolEffects } from "../platform/effects/ToolEffects.ts"
import * as EmbeddingModels from "../platform/embeddings/EmbeddingModels.ts"
import { LoyaltyProgramme } from "./accounts/LoyaltyProgramme.ts"
import * as CartServices from "./cart/CartServices.ts"
import * as CatalogServices from "./catalog/CatalogServices.ts"
import * as InventoryServices from "./inventory/InventoryServices.ts"
import { Memories } from "./memories/Memories.ts"
import { CurrentNames } from "./names/CurrentNames.ts"
import * as OrderServices from "./orders/OrderServices.ts"
import * as PolicyServices from "./policies/PolicyServices.ts"
import * as PricingServices from "./pricing/PricingServices.ts"
import * as ReturnServices from "./returns/ReturnServices.ts"
import * as ReviewServices from "./reviews/ReviewServices.ts"
import { SupportCases } from "./support/SupportCases.ts"

/**
 * The shop: goods, carts, orders, returns, stock, prices, reviews, customer memories, names of categories and regions,
 * shop policies, support cases, the marketplace of agents, and accounts. It depends on no model and no agent. Each folder
 * owns its tables, returns values of `domain`, and takes the acting person as an argument.
 *
 * The layer provides the services of the agents' tools, over a database and the configured embedding model. Endpoints
 * and operator commands take further services (`Profiles`, `OrderOperations` …) from the folders themselves.
 */
export const layer = Layer.mergeAll(
  CartServices.layer,
  CatalogServices.layer,
  CurrentNames.layer,
  InventoryServices.layer,
  LoyaltyProgramme.layer,
  Memories.layer,
  OrderServices.layer,
  PolicyServices.layer,
  PricingServices.layer,
  ReturnServices.layer,
  ReviewServices.layer,
  SupportCases.layer
).pipe(Layer.provide([ToolEffects.layer, EmbeddingModels.layer]))
