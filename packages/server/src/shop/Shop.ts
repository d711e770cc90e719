import { Layer } from "effect"
import { ToolEffects } from "../platform/effects/ToolEffects.ts"
import * as EmbeddingModels from "../platform/embeddings/EmbeddingModels.ts"
import { LoyaltyProgramme } from "./accounts/LoyaltyProgramme.ts"
import * as CartServices from "./cart/CartServices.ts"
import * as CatalogServices from "./catalog/CatalogServices.ts"
import * as InventoryServices from "./inventory/InventoryServices.ts"
import { Memories } from "./memories/Memories.ts"
import * as OrderServices from "./orders/OrderServices.ts"
import * as PolicyServices from "./policies/PolicyServices.ts"
import * as PricingServices from "./pricing/PricingServices.ts"
import * as ReturnServices from "./returns/ReturnServices.ts"
import * as ReviewServices from "./reviews/ReviewServices.ts"
import { SupportCases } from "./support/SupportCases.ts"

/**
 * The shop: goods, carts, orders, returns, stock, prices, reviews, what is remembered of customers, the shop's own rules, support
 * cases, the marketplace of agents, and accounts. It knows no model and no agent, and a door may use it without either. Each room has its tables to itself, answers
 * with values of `domain`, and takes the person it works for as an argument.
 *
 * The layer has what the tools of agents read and write, over a database and the configured embedding model. What a door or an
 * operator's command needs beside it (`Profiles`, `OrderOperations` …), that one takes from the room.
 */
export const layer = Layer.mergeAll(
  CartServices.layer,
  CatalogServices.layer,
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
