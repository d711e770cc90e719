import { HttpClientError } from "@effect/platform"
import { type SqlClient } from "@effect/sql"
import { NodeHttpClient } from "@effect/platform-node"
import { EmailAddress } from "@storefront/domain/api/AuthApi"
import * as StorefrontClient from "@storefront/domain/api/StorefrontClient"
import { AgentName, services, SpecialistName } from "@storefront/domain/Topology"
import { AccountOperations } from "@storefront/server/shop/accounts/AccountOperations"
import * as AgentsConfig from "@storefront/server/platform/config/AgentsConfig"
import * as HttpConfig from "@storefront/server/platform/config/HttpConfig"
import * as Database from "@storefront/server/platform/database/Database"
import * as Migrations from "@storefront/server/platform/database/Migrations"
import * as DependencyHealth from "@storefront/server/platform/http/DependencyHealth"
import { portVariables } from "@storefront/server/testing/FreePort"
import { Array, Clock, ConfigProvider, Data, Effect, Layer, Logger, LogLevel, Option, Redacted, Schema } from "effect"
import { randomUUID } from "node:crypto"
import * as Readiness from "../Readiness.ts"

/** A turn that the doctor plays, to see whether one works. */

/** A question that the orchestrator cannot answer by itself. */
const question = "Where is my latest order?"
const needed: SpecialistName = "order-management"

/** The customer of the demonstration shop. */
const demonstration = { email: "alice@example.com", password: Redacted.make("storefront-demo") }

const addressOf = Schema.decodeSync(EmailAddress)

/** There is no answer, or the specialist that it needs took no part. */
export class TurnFailed extends Data.TaggedError("TurnFailed")<{ readonly message: string; readonly mend: string }> {}

const ofModel = "Ask the model for everything that agents need: storefront model check"

const described = (error: { readonly _tag: string; readonly message: string }) =>
  HttpClientError.isHttpClientError(error)
    ? new TurnFailed({
        message: "The orchestrator does not answer, or something else does",
        mend: "Read its log, or correct ORCHESTRATOR_PORT"
      })
    : error._tag === "ParseError"
      ? new TurnFailed({ message: "The answer does not fit the contract", mend: "Start the suite of this version" })
      : new TurnFailed({
          message: error.message,
          mend:
            error._tag === "TooManyRequests"
              ? "Wait a while, or raise BUDGET_TURN_TOKENS, BUDGET_USER_DAY_TOKENS or RATE_LIMIT_*"
              : ofModel
        })

/** Logs in as the customer of the demonstration, or else signs up a new account. */
const someone = Effect.fnUntraced(function* (baseUrl: string) {
  const door = yield* StorefrontClient.make({ baseUrl })
  const email = addressOf(`doctor-${randomUUID()}@storefront.invalid`)
  return yield* Effect.orElse(
    Effect.map(door.auth.logIn({ payload: demonstration }), (session) => ({ ...session, isNew: false })),
    () =>
      Effect.map(
        door.auth.signUp({ payload: { email, password: Redacted.make(randomUUID()), name: "storefront doctor" } }),
        (session) => ({ ...session, isNew: true })
      )
  )
})

const close = (email: Parameters<typeof addressOf>[0]) =>
  Effect.flatMap(AccountOperations, (accounts) => accounts.delete({ _tag: "Email", email: addressOf(email) }))

/** Removes the conversations begun with the question since a point in time. */
const removeBegun = Effect.fnUntraced(function* (
  door: Effect.Effect.Success<ReturnType<typeof StorefrontClient.make>>,
  since: number
) {
  const conversations = yield* door.conversations.list()
  const begun = conversations.filter(({ created_at, title }) => title === question && created_at.epochMillis >= since)
  yield* Effect.forEach(begun, ({ id }) => door.conversations.remove({ path: { conversation_id: id } }))
})

/** Asks at this address, and removes the conversation. */
const ask = Effect.fnUntraced(function* (baseUrl: string) {
  const begin = yield* Clock.currentTimeMillis
  const { access_token: accessToken, isNew, user } = yield* someone(baseUrl)
  const door = yield* StorefrontClient.make({ baseUrl, accessToken })
  yield* Effect.addFinalizer(() => (isNew ? Effect.ignoreLogged(close(user.email)) : Effect.void))
  // A question that fails does not say which conversation it has begun.
  yield* Effect.addFinalizer(() => Effect.ignore(removeBegun(door, begin)))
  const { agents_involved, conversation_id } = yield* door.chat.send({
    payload: { message: question, conversation_id: null }
  })
  const seconds = ((yield* Clock.currentTimeMillis) - begin) / 1000
  const conversation = yield* Effect.option(door.conversations.detail({ path: { conversation_id } }))
  if (!agents_involved.includes(needed)) {
    return yield* new TurnFailed({ message: `"${question}" was answered, but not by ${needed}`, mend: ofModel })
  }
  const messages = Option.match(conversation, { onNone: () => [], onSome: ({ messages }) => messages })
  const tokens = messages.reduce((sum, { tokens_in, tokens_out }) => sum + tokens_in + tokens_out, 0)
  const left = isNew ? "a closed account, and the entry in the audit" : "the entry in the audit"
  return `"${question}" was answered by ${needed} in ${seconds.toFixed(1)} s with ${tokens} tokens; left behind: ${left}`
}, Effect.scoped)

const play = (baseUrl: string) =>
  ask(baseUrl).pipe(
    Effect.mapError((error) => (error._tag === "TurnFailed" ? error : described(error))),
    Effect.timeoutFail({
      duration: "130 seconds",
      onTimeout: () => new TurnFailed({ message: "There is no answer", mend: "Read the log of the suite" })
    }),
    Effect.provide(NodeHttpClient.layerUndici)
  )

/** Plays the turn, and then reads the readiness, since the suite has learned from the turn. */
const played = Effect.gen(function* () {
  const outcome = yield* Effect.either(play(yield* HttpConfig.address("orchestrator")))
  return { outcome, readiness: yield* Readiness.of("orchestrator") }
})

/** Asks the running suite. */
export const atSuite = Effect.provide(played, Layer.provide(AccountOperations.layer, Database.layerCommand))

/** Makes the settings of a suite at free ports; specialists configured at other addresses are asked there. */
const ownSettings = Effect.gen(function* () {
  const ports = yield* portVariables(AgentName.literals)
  const configured = yield* AgentsConfig.registry
  const entries = yield* Effect.forEach(SpecialistName.literals, (name) =>
    Effect.map(HttpConfig.address(name), (address) => {
      const { href, origin } = configured[name]
      return [
        name,
        origin === new URL(address).origin ? `http://127.0.0.1:${ports[services[name].portVariable]}` : href
      ]
    })
  )
  const registry = Object.fromEntries(entries)
  const overrides = ConfigProvider.fromMap(
    new Map([...Object.entries(ports), ["HOST", "127.0.0.1"], ["AGENT_REGISTRY", JSON.stringify(registry)]])
  )
  return yield* Effect.configProviderWith((environment) =>
    Effect.succeed(Layer.setConfigProvider(ConfigProvider.orElse(overrides, () => environment)))
  )
})

/** Asks a suite started for this at free ports, on the configured database, or in memory if there is none yet. */
export const inOwnSuite = Effect.fn("Turn.alone")(function* (place: "configured" | "in memory") {
  const settings = yield* ownSettings
  const { agent } = yield* Effect.promise(() => import("../Services.ts"))
  const suite = agent("orchestrator").pipe(
    Layer.provide(Layer.mergeAll(...Array.map(SpecialistName.literals, (name) => agent(name))))
  )
  const MemoryLayer = Layer.provideMerge(Migrations.layer, Database.layerEmbedded())
  const playedOn = <E, R>(database: Layer.Layer<SqlClient.SqlClient, E, R>) =>
    Effect.provide(
      played,
      Layer.merge(suite, AccountOperations.layer).pipe(
        Layer.provide(database),
        Layer.provide(DependencyHealth.ProviderHealth.layer),
        Layer.provideMerge(settings)
      )
    ).pipe(
      // Failures are reported as findings.
      Logger.withMinimumLogLevel(LogLevel.None)
    )
  return place === "configured" ? yield* playedOn(Database.layerCommand) : yield* playedOn(MemoryLayer)
})
