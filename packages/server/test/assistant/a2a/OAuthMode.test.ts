import { type HttpClient, type HttpClientRequest, HttpServerResponse } from "@effect/platform"
import { NodeFileSystem, NodeHttpClient } from "@effect/platform-node"
import { assert, layer } from "@effect/vitest"
import { ConversationId, UsageLogId } from "@storefront/domain/Ids"
import { SpecialistName } from "@storefront/domain/Topology"
import { Context, DateTime, Effect, Layer } from "effect"
import { decodeJwt, SignJWT } from "jose"
import { createPrivateKey } from "node:crypto"
import { v7 } from "uuid"
import { Extension } from "@storefront/domain/api/AgentApi"
import * as ConversationHistory from "../../../src/assistant/a2a/ConversationHistory.ts"
import * as CallerAssertion from "../../../src/assistant/a2a/CallerAssertion.ts"
import { type CallerHeaders } from "../../../src/assistant/a2a/CallerHeaders.ts"
import * as JwtSigningKey from "../../../src/platform/auth/JwtSigningKey.ts"
import { SpecialistCredentials } from "../../../src/assistant/specialists/SpecialistCredentials.ts"
import { SpecialistClient } from "../../../src/assistant/specialists/SpecialistClient.ts"
import * as LoopbackServer from "../../../src/testing/LoopbackServer.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { turnOf } from "../../../src/testing/TurnOf.ts"
import { ada, bob, shop } from "../../../src/testing/SmallShop.ts"
import * as TestAuthServer from "../../../src/testing/TestAuthServer.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import {
  attack,
  headersFor,
  message,
  refused,
  request,
  secret,
  sendTask,
  serve
} from "../../../src/testing/TestSpecialist.ts"
import { askFor, assertionOf, assertionType } from "../../support/clientAssertion.ts"

const { say } = ScriptedModel

const conversation = ConversationId.make("cccccccc-0000-4000-8000-000000000001")

/** An authorization server, the orchestrator's key and where it is published, and a specialist that trusts both. */
const suite = Effect.fnUntraced(function* (script: ReadonlyArray<ScriptedModel.Line>) {
  const issuer = yield* TestAuthServer.start()
  const orchestrator = yield* issuer.addClient({
    client_id: "orchestrator",
    scopes: ["agent:invoke"],
    logs_people_in: true
  })
  const discovery = yield* issuer.addClient({
    client_id: "product-discovery",
    scopes: ["mcp:product"],
    logs_people_in: false
  })
  const key = yield* Effect.provide(JwtSigningKey.load(orchestrator.file), NodeFileSystem.layer)
  const published = yield* LoopbackServer.serve(
    Effect.succeed(HttpServerResponse.unsafeJson({ keys: [key.publicJwk] }))
  )
  const variables = { AUTH_MODE: "oauth", OAUTH_ISSUER: issuer.name, OAUTH_CALLER_JWKS_URL: `${published}/keys` }
  const specialist = yield* serve(script, { variables })

  const serviceToken = Effect.fnUntraced(function* (client: string, pem: string) {
    const client_assertion = yield* assertionOf({ client, pem, audience: issuer.name })
    const { body } = yield* askFor(`${issuer.name}/oauth/token`, {
      grant_type: "client_credentials",
      client_assertion_type: assertionType,
      client_assertion
    })
    return String(body.access_token)
  })
  return {
    issuer,
    orchestrator,
    key,
    specialist,
    variables,
    tokens: {
      agents: yield* serviceToken("orchestrator", orchestrator.pem),
      tools: yield* serviceToken("product-discovery", discovery.pem)
    }
  }
})

const callerOf = Effect.map(DateTime.now, (now): CallerHeaders => ({
  "x-user-id": ada.id,
  "x-user-email": ada.email,
  "x-user-role": ada.role,
  "x-conversation-id": conversation,
  "x-turn-deadline": DateTime.addDuration(now, "20 seconds")
}))

const post = (headers: Readonly<Record<string, string>>) =>
  request("POST", "/message:send", { "a2a-version": "1.0", ...headers }, message("Hi"))

const TestLayer = Layer.provideMerge(shop, Layer.merge(TestDatabase.layer, NodeHttpClient.layerUndici))

layer(TestLayer, { excludeTestServices: true })("a specialist in oauth mode", (it) => {
  it.scoped("answers the orchestrator, which gets its token once and signs every question", () =>
    Effect.gen(function* () {
      const { orchestrator, specialist, variables } = yield* suite([say("Three lamps."), say("Four.")])
      const registry = Object.fromEntries(SpecialistName.literals.map((name) => [name, specialist.url]))
      const context = yield* Layer.build(
        SpecialistClient.layer.pipe(
          Layer.provide(SpecialistCredentials.layer),
          Layer.provide(NodeHttpClient.layerUndici),
          Layer.provide(
            settings({
              ...variables,
              OAUTH_CLIENT_KEY_FILE: orchestrator.file,
              AGENT_REGISTRY: JSON.stringify(registry)
            })
          )
        )
      )
      const ask = (messageId: string) =>
        Effect.gen(function* () {
          const turn = yield* turnOf(ada, "lamps?", {
            message: "How many lamps?",
            messageId,
            conversationId: conversation
          })
          const { text } = yield* Context.get(context, SpecialistClient).send({
            ...turn,
            id: UsageLogId.make(v7()),
            agentName: "product-discovery"
          })
          return text
        })
      assert.deepStrictEqual([yield* ask("m-1"), yield* ask("m-2")], ["Three lamps.", "Four."])
    })
  )

  it.scoped("knows the calling service by its token for agents, and by nothing else", () =>
    Effect.gen(function* () {
      const { issuer, key, specialist, tokens } = yield* suite([])
      const caller = yield* callerOf
      const claims = decodeJwt(tokens.agents)
      const person = {
        aud: "storefront-api",
        sub: ada.email,
        user_id: ada.id,
        role: "admin",
        type: "access",
        exp: claims.exp
      }
      const now = Math.floor(Date.now() / 1000)
      const bearers: ReadonlyArray<readonly [string, string]> = [
        ["a token for tools", tokens.tools],
        ["a person's", yield* issuer.sign(person)],
        ["a person's for agents", yield* issuer.sign({ ...person, aud: "storefront-agents", scope: "agent:invoke" })],
        ["a refresh token", yield* issuer.sign({ ...person, type: "refresh" })],
        ["without the scope", yield* issuer.sign({ ...claims, scope: "mcp:product" })],
        ["expired", yield* issuer.sign({ ...claims, exp: now - 1 })],
        ["not valid yet", yield* issuer.sign({ ...claims, nbf: now + 3600 })],
        ["of another issuer", yield* issuer.sign({ ...claims, iss: "https://login.example.com" })],
        ["an assertion", yield* CallerAssertion.sign(key, "product-discovery", caller)]
      ]
      const unknown = ["401 UNAUTHENTICATED", "Invalid agent credentials"] as const
      const ask = Effect.fnUntraced(function* (headers: Readonly<Record<string, string>>) {
        const assertion = yield* CallerAssertion.sign(key, "product-discovery", caller)
        return yield* refused(specialist.client, post({ [CallerAssertion.header]: assertion, ...headers }))
      })
      for (const [what, token] of bearers) {
        assert.deepStrictEqual([what, ...(yield* ask({ authorization: `Bearer ${token}` }))], [what, ...unknown])
      }
      assert.deepStrictEqual(yield* ask(headersFor(ada)), unknown)
      assert.deepStrictEqual(
        yield* ask({ authorization: `Bearer ${tokens.agents}`, "x-agent-secret": secret }),
        unknown
      )
      const response = yield* specialist.client.execute(post({}))
      assert.strictEqual(response.headers["www-authenticate"], "Bearer")
    })
  )

  it.scoped("believes what the guard of the front door says only if that is what it has signed", () =>
    Effect.gen(function* () {
      const { key, specialist, tokens } = yield* suite([say("One."), say("Two.")])
      const told = (verdict: string) => ({ customerMessage: attack, guard: { verdict, rules: [] }, messages: [] })
      const signed = { [Extension.conversationHistory]: told("clean") }
      const ask = Effect.fnUntraced(function* (digest: object, metadata: object, text = "How many lamps?") {
        const assertion = yield* CallerAssertion.sign(key, "product-discovery", { ...(yield* callerOf), ...digest })
        return request(
          "POST",
          "/message:send",
          {
            "a2a-version": "1.0",
            authorization: `Bearer ${tokens.agents}`,
            [CallerAssertion.header]: assertion,
            "a2a-extensions": Extension.conversationHistory
          },
          message(text, { metadata })
        )
      })
      const digestOf = (metadata: Readonly<Record<string, unknown>>) => ({
        "x-conversation-sha256": ConversationHistory.digestOf(metadata)
      })
      const digest = digestOf(signed)
      const stateOf = (sent: Effect.Effect.Success<ReturnType<typeof ask>>) =>
        Effect.map(sendTask(specialist.client, sent), ({ task }) => task.status.state)
      assert.strictEqual(yield* stateOf(yield* ask(digest, signed)), "TASK_STATE_COMPLETED")
      // Nobody has signed it: the specialist looks itself.
      assert.strictEqual(yield* stateOf(yield* ask({}, signed)), "TASK_STATE_REJECTED")
      // It says nothing of the parts, and what the customer wrote is not told.
      const wordless = { [Extension.conversationHistory]: { guard: { verdict: "clean", rules: [] }, messages: [] } }
      assert.strictEqual(yield* stateOf(yield* ask(digestOf(wordless), wordless, attack)), "TASK_STATE_REJECTED")
      const altered = { [Extension.conversationHistory]: { ...told("clean"), customerMessage: `${attack}!` } }
      assert.deepStrictEqual(yield* refused(specialist.client, yield* ask(digest, altered)), [
        "401 UNAUTHENTICATED",
        "Invalid caller identity"
      ])
    })
  )

  it.scoped("takes the caller from the assertion alone, once, and refuses what contradicts it", () =>
    Effect.gen(function* () {
      const { issuer, key, orchestrator, specialist, tokens } = yield* suite([say("One."), say("Two."), say("Three.")])
      const caller = yield* callerOf
      const authorization = `Bearer ${tokens.agents}`
      const sign = CallerAssertion.sign(key, "product-discovery", caller)
      const send = (assertion: string, headers: Readonly<Record<string, string>> = {}) =>
        post({ authorization, [CallerAssertion.header]: assertion, ...headers })
      const { "x-agent-secret": _, ...withoutSecret } = headersFor(ada)
      const good = yield* sign
      const { task } = yield* sendTask(specialist.client, send(good))
      assert.strictEqual(task.status.state, "TASK_STATE_COMPLETED")

      const claims = decodeJwt(good)
      const now = Math.floor(Date.now() / 1000)
      const forge = (changed: object, header: object = {}) =>
        Effect.promise(() =>
          new SignJWT({ ...claims, jti: v7(), ...changed })
            .setProtectedHeader({ alg: "RS256", typ: "caller-assertion+jwt", ...header })
            .sign(createPrivateKey(orchestrator.pem))
        )
      assert.strictEqual((yield* sendTask(specialist.client, send(yield* forge({})))).response.status, 200)

      const forgeries: ReadonlyArray<readonly [string, HttpClientRequest.HttpClientRequest]> = [
        ["none", post({ authorization })],
        ["none, but headers", post({ ...withoutSecret, authorization })],
        ["the same again", send(good)],
        ["for another specialist", send(yield* CallerAssertion.sign(key, "order-management", caller))],
        ["expired", send(yield* forge({ iat: now - 120, exp: now - 60 }))],
        ["dated ahead", send(yield* forge({ iat: now + 3600, exp: now + 3660 }))],
        ["good for an hour", send(yield* forge({ exp: now + 3600 }))],
        ["whose deadline is over", send(yield* forge({ deadline: "2026-01-01T00:00:00.000Z" }))],
        ["without jti", send(yield* forge({ jti: undefined }))],
        ["for nobody", send(yield* forge({ user_id: undefined }))],
        ["for somebody else", send(yield* forge({ user_id: bob.id }))],
        ["with another role", send(yield* forge({ role: "admin" }))],
        ["of another signer", send(yield* forge({ iss: "product-discovery" }))],
        ["of another kind", send(yield* forge({}, { typ: "JWT" }))],
        ["signed by the authorization server", send(yield* issuer.sign({ ...claims, jti: v7() }))],
        ["a service token", send(tokens.agents)],
        ["with another e-mail beside it", send(yield* sign, { "x-user-email": bob.email })],
        ["with another id beside it", send(yield* sign, { "x-user-id": bob.id })],
        ["with another role beside it", send(yield* sign, { "x-user-role": "admin" })],
        ["with another conversation beside it", send(yield* sign, { "x-conversation-id": v7() })],
        ["with another deadline beside it", send(yield* sign, { "x-turn-deadline": "2036-01-01T00:00:00.000Z" })]
      ]
      for (const [what, forgery] of forgeries) {
        assert.deepStrictEqual(
          [what, ...(yield* refused(specialist.client, forgery))],
          [what, "401 UNAUTHENTICATED", "Invalid caller identity"]
        )
      }
    })
  )

  it.scoped("does not know tokens of services in local mode, and says in its card what it wants", () =>
    Effect.gen(function* () {
      const { specialist: oauth, tokens } = yield* suite([])
      const local = yield* serve([])
      assert.deepStrictEqual(
        yield* refused(
          local.client,
          post({ ...headersFor(ada), "x-agent-secret": "", authorization: `Bearer ${tokens.agents}` })
        ),
        ["401 UNAUTHENTICATED", "Invalid agent credentials"]
      )
      const schemes = Effect.fnUntraced(function* (client: HttpClient.HttpClient) {
        const response = yield* client.get("/.well-known/agent-card.json")
        // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every form
        const card: any = yield* response.json
        return card.securitySchemes
      })
      assert.deepStrictEqual(yield* schemes(oauth.client), {
        serviceToken: { httpAuthSecurityScheme: { scheme: "Bearer", bearerFormat: "JWT" } }
      })
      assert.deepStrictEqual(Object.keys(yield* schemes(local.client)), ["agentSecret"])
    })
  )
})
