import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Schema } from "effect"
import { RequestAlreadyResolved, RequestNotFound } from "../Errors.ts"
import { AccountRole, UserId } from "../Identity.ts"
import { AccessRequestId, TraceId, UsageLogId } from "../Ids.ts"
import { AgentName } from "../Topology.ts"
import { EmailAddress } from "./AuthApi.ts"
import { AdminAuthentication } from "./Authentication.ts"
import { bounded, rule } from "./Fields.ts"
import { JsonBody } from "./JsonBody.ts"
import { choice, pageOffset, query } from "./Queries.ts"

export class PendingRequest extends Schema.Class<PendingRequest>("PendingRequest")({
  id: AccessRequestId,
  agent_name: Schema.String,
  role_requested: Schema.String,
  use_case: Schema.String,
  status: Schema.Literal("pending"),
  created_at: Schema.DateTimeUtc,
  user_email: Schema.String,
  user_name: Schema.String,
  user_role: AccountRole
}) {}

/** Notes of the reviewer; null or absent becomes the empty string. */
export const Decision = Schema.Struct({
  admin_notes: Schema.optionalWith(bounded(0, 2000).annotations(rule("must be at most 2000 characters")), {
    default: () => "",
    nullable: true
  })
})

export class UsageTotals extends Schema.Class<UsageTotals>("UsageTotals")({
  total_requests: Schema.Int,
  unique_users: Schema.Int,
  total_tokens_in: Schema.Int,
  total_tokens_out: Schema.Int,
  avg_duration_ms: Schema.Int,
  total_tool_calls: Schema.Int
}) {}

export class AgentUsage extends Schema.Class<AgentUsage>("AgentUsage")({
  agent_name: Schema.String,
  request_count: Schema.Int,
  unique_users: Schema.Int,
  tokens_in: Schema.Int,
  tokens_out: Schema.Int,
  avg_duration_ms: Schema.Int,
  error_count: Schema.Int
}) {}

export class DailyUsage extends Schema.Class<DailyUsage>("DailyUsage")({
  /** `YYYY-MM-DD`, UTC. */
  day: Schema.String,
  request_count: Schema.Int,
  unique_users: Schema.Int
}) {}

export class UsageStatistics extends Schema.Class<UsageStatistics>("UsageStatistics")({
  period: Schema.Literal("last_30_days"),
  overall: UsageTotals,
  by_agent: Schema.Array(AgentUsage),
  /** Exactly seven days, oldest first, today last. */
  daily_trend: Schema.Array(DailyUsage)
}) {}

export class AuditStep extends Schema.Class<AuditStep>("AuditStep")({
  step_index: Schema.Int,
  tool_name: Schema.String,
  tool_input: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  tool_output: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  status: Schema.Literal("success", "error", "cancelled"),
  duration_ms: Schema.Int
}) {}

export class AuditEntry extends Schema.Class<AuditEntry>("AuditEntry")({
  id: UsageLogId,
  agent_name: Schema.String,
  user_email: Schema.String,
  user_name: Schema.String,
  input_summary: Schema.String,
  tokens_in: Schema.Int,
  tokens_out: Schema.Int,
  tool_calls_count: Schema.Int,
  duration_ms: Schema.Int,
  status: Schema.Literal("success", "error", "blocked", "cancelled"),
  error_message: Schema.NullOr(Schema.String),
  trace_id: TraceId,
  created_at: Schema.DateTimeUtc,
  steps: Schema.Array(AuditStep)
}) {}

export class AuditPage extends Schema.Class<AuditPage>("AuditPage")({
  entries: Schema.Array(AuditEntry),
  /** Matching entries on all pages; without a filter, the whole log. */
  total: Schema.Int,
  /** The effective page size, after the cap. */
  limit: Schema.Int,
  offset: Schema.Int
}) {}

export const AuditQuery = query({
  trace_id: Schema.optional(
    TraceId.annotations({
      ...rule("must be 32 hexadecimal digits in lower case"),
      jsonSchema: { type: "string", pattern: "^[0-9a-f]{32}$" }
    })
  ),
  /** The person for whom the agent worked. */
  user: Schema.optional(
    Schema.Union(UserId, EmailAddress).annotations({
      ...rule("must be an e-mail address or the id of an account"),
      jsonSchema: { type: "string", description: "An e-mail address or the id of an account." }
    })
  ),
  agent: Schema.optional(choice(...AgentName.literals)),
  status: Schema.optional(choice(...AuditEntry.fields.status.literals)),
  /** Capped at 200. */
  limit: Schema.optionalWith(
    Schema.String.pipe(
      Schema.pattern(/^\d*[1-9]\d*$/),
      Schema.transform(Schema.Int, { strict: true, decode: (digits) => Math.min(Number(digits), 200), encode: String })
    ).annotations({
      ...rule("must be at least 1"),
      jsonSchema: { type: "integer", minimum: 1, default: 50, description: "Larger values count as 200." }
    }),
    { default: () => 50 }
  ),
  offset: pageOffset
})
export type AuditQuery = typeof AuditQuery.Type

const path = Schema.Struct({ request_id: Schema.String })

export class AdminApi extends HttpApiGroup.make("admin")
  .add(
    HttpApiEndpoint.get("requests", "/requests")
      .addSuccess(Schema.Array(PendingRequest))
      .annotate(OpenApi.Summary, "List pending access requests, oldest first")
      .annotate(OpenApi.Description, "At most 1,000.")
  )
  .add(
    HttpApiEndpoint.post("approve", "/requests/:request_id/approve")
      .setPath(path)
      .setPayload(Decision)
      .addSuccess(Schema.Struct({ status: Schema.Literal("approved"), request_id: AccessRequestId }))
      .addError(RequestNotFound.http)
      .addError(RequestAlreadyResolved.http)
      .middleware(JsonBody)
      .annotate(OpenApi.Summary, "Approve an access request and grant the permission")
      .annotate(
        OpenApi.Description,
        "Of two administrators who decide at the same time one is too late, and is told what was decided."
      )
  )
  .add(
    HttpApiEndpoint.post("deny", "/requests/:request_id/deny")
      .setPath(path)
      .setPayload(Decision)
      .addSuccess(Schema.Struct({ status: Schema.Literal("denied"), request_id: AccessRequestId }))
      .addError(RequestNotFound.http)
      .addError(RequestAlreadyResolved.http)
      .middleware(JsonBody)
      .annotate(OpenApi.Summary, "Deny an access request")
      .annotate(OpenApi.Description, "Nothing is granted. The person may ask again.")
  )
  .add(
    HttpApiEndpoint.get("usage", "/usage")
      .addSuccess(UsageStatistics)
      .annotate(OpenApi.Summary, "Usage of the last 30 days")
      .annotate(
        OpenApi.Description,
        "In total, by agent, and by UTC day for the last seven days. A request is one run of an agent."
      )
  )
  .add(
    HttpApiEndpoint.get("audit", "/audit")
      .setUrlParams(AuditQuery)
      .addSuccess(AuditPage)
      .annotate(OpenApi.Summary, "The audit log with every tool step, newest first")
      .annotate(
        OpenApi.Description,
        "Every run of an agent, whatever its outcome. Filters are combined; `trace_id` is the `x-trace-id` of an answer."
      )
  )
  // On the endpoints, so that authentication runs before the body is decoded.
  .middlewareEndpoints(AdminAuthentication)
  .prefix("/admin")
  .annotate(OpenApi.Description, "Role admin only.") {}
