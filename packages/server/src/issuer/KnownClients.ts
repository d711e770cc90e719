import { type ServiceName } from "@storefront/domain/Topology"
import { Record } from "effect"
import { resources } from "../platform/auth/ServiceTokens.ts"
import { type OAuthClient } from "./OAuthClients.ts"

export type ClientPermissions = Pick<OAuthClient, "scopes" | "logs_people_in">

/** Services that request tokens. Services that only verify tokens are not registered. */
export const knownClients = {
  orchestrator: { scopes: [resources["storefront-agents"].scope], logs_people_in: true },
  "product-discovery": { scopes: [resources["mcp-product"].scope], logs_people_in: false },
  "inventory-fulfillment": { scopes: [resources["mcp-inventory"].scope], logs_people_in: false }
} satisfies { readonly [Name in ServiceName]?: ClientPermissions }

export const knownNames = Record.keys(knownClients)
