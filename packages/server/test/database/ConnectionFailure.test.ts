import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import * as ConnectionFailure from "../../src/database/ConnectionFailure.ts"
import * as ServerAddress from "../../src/database/ServerAddress.ts"

const failure = (code: string, routine?: string) => Object.assign(new Error("password=s3cret"), { code, routine })

const cases: ReadonlyArray<readonly [error: Error, says: string, mend: string, passes: boolean]> = [
  [failure("ECONNREFUSED"), "nothing listens", "Start the server", true],
  [failure("ENOTFOUND"), "host name", "percent-encoded", true],
  [failure("28P01"), "user and password", "Correct user and password", false],
  [failure("28000", "ClientAuthentication"), "pg_hba.conf", "sslmode=require", false],
  [failure("28000", "InitializeSessionUserId"), "no such user", "CREATE ROLE", false],
  [failure("3D000"), "no such database", "CREATE DATABASE", false],
  [failure("53300"), "no connection left", "DATABASE_POOL_MAX", true],
  [failure("57P03"), "starting up", "Try again", true],
  [failure("DEPTH_ZERO_SELF_SIGNED_CERT"), "not trusted", "sslrootcert", false],
  [failure("ERR_TLS_CERT_ALTNAME_INVALID"), "another host name", "verify-ca", false],
  [failure("25006"), "only reads", "primary", false],
  [new Error("The server does not support SSL connections"), "no TLS", "sslmode=disable", false],
  [new Error("Connection terminated unexpectedly"), "closed the connection", "host and port", true],
  [new Error("password=s3cret"), "did not answer as PostgreSQL does", "host and port", true]
]

it.effect("each way in which a connection fails has its sentence and its mend, without a word of the error", () =>
  Effect.sync(() => {
    for (const [error, says, mend, passes] of cases) {
      const reason = ConnectionFailure.reasonOf(error)
      assert.include(reason.says, says)
      assert.include(reason.mend, mend)
      assert.strictEqual(reason.passes, passes, says)
      assert.notInclude(JSON.stringify(reason), "s3cret")
    }
    assert.isUndefined(ConnectionFailure.sentenceOf(failure("XX000")))
  })
)

const waysOf = (query: string) =>
  Effect.map(ServerAddress.read(Redacted.make(`postgres://u:p@db/shop?${query}`)), ({ ways }) =>
    ways.map((way) =>
      way === false
        ? "plain"
        : way?.rejectUnauthorized === false
          ? "encrypted"
          : way?.checkServerIdentity === undefined
            ? "verified"
            : "authority"
    )
  )

it.effect("TLS is meant as PostgreSQL's own clients mean it", () =>
  Effect.gen(function* () {
    const meant = {
      "": ["plain"],
      "sslmode=disable": ["plain"],
      "sslmode=allow": ["plain", "encrypted"],
      "sslmode=prefer": ["encrypted", "plain"],
      "sslmode=require": ["encrypted"],
      "sslmode=no-verify": ["encrypted"],
      "sslmode=verify-ca": ["authority"],
      "sslmode=verify-full": ["verified"],
      "ssl=true": ["verified"],
      "ssl=0": ["plain"]
    }
    for (const [query, ways] of Object.entries(meant)) {
      assert.deepStrictEqual(yield* waysOf(query), ways, query)
    }
  })
)

it.effect("an authority's file that is missing, or is none, is told before anything is connected", () =>
  Effect.gen(function* () {
    const told = (file: string) => Effect.map(Effect.flip(waysOf(`sslrootcert=${file}`)), ConnectionFailure.reasonOf)
    assert.include((yield* told("/none/ca.pem")).says, "cannot be read")
    const { pathname } = new URL(import.meta.url)
    assert.include((yield* told(pathname)).says, "holds no certificate")
  })
)
