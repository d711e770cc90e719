import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { AccessConflict, AgentNotFound } from "../Errors.ts"
import { AccountRole } from "../Identity.ts"
import { AccessRequestId } from "../Ids.ts"
import { AccountAuthentication } from "./Authentication.ts"
import { bounded, text } from "./Fields.ts"
import { JsonBody } from "./JsonBody.ts"

export class MarketplaceAgent extends Schema.Class<MarketplaceAgent>("MarketplaceAgent")({
  id: Schema.UUID,
  name: Schema.String,
  display_name: Schema.String,
  description: Schema.String,
  category: Schema.String,
  icon: Schema.String,
  status: Schema.Literal("active", "inactive"),
  /** Semantic version. */
  version: Schema.String,
  capabilities: Schema.Array(Schema.String),
  requires_approval: Schema.Boolean,
  /** Roles approved immediately if the agent requires no approval. */
  allowed_roles: Schema.Array(AccountRole)
}) {}

export class GrantedAgent extends Schema.Class<GrantedAgent>("GrantedAgent")({
  agent_name: Schema.String,
  display_name: Schema.String,
  description: Schema.String,
  category: Schema.String,
  icon: Schema.String,
  /** The requested label; it grants nothing by itself. */
  role: Schema.String,
  granted_at: Schema.DateTimeUtc
}) {}

export const AccessRequestForm = Schema.Struct({
  agent_name: text,
  role_requested: bounded(1, 50),
  use_case: bounded(1, 2000)
})
export type AccessRequestForm = typeof AccessRequestForm.Type

export class AccessRequestReceipt extends Schema.Class<AccessRequestReceipt>("AccessRequestReceipt")({
  id: AccessRequestId,
  agent_name: Schema.String,
  status: Schema.Literal("pending", "approved"),
  message: Schema.String
}) {}

export class MarketplaceApi extends HttpApiGroup.make("marketplace")
  .add(
    HttpApiEndpoint.get("agents", "/agents")
      .addSuccess(Schema.Array(MarketplaceAgent))
      .annotate(OpenApi.Summary, "List the agents that can be requested")
      .annotate(OpenApi.Description, "Active agents, in the order of their display names.")
  )
  .add(
    HttpApiEndpoint.post("request", "/request")
      .setPayload(AccessRequestForm)
      .addSuccess(AccessRequestReceipt)
      .addError(AgentNotFound.http)
      .addError(AccessConflict.http)
      .middleware(JsonBody)
      .annotate(OpenApi.Summary, "Request access to an agent")
      .annotate(
        OpenApi.Description,
        "Approved at once where the agent needs no approval and the role of the caller is among its `allowed_roles`, else pending until an administrator decides."
      )
  )
  .add(
    HttpApiEndpoint.get("mine", "/my-agents")
      .addSuccess(Schema.Array(GrantedAgent))
      .annotate(OpenApi.Summary, "List the agents the caller has access to, newest grant first")
      .annotate(OpenApi.Description, "The `role` is the label that was asked for.")
  )
  // On the endpoints, so that authentication runs before the body is decoded.
  .middlewareEndpoints(AccountAuthentication)
  .prefix("/marketplace")
  .annotate(OpenApi.Description, "Access to agents.") {}
