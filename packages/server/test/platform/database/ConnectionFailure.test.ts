import { assert, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { execFile } from "node:child_process"
import { promisify } from "node:util"
import * as ConnectionFailure from "../../../src/platform/database/ConnectionFailure.ts"
import * as ServerAddress from "../../../src/platform/database/ServerAddress.ts"
import { temporaryFolder } from "../../../src/testing/TemporaryFolder.ts"

const failure = (code: string, routine?: string) => Object.assign(new Error("password=s3cret"), { code, routine })

const cases: ReadonlyArray<readonly [error: Error, says: string, mend: string, passes: boolean]> = [
  [failure("ECONNREFUSED"), "nothing listens", "Start the server", true],
  [failure("ENOTFOUND"), "host name", "percent-encoded", true],
  [failure("28P01"), "user and password", "Correct user and password", false],
  [failure("28000", "ClientAuthentication"), "pg_hba.conf", "sslmode=require", false],
  [failure("28000", "ClientAuthentication"), "pg_hba.conf", "sslcert and sslkey", false],
  [failure("28000", "auth_failed"), "rejects this user", "common name", false],
  [
    Object.assign(failure("28000", "ClientAuthentication"), {
      message: "connection requires a valid client certificate"
    }),
    "requires a client certificate",
    "sslkey=<file>",
    false
  ],
  [failure("ERR_SSL_TLSV1_ALERT_UNKNOWN_CA"), "does not accept the client certificate", "ssl_ca_file", false],
  [failure("foreign"), "does not speak PostgreSQL", "host and port", false],
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
      assert.include(reason.problem, says)
      assert.include(reason.remedy, mend)
      assert.strictEqual(reason.isTransient, passes, says)
      assert.notInclude(JSON.stringify(reason), "s3cret")
    }
    assert.isUndefined(ConnectionFailure.refusalSentenceOf(failure("XX000")))
  })
)

const waysOf = (query: string) =>
  Effect.map(ServerAddress.read(Redacted.make(`postgres://u:p@db/shop?${query}`)), ({ attempts: ways }) =>
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
      // As for them, a socket of this machine has none.
      "sslmode=verify-full&host=/tmp": ["plain"],
      "ssl=0": ["plain"]
    }
    for (const [query, ways] of Object.entries(meant)) {
      assert.deepStrictEqual(yield* waysOf(query), ways, query)
    }
  })
)

/** A new key, and a certificate for it. */
const keyPair = Effect.fnUntraced(function* (folder: string, name: string) {
  const [key, cert] = [`${folder}/${name}.key`, `${folder}/${name}.pem`]
  const args = [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:P-256",
    "-nodes",
    "-subj",
    `/CN=${name}`
  ]
  yield* Effect.promise(() => promisify(execFile)("openssl", [...args, "-keyout", key, "-out", cert]))
  return { key, cert }
})

it.scopedLive("a client certificate is for servers with TLS, and its key is its own", () =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const [one, other] = yield* Effect.all([keyPair(folder, "one"), keyPair(folder, "other")])
    assert.deepStrictEqual(yield* waysOf(`sslcert=${one.cert}&sslkey=${one.key}`), ["encrypted"])
    const mixed = yield* Effect.flip(waysOf(`sslcert=${one.cert}&sslkey=${other.key}`))
    assert.include(ConnectionFailure.reasonOf(mixed).problem, "sslkey is not the key of the certificate in sslcert")
  })
)

it.effect("an authority's file that is missing, or is none, is told before anything is connected", () =>
  Effect.gen(function* () {
    const told = (file: string) => Effect.map(Effect.flip(waysOf(`sslrootcert=${file}`)), ConnectionFailure.reasonOf)
    assert.include((yield* told("/none/ca.pem")).problem, "cannot be read")
    const { pathname } = new URL(import.meta.url)
    assert.include((yield* told(pathname)).problem, "holds no certificate")
  })
)
