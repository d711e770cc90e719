import { SqlClient, SqlSchema } from "@effect/sql"
import { PendingRequest } from "@storefront/domain/api/AdminApi"
import { type AccessRequestForm, AccessRequestReceipt } from "@storefront/domain/api/MarketplaceApi"
import {
  AccessConflict,
  AgentNotFound,
  type DatabaseUnavailable,
  RequestAlreadyResolved,
  RequestNotFound
} from "@storefront/domain/Errors"
import { Role, type User, UserId } from "@storefront/domain/Identity"
import { AccessRequestId } from "@storefront/domain/Ids"
import { Array, Context, Effect, Layer, Option, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import { timestampAfter } from "../../platform/database/TimestampAfter.ts"
import { isUniqueViolation, orUnavailable, withRetry } from "../../platform/database/Transaction.ts"

const PendingRow = Schema.Struct({ ...PendingRequest.fields, created_at: Schema.DateTimeUtcFromDate })

/** Access rules of an active agent, with the user's pending request and access. */
const Offer = Schema.Struct({
  requires_approval: Schema.Boolean,
  allowed_roles: Schema.Array(Role),
  has_pending: Schema.Boolean,
  has_access: Schema.Boolean
})

const ResolvedRequest = Schema.Struct({ user_id: UserId, agent_name: Schema.String, role_requested: Schema.String })

const Status = Schema.Struct({ status: Schema.Literal("pending", "approved", "denied") })

const pendingConflict = () => new AccessConflict()
const accessConflict = () => new AccessConflict({ message: "You already have access to this agent" })

/** A reviewer's decision on a request. */
export interface Decision {
  readonly reviewer: UserId
  readonly request: AccessRequestId
  readonly status: "approved" | "denied"
  readonly notes: string
}

/** A permission to grant for a request; a null reviewer means automatic approval. */
interface Grant {
  readonly user: UserId
  readonly agent: string
  readonly role: string
  readonly request: AccessRequestId
  readonly reviewer: UserId | null
}

/** Requests for access to agents, and the permissions granted. */
export class AccessRequests extends Context.Tag("@storefront/server/shop/marketplace/AccessRequests")<
  AccessRequests,
  {
    /** Grants access at once if no approval is needed and the user's role is allowed; otherwise an admin decides. */
    readonly submit: (
      user: User,
      form: AccessRequestForm
    ) => Effect.Effect<AccessRequestReceipt, AgentNotFound | AccessConflict | DatabaseUnavailable>
    /** Lists pending requests, oldest first, at most 1,000. */
    readonly listPending: Effect.Effect<ReadonlyArray<PendingRequest>, DatabaseUnavailable>
    /** Resolves a pending request; approval grants the permission. */
    readonly resolve: (
      decision: Decision
    ) => Effect.Effect<void, RequestNotFound | RequestAlreadyResolved | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient

      const selectOffer = SqlSchema.findOne({
        Request: Schema.Struct({ user: UserId, agent: Schema.String }),
        Result: Offer,
        execute: ({ agent, user }) => sql`
          SELECT requires_approval, allowed_roles,
            EXISTS (
              SELECT FROM access_requests r WHERE r.user_id = ${user} AND r.agent_name = a.name AND r.status = 'pending'
            ) AS has_pending,
            EXISTS (SELECT FROM agent_permissions p WHERE p.user_id = ${user} AND p.agent_name = a.name) AS has_access
          FROM agent_catalog a WHERE a.name = ${agent} AND a.status = 'active'`
      })
      const selectPending = SqlSchema.findAll({
        Request: Schema.Void,
        Result: PendingRow,
        execute: () => sql`
          SELECT r.id, r.agent_name, r.role_requested, r.use_case, r.status, r.created_at, u.email AS user_email,
            u.name AS user_name, u.role AS user_role
          FROM access_requests r JOIN users u ON u.id = r.user_id
          WHERE r.status = 'pending' ORDER BY r.created_at, r.id LIMIT 1000`
      })
      const updatePending = SqlSchema.findOne({
        Request: Schema.Struct({ id: AccessRequestId, reviewer: UserId, status: Schema.String, notes: Schema.String }),
        Result: ResolvedRequest,
        execute: ({ id, notes, reviewer, status }) => sql`
          UPDATE access_requests
          SET status = ${status}, admin_notes = ${notes}, reviewed_by = ${reviewer},
            resolved_at = greatest(now(), created_at)
          WHERE id = ${id} AND status = 'pending'
          RETURNING user_id, agent_name, role_requested`
      })
      const selectStatus = SqlSchema.findOne({
        Request: AccessRequestId,
        Result: Status,
        execute: (id) => sql`SELECT status FROM access_requests WHERE id = ${id}`
      })

      const insertPermission = ({ agent, request, reviewer, role, user }: Grant) => sql`
        INSERT INTO agent_permissions (id, user_id, agent_name, role, request_id, granted_by, granted_at)
        VALUES (${uuid()}, ${user}, ${agent}, ${role}, ${request}, ${reviewer},
          ${timestampAfter(sql, sql`SELECT max(granted_at) FROM agent_permissions WHERE user_id = ${user}`)})`

      const submit = Effect.fn("AccessRequests.submit")(
        function* (user: User, { agent_name, role_requested, use_case }: AccessRequestForm) {
          const found = yield* selectOffer({ user: user.id, agent: agent_name })
          const offer = yield* Effect.mapError(found, () => new AgentNotFound())
          if (offer.has_pending) {
            return yield* pendingConflict()
          }
          if (offer.has_access) {
            return yield* accessConflict()
          }
          const id = AccessRequestId.make(uuid())
          const isGranted = !offer.requires_approval && Array.contains(offer.allowed_roles, user.role)
          yield* sql`
            INSERT INTO access_requests
              (id, user_id, agent_name, role_requested, use_case, status, created_at, resolved_at)
            SELECT ${id}::uuid, ${user.id}::uuid, ${agent_name}, ${role_requested}, ${use_case},
              ${isGranted ? "approved" : "pending"}, t.now, CASE WHEN ${isGranted}::boolean THEN t.now END
            FROM (SELECT ${timestampAfter(sql, sql`SELECT max(created_at) FROM access_requests WHERE status = 'pending'`)} AS now) t`
          if (isGranted) {
            yield* insertPermission({
              user: user.id,
              agent: agent_name,
              role: role_requested,
              request: id,
              reviewer: null
            })
          }
          return isGranted
            ? new AccessRequestReceipt({ id, agent_name, status: "approved", message: "Access granted" })
            : new AccessRequestReceipt({
                id,
                agent_name,
                status: "pending",
                message: "Request submitted, waiting for approval"
              })
        },
        withRetry(sql),
        // A concurrent request came first; the violated index shows its state, pending or granted.
        Effect.catchIf(isUniqueViolation, (error) =>
          isUniqueViolation(error, "access_requests_one_pending") ? pendingConflict() : accessConflict()
        ),
        orUnavailable
      )

      const resolve = Effect.fn("AccessRequests.resolve")(
        function* ({ notes, request, reviewer, status }: Decision) {
          const updated = yield* updatePending({ id: request, reviewer, status, notes })
          if (Option.isNone(updated)) {
            const found = yield* selectStatus(request)
            const resolved = yield* Effect.mapError(found, () => new RequestNotFound())
            return yield* new RequestAlreadyResolved({ message: `Request already ${resolved.status}` })
          }
          if (status === "approved") {
            const { agent_name, role_requested, user_id } = updated.value
            yield* sql`
              ${insertPermission({ user: user_id, agent: agent_name, role: role_requested, request, reviewer })}
              ON CONFLICT (user_id, agent_name) DO UPDATE
              SET role = EXCLUDED.role, request_id = EXCLUDED.request_id, granted_by = EXCLUDED.granted_by,
                granted_at = EXCLUDED.granted_at`
          }
          yield* Effect.annotateLogs(Effect.logInfo("Access request resolved"), { "request.id": request, status })
        },
        withRetry(sql),
        orUnavailable
      )

      const listPending = orUnavailable(selectPending()).pipe(
        Effect.map(Array.map((row) => new PendingRequest(row, skipValidation))),
        Effect.withSpan("AccessRequests.listPending")
      )

      return { submit, listPending, resolve }
    })
  )
}
