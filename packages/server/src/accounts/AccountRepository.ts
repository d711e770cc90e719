import { SqlClient, SqlSchema } from "@effect/sql"
import { Account } from "@storefront/domain/api/AuthApi"
import { EmailTaken } from "@storefront/domain/Errors"
import { Email, User, UserId } from "@storefront/domain/Identity"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { decoded } from "../database/Decoded.ts"

/** A deleted account counts as deleted, not as deactivated. */
const Standing = Schema.Literal("active", "deactivated", "deleted")

/** Columns of an account as the driver gives them. */
const AccountRow = Schema.Struct({ ...Account.fields, total_spend: MoneyFromNumeric })

const CredentialsRow = Schema.Struct({ ...AccountRow.fields, password_hash: Schema.String, standing: Standing })

/** Read for every request: no more than a token is about. */
const HolderRow = Schema.Struct({ ...User.fields, standing: Standing, is_withdrawn: Schema.Boolean })

/** What is stored about a person who wants to log in. */
export interface Credentials {
  readonly account: Account
  readonly passwordHash: string
  readonly standing: typeof Standing.Type
}

/** The person that a token was issued for, as they are now. */
export interface TokenHolder {
  readonly user: User
  readonly standing: typeof Standing.Type
  /** The token was revoked, or is older than the withdrawal of all tokens of the account. */
  readonly isWithdrawn: boolean
}

/** What a token says about its holder. */
export interface TokenClaims {
  readonly sub: Email
  readonly jti: string
  /** Seconds since 1970. */
  readonly iat: number
  /** Has to be the account's id where it is given. */
  readonly user_id?: UserId
}

/** Accounts in the database. Failures of the database are defects. */
export class AccountRepository extends Context.Tag("@storefront/server/accounts/AccountRepository")<
  AccountRepository,
  {
    /** A new customer. Of several at once with the same address one wins. */
    readonly add: (person: {
      readonly email: Email
      readonly name: string
      readonly passwordHash: string
    }) => Effect.Effect<Account, EmailTaken>
    readonly findCredentials: (email: Email) => Effect.Effect<Option.Option<Credentials>>
    readonly findHolder: (claims: TokenClaims) => Effect.Effect<Option.Option<TokenHolder>>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, email, name, role, loyalty_tier, total_spend")
      const standing = sql.literal(`
        CASE WHEN deleted_at IS NOT NULL THEN 'deleted' WHEN is_active THEN 'active' ELSE 'deactivated' END AS standing`)

      const insert = SqlSchema.findOne({
        Request: Schema.Struct({ email: Email, name: Schema.String, password_hash: Schema.String }),
        Result: AccountRow,
        execute: (person) => sql`
          INSERT INTO users ${sql.insert({ id: uuid(), ...person })}
          ON CONFLICT (email) DO NOTHING
          RETURNING ${columns}`
      })
      const selectCredentials = SqlSchema.findOne({
        Request: Email,
        Result: CredentialsRow,
        execute: (email) => sql`SELECT ${columns}, password_hash, ${standing} FROM users WHERE email = ${email}`
      })
      const selectHolder = SqlSchema.findOne({
        Request: Schema.Struct({ sub: Email, jti: Schema.String, iat: Schema.Number, user_id: Schema.NullOr(UserId) }),
        Result: HolderRow,
        execute: ({ iat, jti, sub, user_id }) => sql`
          SELECT id, email, name, role, ${standing},
            tokens_valid_after > to_timestamp(${iat}::float8)
              OR EXISTS (SELECT FROM revoked_tokens WHERE jti = ${jti}) AS is_withdrawn
          FROM users
          WHERE email = ${sub} AND id = COALESCE(${user_id}::uuid, id)`
      })

      const add = Effect.fn("AccountRepository.add")(function* (person: {
        readonly email: Email
        readonly name: string
        readonly passwordHash: string
      }) {
        const row = yield* Effect.orDie(
          insert({ email: person.email, name: person.name, password_hash: person.passwordHash })
        )
        return yield* Option.match(row, {
          onNone: () => new EmailTaken(),
          onSome: (account) => Effect.succeed(new Account(account, decoded))
        })
      })

      const findCredentials = Effect.fn("AccountRepository.findCredentials")(function* (email: Email) {
        const row = yield* Effect.orDie(selectCredentials(email))
        return Option.map(row, ({ password_hash, standing, ...account }): Credentials => ({
          account: new Account(account, decoded),
          passwordHash: password_hash,
          standing
        }))
      })

      const findHolder = Effect.fnUntraced(function* (claims: TokenClaims) {
        const row = yield* Effect.orDie(selectHolder({ ...claims, user_id: claims.user_id ?? null }))
        return Option.map(row, ({ is_withdrawn, standing, ...user }): TokenHolder => ({
          user: new User(user, decoded),
          standing,
          isWithdrawn: is_withdrawn
        }))
      })

      return { add, findCredentials, findHolder }
    })
  )
}
