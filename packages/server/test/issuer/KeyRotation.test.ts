import { HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { Array, Deferred, Effect, Layer, Logger, LogLevel, Ref } from "effect"
import { decodeProtectedHeader } from "jose"
import { recorder } from "../../src/testing/RecordedSpans.ts"
import * as TestAuthServer from "../../src/testing/TestAuthServer.ts"
import * as TestDatabase from "../../src/testing/TestDatabase.ts"
import { askFor, assertionOf, assertionType } from "../support/clientAssertion.ts"
import * as FrontDoor from "../support/frontDoor.ts"
import * as Modes from "../support/modes.ts"
import { send } from "../support/requests.ts"

const orchestrator = { client_id: "orchestrator", scopes: ["agent:invoke"], logs_people_in: true }

/** Log-in, refresh and a read, again and again; answers the statuses that were not 200. */
const customer = (until: Effect.Effect<boolean>, met: (kid: string | undefined) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const failures = yield* Ref.make<ReadonlyArray<number>>([])
    yield* Effect.gen(function* () {
      const session = yield* send("/api/auth/login", {
        json: { email: "alice@example.com", password: FrontDoor.password }
      })
      const again = yield* send("/api/auth/refresh", { json: { refresh_token: session.body.refresh_token } })
      const reads = yield* Effect.forEach([session.body.access_token, again.body.access_token], (token) =>
        send("/api/profile", { token: String(token) })
      )
      const statuses = [session, again, ...reads].map(({ status }) => status)
      yield* Ref.update(failures, Array.appendAll(statuses.filter((status) => status !== 200)))
      yield* met(decodeProtectedHeader(String(session.body.access_token)).kid)
    }).pipe(Effect.repeat({ until: () => until }))
    return yield* Ref.get(failures)
  })

const TestLayer = Layer.merge(TestDatabase.seeded, NodeHttpClient.layerUndici)

layer(TestLayer, { excludeTestServices: true })("keys of the authorization server", (it) => {
  it.scoped("change under load without one request that fails", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const issuer = yield* TestAuthServer.start({ BCRYPT_COST: "4" })
      const { file } = yield* issuer.addClient(orchestrator)
      const mode: Modes.Mode = {
        ...Modes.oauth,
        start: Effect.succeed({
          variables: { AUTH_MODE: "oauth", OAUTH_ISSUER: issuer.name, OAUTH_CLIENT_KEY_FILE: file },
          forger: { sign: issuer.sign }
        })
      }
      const database = Layer.succeed(SqlClient.SqlClient, sql)
      const door = yield* Layer.build(FrontDoor.layer(database, {}, undefined, mode))
      const [old] = yield* issuer.keys.current
      const isOver = yield* Ref.make(false)
      const started = yield* Deferred.make<void>()
      const changed = yield* Deferred.make<void>()
      const met = (kid: string | undefined) =>
        kid === old.kid
          ? Effect.asVoid(Deferred.succeed(started, undefined))
          : Effect.asVoid(Deferred.succeed(changed, undefined))
      const load = yield* Effect.fork(
        Effect.provide(
          Effect.all(
            Array.makeBy(4, () => customer(Ref.get(isOver), met)),
            { concurrency: "unbounded" }
          ),
          door
        )
      )
      yield* Deferred.await(started)
      const { kid } = yield* issuer.keys.rotate({ withdraw: false })
      yield* issuer.server.reload
      // A minute later.
      yield* sql`UPDATE oauth_signing_keys SET signs_after = now() WHERE kid = ${kid}`
      yield* issuer.server.reload
      yield* Deferred.await(changed)
      yield* Ref.set(isOver, true)
      assert.deepStrictEqual((yield* load).flat(), [])
    })
  )

  it.scoped("are in no log and on no span, and neither are tokens, proofs and passwords", () =>
    Effect.gen(function* () {
      const { spans, tracer } = recorder()
      const lines: Array<string> = []
      const LoggingLayer = Layer.merge(
        Logger.replace(
          Logger.defaultLogger,
          Logger.map(Logger.jsonLogger, (line) => void lines.push(line))
        ),
        Logger.minimumLogLevel(LogLevel.All)
      )
      const secrets = yield* Effect.gen(function* () {
        const issuer = yield* TestAuthServer.start()
        const { pem } = yield* issuer.addClient(orchestrator)
        const proofs: Array<string> = []
        const ask = Effect.fnUntraced(function* (form: Readonly<Record<string, string>>) {
          const client_assertion = yield* assertionOf({ client: "orchestrator", pem, audience: issuer.name })
          proofs.push(client_assertion)
          const answer = yield* askFor(`${issuer.name}/oauth/token`, {
            client_assertion_type: assertionType,
            client_assertion,
            ...form
          })
          return answer.body
        })
        const username = "carol@example.com"
        const session = yield* ask({ grant_type: "password", username, password: FrontDoor.password })
        yield* ask({ grant_type: "password", username, password: "a wrong password" })
        const refreshed = yield* ask({ grant_type: "refresh_token", refresh_token: session.refresh_token })
        yield* ask({ grant_type: "refresh_token", refresh_token: "a-token-of-nobody" })
        const service = yield* ask({ grant_type: "client_credentials" })
        yield* ask({ grant_type: "client_credentials", client_assertion: "a-proof-of-nothing" })
        yield* issuer.keys.rotate({ withdraw: false })
        const keys = yield* issuer.keys.current
        const client = yield* HttpClient.HttpClient
        const published = yield* Effect.flatMap(client.get(`${issuer.name}/.well-known/jwks.json`), ({ text }) => text)
        for (const { d, p } of keys) {
          assert.notInclude(published, d)
          assert.notInclude(published, p)
        }
        return [
          FrontDoor.password,
          "a wrong password",
          "a-token-of-nobody",
          "a-proof-of-nothing",
          TestAuthServer.secret,
          ...proofs,
          ...[session.access_token, session.refresh_token, refreshed.access_token, service.access_token].map(String),
          ...keys.flatMap(({ d, p, q }) => [d, p, q])
        ]
      }).pipe(Effect.provide(LoggingLayer), Effect.withTracer(tracer))
      const told = JSON.stringify(spans()) + lines.join("\n")
      assert.include(told, "Grant refused")
      assert.include(told, "POST /oauth/token")
      for (const secret of secrets) {
        assert.notInclude(told, secret)
      }
    })
  )
})
