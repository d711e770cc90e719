import { HttpClient, HttpClientRequest } from "@effect/platform"
import { SqlClient } from "@effect/sql"
import { SpecialistName } from "@storefront/domain/Topology"
import { Effect, Option, Record, Schema } from "effect"
import { cardPath } from "../a2a/HttpBinding.ts"
import { CallerHeaders } from "../a2a/CallerHeaders.ts"
import { registry } from "../../platform/config/AgentsConfig.ts"
import { databaseIdentity } from "../../platform/database/DatabaseIdentity.ts"
import * as Health from "../../platform/http/Health.ts"
import * as DependencyHealth from "../../platform/http/DependencyHealth.ts"
import { SpecialistCredentials } from "./SpecialistCredentials.ts"

const decode = Schema.decodeUnknown(Schema.Union(Health.Ready, Health.Unavailable))

const decodeCard = Schema.decodeUnknown(Schema.Struct({ name: SpecialistName }))

/** Names of health checks that are ignored here, because the orchestrator has and reports the same ones. */
const sharedChecks: ReadonlySet<string> = new Set(["model", "issuer"])

/** Placeholder for the caller, which a specialist checks only after the sender's credentials and the version. */
const noCaller = Schema.decodeSync(CallerHeaders)({
  "x-user-id": "00000000-0000-4000-8000-000000000000",
  "x-user-email": "nobody@storefront.invalid",
  "x-user-role": "customer",
  "x-conversation-id": "00000000-0000-4000-8000-000000000000"
})

const degraded = (message: string) => new DependencyHealth.Degraded({ message })

/**
 * Builds the standing of each specialist: it is reachable and ready, works on our database, has no degraded check, and
 * accepts our credentials. Costs no tokens.
 */
export const make = Effect.gen(function* () {
  const addresses = yield* registry
  const proof = yield* SpecialistCredentials
  const ownDatabase = Effect.provideService(databaseIdentity, SqlClient.SqlClient, yield* SqlClient.SqlClient)
  const client = HttpClient.withScope(yield* HttpClient.HttpClient)

  const check = Effect.fnUntraced(function* (specialist: SpecialistName) {
    const address = addresses[specialist].href.replace(/\/+$/, "")
    const unreachable = () => degraded(`It cannot be reached. Start it, or set its address in AGENT_REGISTRY.`)
    const response = yield* Effect.mapError(client.get(`${address}/readyz`), unreachable)
    const readiness = yield* response.json.pipe(
      Effect.flatMap(decode),
      Effect.mapError(() => degraded("Something else answers at its address. Correct AGENT_REGISTRY or its port."))
    )
    if ("failed" in readiness) {
      return yield* degraded(`It is not ready: ${Health.describeMissing(readiness).join(", ")}. Look into its log.`)
    }
    const database = yield* ownDatabase
    if (readiness.database !== undefined && Option.isSome(database) && database.value !== readiness.database) {
      return yield* degraded("It uses another database. Start it with the DATABASE_URL of the orchestrator.")
    }
    const degradedCheck = readiness.checks.find(({ name, state }) => state === "degraded" && !sharedChecks.has(name))
    if (degradedCheck !== undefined) {
      return yield* degraded(`${degradedCheck.name}: ${degradedCheck.reason ?? "degraded"}`)
    }
    const card = yield* client.get(`${address}${cardPath}`).pipe(
      Effect.flatMap(({ json }) => json),
      Effect.flatMap(decodeCard),
      Effect.mapError(unreachable)
    )
    if (card.name !== specialist) {
      return yield* degraded(`${card.name} answers at its address. Correct AGENT_REGISTRY.`)
    }
    // `AgentRequest.check` refuses an unknown version right after the sender's credentials, and before the caller.
    const probe = HttpClientRequest.get(`${address}/tasks`, { headers: { "a2a-version": "0" } })
    const { status } = yield* Effect.catchTags(proof.send({ specialist, caller: noCaller }, probe, client.execute), {
      TokenUnavailable: () => degraded("The issuer grants no token for it. See the log of the authorization server."),
      RequestError: unreachable,
      ResponseError: unreachable
    })
    if (status === 401) {
      return yield* degraded(
        "It rejects the orchestrator. Give both the same AGENT_SHARED_SECRET, or the same OAUTH_ISSUER."
      )
    }
  }, Effect.scoped)

  return yield* Effect.all(
    Record.fromEntries(
      SpecialistName.literals.map(
        (name) => [name, DependencyHealth.cachedCheck(check(name), DependencyHealth.checkTimeout.behind)] as const
      )
    )
  )
})
