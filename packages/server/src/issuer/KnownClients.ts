import { type ServiceName } from "@storefront/domain/Topology"
import { Record } from "effect"
import { resources } from "../platform/auth/ServiceTokens.ts"
import { type OAuthClient } from "./OAuthClients.ts"

/** What a client may do. */
export type Rights = Pick<OAuthClient, "scopes" | "logs_people_in">

/** The services of the suite that get tokens. The others only look at tokens, and need be no clients. */
export const knownClients = {
  orchestrator: { scopes: [resources["storefront-agents"].scope], logs_people_in: true },
  "product-discovery": { scopes: [resources["mcp-product"].scope], logs_people_in: false },
  "inventory-fulfillment": { scopes: [resources["mcp-inventory"].scope], logs_people_in: false }
} satisfies { readonly [Name in ServiceName]?: Rights }

/** The names of these services. */
export const knownNames = Record.keys(knownClients)
