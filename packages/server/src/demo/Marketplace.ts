import { SqlClient } from "@effect/sql"
import { AgentName } from "@storefront/domain/Topology"
import { Effect } from "effect"
import { account, admin, alice, bob, carol, firstGenerated, powerUser, sellerOf } from "./Accounts.ts"
import type { Row } from "./Loader.ts"
import { ago, iso, randomOf, type World } from "./World.ts"

/** Gives the agents that the migrations bring ids that equal seeds share. */
export const nameAgents = Effect.fnUntraced(function* (world: World) {
  const sql = yield* SqlClient.SqlClient
  const ids = AgentName.literals.map((name, index) => ({
    name,
    id: randomOf(world, "agent", index).uuid(ago(world, 300))
  }))
  yield* sql`
    UPDATE agent_catalog a SET id = given.id
    FROM json_to_recordset(${JSON.stringify(ids)}::json) AS given (name text, id uuid) WHERE a.name = given.name`
})

interface AccessRequest {
  readonly requester: number
  readonly agent: AgentName
  readonly role: string
  readonly useCase: string
  /** Days since the request. */
  readonly age: number
  /** `automatic` means that the agent needs no approval. */
  readonly outcome: "pending" | "automatic" | "approved" | "denied"
  readonly notes?: string
}

const requests: ReadonlyArray<AccessRequest> = [
  {
    requester: alice,
    agent: "product-discovery",
    role: "user",
    useCase: "I would like to find presents faster.",
    age: 75,
    outcome: "automatic"
  },
  {
    requester: powerUser,
    agent: "order-management",
    role: "user",
    useCase: "I keep track of the orders of my team.",
    age: 68,
    outcome: "automatic"
  },
  {
    requester: powerUser,
    agent: "inventory-fulfillment",
    role: "user",
    useCase: "I plan deliveries to two offices and want to know what is in stock where.",
    age: 66,
    outcome: "approved",
    notes: "Approved by hand during the trial."
  },
  {
    requester: carol,
    agent: "pricing-promotions",
    role: "user",
    useCase: "More coupons.",
    age: 44,
    outcome: "denied",
    notes: "Please describe what you need it for."
  },
  {
    requester: firstGenerated + 2,
    agent: "review-sentiment",
    role: "operator",
    useCase: "I want to answer reviews of other shops.",
    age: 31,
    outcome: "denied",
    notes: "Only sellers answer reviews, and only of their own products."
  },
  {
    requester: sellerOf(0),
    agent: "review-sentiment",
    role: "operator",
    useCase: "Answer the reviews of our products and see which faults are named most often.",
    age: 6,
    outcome: "pending"
  },
  {
    requester: powerUser,
    agent: "pricing-promotions",
    role: "user",
    useCase: "Compare bundles before the quarterly order of my team.",
    age: 4,
    outcome: "pending"
  },
  {
    requester: bob,
    agent: "review-sentiment",
    role: "viewer",
    useCase: "I would like to see which reviews can be trusted.",
    age: 2.5,
    outcome: "pending"
  },
  {
    requester: firstGenerated + 5,
    agent: "pricing-promotions",
    role: "viewer",
    useCase: "Find out whether I save more with a coupon or with a promotion.",
    age: 1,
    outcome: "pending"
  }
]

const requestId = (world: World, index: number, { age }: AccessRequest) =>
  randomOf(world, "access request", index).uuid(ago(world, age))

const isDecidedByAdmin = ({ outcome }: AccessRequest) => outcome === "approved" || outcome === "denied"

/** Returns the time of the decision; null while pending. */
const resolvedAt = (world: World, request: AccessRequest) =>
  request.outcome === "pending" ? null : iso(ago(world, request.age - (isDecidedByAdmin(request) ? 0.7 : 0)))

export const requestRows = (world: World): ReadonlyArray<Row> =>
  requests.map((request, index) => ({
    id: requestId(world, index, request),
    user_id: account(world, request.requester).id,
    agent_name: request.agent,
    role_requested: request.role,
    use_case: request.useCase,
    status: request.outcome === "automatic" ? "approved" : request.outcome,
    admin_notes: request.notes ?? "",
    reviewed_by: isDecidedByAdmin(request) ? account(world, admin).id : null,
    created_at: iso(ago(world, request.age)),
    resolved_at: resolvedAt(world, request)
  }))

interface Permission {
  readonly owner: number
  readonly agent: AgentName
  readonly role: string
}

const withoutApproval: ReadonlyArray<AgentName> = [
  "orchestrator",
  "product-discovery",
  "order-management",
  "inventory-fulfillment"
]

const permissions: ReadonlyArray<Permission> = [
  ...AgentName.literals.map((agent) => ({ owner: admin, agent, role: "admin" })),
  ...withoutApproval.map((agent) => ({ owner: powerUser, agent, role: "user" })),
  { owner: alice, agent: "product-discovery", role: "user" }
]

/** Returns the permissions: granted on request, or when the shop was set up. */
export const permissionRows = (world: World): ReadonlyArray<Row> =>
  permissions.map(({ agent, owner, role }, index) => {
    const position = requests.findIndex((request) => request.requester === owner && request.agent === agent)
    const request = requests[position]
    const grantingRequest = request === undefined || request.outcome === "pending" ? undefined : request
    const grantedMillis = ago(world, grantingRequest === undefined ? 90 - index : grantingRequest.age)
    return {
      id: randomOf(world, "permission", index).uuid(grantedMillis),
      user_id: account(world, owner).id,
      agent_name: agent,
      role,
      request_id: grantingRequest === undefined ? null : requestId(world, position, grantingRequest),
      granted_by: grantingRequest?.outcome === "automatic" ? null : account(world, admin).id,
      granted_at: grantingRequest === undefined ? iso(grantedMillis) : resolvedAt(world, grantingRequest)
    }
  })
