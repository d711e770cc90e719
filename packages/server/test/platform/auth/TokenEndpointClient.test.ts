import { HttpClient, type HttpClientError, HttpClientResponse } from "@effect/platform"
import { assert, it } from "@effect/vitest"
import { Effect, Fiber, Inspectable, Layer, Logger, TestClock } from "effect"
import { jwtVerify } from "jose"
import { createPublicKey, generateKeyPairSync } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { OAuthIssuer } from "../../../src/platform/auth/OAuthIssuer.ts"
import { TokenEndpointClient } from "../../../src/platform/auth/TokenEndpointClient.ts"
import * as RsaKeys from "../../../src/testing/RsaKeys.ts"
import { spansOf } from "../../../src/testing/RecordedSpans.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { temporaryFolder } from "../../../src/testing/TemporaryFolder.ts"

const issuer = "https://login.example.com"
const secret = "s3cret: of/the client"
const token = "the-token-that-was-given"

const IssuerLayer = Layer.mock(OAuthIssuer, { name: issuer, tokenEndpoint: Effect.succeed(`${issuer}/give-me`) })

interface Sent {
  readonly url: string
  readonly authorization: string | undefined
  readonly hasTrace: boolean
  readonly form: Readonly<Record<string, string>>
}

/** An authorization server that answers like this, and what it is sent. */
const serverOf = (answer: Effect.Effect<Response, HttpClientError.RequestError>) => {
  const sent: Array<Sent> = []
  const client = HttpClient.make((request, url) =>
    Effect.gen(function* () {
      const { body, headers } = request
      const text = body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : ""
      sent.push({
        url: url.href,
        authorization: headers["authorization"],
        hasTrace: headers["traceparent"] !== undefined,
        form: Object.fromEntries(new URLSearchParams(text))
      })
      return HttpClientResponse.fromWeb(request, yield* answer)
    })
  )
  return { sent, ClientLayer: Layer.succeed(HttpClient.HttpClient, client) }
}

const json = (body: unknown, status = 200) => Effect.sync(() => Response.json(body, { status }))

const given = { access_token: token, token_type: "Bearer", expires_in: 300 }

const bySecret = { OAUTH_CLIENT_SECRET: secret }

const wish = { grant_type: "client_credentials", scope: "mcp:product" }

const endpointOf = (ClientLayer: Layer.Layer<HttpClient.HttpClient>, variables: Readonly<Record<string, string>>) =>
  Layer.provide(TokenEndpointClient.layer("product-discovery"), [IssuerLayer, ClientLayer]).pipe(
    Layer.provide(settings(variables))
  )

const request = Effect.flatMap(TokenEndpointClient, (endpoint) => endpoint.request(wish))

/** What a service with a secret gets from a server that answers like this. */
const against = (answer: Effect.Effect<Response, HttpClientError.RequestError>) =>
  Effect.provide(request, Layer.orDie(endpointOf(serverOf(answer).ClientLayer, bySecret)))

it.scoped("a service with a key proves itself with an assertion for the issuer that lasts a minute", () =>
  Effect.gen(function* () {
    const { privateKey } = RsaKeys.next()
    const folder = yield* temporaryFolder
    yield* Effect.forEach(["pkcs1", "pkcs8"] as const, (type) =>
      Effect.gen(function* () {
        const file = join(folder, type)
        yield* Effect.promise(() => writeFile(file, privateKey.export({ format: "pem", type })))
        const { ClientLayer, sent } = serverOf(json(given))
        yield* TestClock.setTime(1_700_000_000_999)
        yield* Effect.provide(request, endpointOf(ClientLayer, { OAUTH_CLIENT_KEY_FILE: file }))
        const [first] = sent
        const { client_assertion: assertion = "", ...form } = first?.form ?? {}
        assert.deepStrictEqual(form, {
          ...wish,
          client_id: "product-discovery",
          client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
        })
        assert.include(first, { url: `${issuer}/give-me`, authorization: undefined, hasTrace: false })
        const { payload, protectedHeader } = yield* Effect.promise(() =>
          jwtVerify(assertion, createPublicKey(privateKey), { currentDate: new Date(1_700_000_000_999) })
        )
        const { jti, ...claims } = payload
        assert.isString(jti)
        assert.deepStrictEqual(claims, {
          iss: "product-discovery",
          sub: "product-discovery",
          aud: issuer,
          iat: 1_700_000_000,
          exp: 1_700_000_060
        })
        assert.strictEqual(protectedHeader.alg, "RS256")
        assert.isString(protectedHeader.kid)
      })
    )
  })
)

it.effect(
  "a service with a secret proves itself with it, under the name that is configured, whether it has a key or not",
  () =>
    Effect.gen(function* () {
      const { ClientLayer, sent } = serverOf(json({ ...given, token_type: "bearer", refresh_token: "again" }))
      const grant = yield* Effect.provide(
        request,
        endpointOf(ClientLayer, { ...bySecret, OAUTH_CLIENT_ID: "shop:search", OAUTH_CLIENT_KEY_FILE: "unread.pem" })
      )
      assert.deepStrictEqual(
        sent.map(({ authorization, form }) => [authorization, form]),
        [[`Basic ${btoa("shop%3Asearch:s3cret%3A%20of%2Fthe%20client")}`, wish]]
      )
      assert.strictEqual(grant.expires_in, 300)
      assert.include(JSON.stringify(grant), "<redacted>")
      assert.notInclude(JSON.stringify(grant), token)
    })
)

it.effect("the word for a refusal is passed on", () =>
  Effect.gen(function* () {
    const outcomes = yield* Effect.forEach(
      [
        json({ error: "invalid_grant", error_description: "Account disabled" }, 400),
        json({ error: "Try <b>this</b>" }, 401),
        Effect.sync(() => new Response("<html>", { status: 403 }))
      ],
      (answer) => Effect.flip(against(answer))
    )
    assert.deepStrictEqual(
      outcomes.map((error) => (error._tag === "GrantRefused" ? [error.status, error.error] : error.reason)),
      [
        [400, "invalid_grant"],
        [401, "unknown"],
        [403, "unknown"]
      ]
    )
  })
)

it.effect("what is no answer to the question is none", () =>
  Effect.gen(function* () {
    const outcomes = yield* Effect.forEach(
      [
        Effect.sync(() => new Response("down", { status: 503 })),
        Effect.sync(() => new Response("<html>")),
        json({ ...given, access_token: "" }),
        json({ ...given, token_type: "mac" }),
        json({ ...given, expires_in: -1 }),
        Effect.sync(() => new Response("x".repeat(70_000)))
      ],
      (answer) => Effect.flip(against(answer))
    )
    assert.deepStrictEqual(
      outcomes.map((error) => error._tag === "TokenEndpointUnavailable" && error.reason),
      ["503", "ParseError", "ParseError", "ParseError", "ParseError", "AnswerTooLarge"]
    )
    const slow = yield* Effect.fork(Effect.flip(against(Effect.never)))
    yield* TestClock.adjust("5 seconds")
    assert.include(yield* Fiber.join(slow), { _tag: "TokenEndpointUnavailable", reason: "TimeoutException" })
  })
)

it.scoped("a service does not start with a key that it cannot use", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const small = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey
    const curve = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey
    const files = {
      small: small.export({ format: "pem", type: "pkcs8" }),
      curve: curve.export({ format: "pem", type: "pkcs8" }),
      text: "-----BEGIN PRIVATE KEY-----"
    }
    yield* Effect.forEach(Object.entries(files), ([name, content]) =>
      Effect.promise(() => writeFile(join(folder, name), content))
    )
    const problems = yield* Effect.forEach(
      [
        {},
        { OAUTH_CLIENT_SECRET: "" },
        ...[...Object.keys(files), "none"].map((name) => ({ OAUTH_CLIENT_KEY_FILE: join(folder, name) }))
      ],
      (variables) =>
        Effect.map(Effect.flip(Layer.build(endpointOf(serverOf(json(given)).ClientLayer, variables))), (error) =>
          error.toString().replace(folder, "")
        )
    )
    assert.include(problems[0], "OAUTH_CLIENT_KEY_FILE")
    assert.include(problems[0], "neither is OAUTH_CLIENT_SECRET")
    assert.include(problems[1], "OAUTH_CLIENT_SECRET")
    for (const problem of problems.slice(2)) {
      assert.include(problem, "must name a file with an RSA private key of at least 2048 bits")
    }
  })
)

it.effect("neither secret nor token is in a span, in the log or in a failure", () =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const LogLayer = Logger.replace(
      Logger.defaultLogger,
      Logger.make((line) => lines.push(Inspectable.toStringUnknown(line)))
    )
    const trouble = Effect.gen(function* () {
      const exits = yield* Effect.forEach([json(given), json({ ...given, expires_in: "soon" }), json({}, 400)], (it) =>
        Effect.exit(against(it))
      )
      yield* Effect.logInfo("exits", exits)
    })
    const spans = yield* spansOf(Effect.provide(trouble, LogLayer))
    const told = JSON.stringify([spans, lines])
    assert.isAbove(spans.length, 0)
    assert.isAbove(lines.length, 0)
    assert.notInclude(told, token)
    assert.notInclude(told, secret)
    assert.notInclude(told, encodeURIComponent(secret))
    assert.notInclude(told, btoa(`product-discovery:${encodeURIComponent(secret)}`))
  })
)
