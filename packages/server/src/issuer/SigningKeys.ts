import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { Context, Data, Duration, Effect, Layer, Schema } from "effect"
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose"
import { refreshLifetime } from "../platform/auth/TokenClaims.ts"
import { keyEncryptionSecret } from "../platform/config/AuthServerConfig.ts"
import { orUnavailable, transact } from "../platform/database/Transaction.ts"
import * as Seal from "./Seal.ts"

/**
 * Lead time between the publication of a key and its use, so that verifiers know it by then: processes of this server
 * reload the keys every 10 seconds, and a verifier refetches for an unknown key at most once in 30 seconds.
 */
const leadTime = Duration.seconds(60)

/** Time that a key stays published once its successor signs: the lifetime of a refresh token, plus a margin. */
const verificationTime = Duration.sum(refreshLifetime, Duration.minutes(1))

/** The secret of this process cannot decrypt the stored keys. */
export class KeysSealed extends Data.TaggedError("KeysSealed") {
  override readonly message =
    "AUTH_SERVER_SECRET cannot decrypt the signing keys in the database. Set the secret that they were created with, or " +
    "replace them all with: storefront auth rotate-keys --withdraw"
}

const PrivateJwk = Schema.Struct({
  kty: Schema.Literal("RSA"),
  n: Schema.String,
  e: Schema.String,
  d: Schema.String,
  p: Schema.String,
  q: Schema.String,
  dp: Schema.String,
  dq: Schema.String,
  qi: Schema.String
})

/** RSA key. Its id is its thumbprint (RFC 7638). */
export interface SigningKey extends Schema.Schema.Type<typeof PrivateJwk> {
  readonly kid: string
}

const Row = Schema.Struct({ kid: Schema.String, sealed_private_key: Schema.String })
const decodeRows = Schema.decodeUnknown(Schema.Array(Row))

/** Time from which a key signs. */
export const Rotation = Schema.Struct({ kid: Schema.String, signs_after: Schema.DateTimeUtc })
export type Rotation = typeof Rotation.Type

const decodeRotations = Schema.decodeUnknown(
  Schema.Tuple(Schema.Struct({ ...Rotation.fields, signs_after: Schema.DateTimeUtcFromDate }))
)

const decodePrivate = Schema.decodeUnknown(PrivateJwk)
const privateText = Schema.parseJson(PrivateJwk)
const encodePrivate = Schema.encodeSync(privateText)
const readPrivate = Schema.decode(privateText)

const generate = Effect.gen(function* () {
  const { privateKey } = yield* Effect.promise(() => generateKeyPair("RS256", { extractable: true }))
  const jwk = yield* Effect.orDie(decodePrivate(yield* Effect.promise(() => exportJWK(privateKey))))
  const key: SigningKey = { ...jwk, kid: yield* Effect.promise(() => calculateJwkThumbprint(jwk)) }
  return key
})

/** Id of the lock (arbitrary) under which the first key is created, so that concurrent processes create only one. */
const advisoryLock = 20_260_102

/** Signing keys of the authorization server. Its processes share them through the database, by the database clock. */
export class SigningKeys extends Context.Tag("@storefront/server/issuer/SigningKeys")<
  SigningKeys,
  {
    /** Returns all published keys, the signing key first. Creates the first key if there is none. */
    readonly current: Effect.Effect<
      readonly [SigningKey, ...ReadonlyArray<SigningKey>],
      KeysSealed | DatabaseUnavailable
    >
    /**
     * Publishes a new key, which signs after the lead time. Old keys stay published until their last token has expired;
     * with `withdraw`, the new key signs at once, and the old keys with all their tokens are invalid.
     */
    readonly rotate: (options: { readonly withdraw: boolean }) => Effect.Effect<Rotation, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const seal = Seal.make(yield* keyEncryptionSecret, "signing keys of the storefront authorization server")

      const add = Effect.fnUntraced(function* (key: SigningKey, delay: Duration.Duration) {
        const rows = yield* sql`
          INSERT INTO oauth_signing_keys (kid, sealed_private_key, signs_after)
          VALUES (${key.kid}, ${seal.seal(key.kid, encodePrivate(key))},
            now() + make_interval(secs => ${Duration.toSeconds(delay)}::float8))
          RETURNING kid, signs_after`
        const [rotation] = yield* decodeRotations(rows)
        return rotation
      })

      const replace = Effect.fnUntraced(
        function* (key: SigningKey, withdraw: boolean) {
          yield* sql`DELETE FROM oauth_signing_keys WHERE ${withdraw} OR verifies_until <= now()`
          const rotation = yield* add(key, withdraw ? Duration.zero : leadTime)
          yield* sql`
            UPDATE oauth_signing_keys AS earlier
            SET verifies_until = later.signs_after
              + make_interval(secs => ${Duration.toSeconds(verificationTime)}::float8)
            FROM oauth_signing_keys AS later
            WHERE later.kid = ${key.kid} AND earlier.kid <> later.kid AND earlier.verifies_until IS NULL`
          return rotation
        },
        transact(sql),
        orUnavailable
      )

      const rotate = Effect.fn("SigningKeys.rotate")(function* ({ withdraw }: { readonly withdraw: boolean }) {
        const rotation = yield* replace(yield* generate, withdraw)
        yield* Effect.annotateLogs(Effect.logInfo("Signing key made"), { kid: rotation.kid, withdraw })
        return rotation
      })

      const addFirst = Effect.fnUntraced(
        function* (key: SigningKey) {
          yield* sql`SELECT pg_advisory_xact_lock(${advisoryLock})`
          const existing = yield* sql`SELECT FROM oauth_signing_keys LIMIT 1`
          if (existing.length === 0) {
            yield* add(key, Duration.zero)
          }
        },
        transact(sql),
        orUnavailable
      )

      const select = orUnavailable(
        Effect.flatMap(
          sql`
            SELECT kid, sealed_private_key FROM oauth_signing_keys
            WHERE verifies_until IS NULL OR verifies_until > now()
            ORDER BY signs_after <= now() DESC, signs_after DESC, kid`,
          decodeRows
        )
      )

      const unseal = ({ kid, sealed_private_key }: typeof Row.Type) =>
        Effect.map(
          Effect.mapError(Effect.flatMap(seal.unseal(kid, sealed_private_key), readPrivate), () => new KeysSealed()),
          (jwk): SigningKey => ({ ...jwk, kid })
        )

      const current = Effect.gen(function* () {
        const rows = yield* select
        if (rows.length === 0) {
          yield* addFirst(yield* generate)
        }
        const [signing, ...others] = yield* Effect.forEach(rows.length === 0 ? yield* select : rows, unseal)
        return signing === undefined
          ? yield* Effect.dieMessage("there is no signing key although one was made")
          : ([signing, ...others] as const)
      }).pipe(Effect.withSpan("SigningKeys.current"))

      return { current, rotate }
    })
  )
}
