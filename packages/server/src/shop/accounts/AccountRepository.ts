import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { Account } from "@storefront/domain/api/AuthApi"
import { type DatabaseUnavailable, EmailTaken } from "@storefront/domain/Errors"
import { Email, User, type UserId } from "@storefront/domain/Identity"
import { type ProductId } from "@storefront/domain/Ids"
import { MoneyFromNumeric } from "@storefront/domain/Money"
import { Array, Context, type DateTime, Effect, Layer, Option, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import * as CatalogueVersions from "../catalog/CatalogueVersions.ts"
import { skipValidation } from "../../platform/database/SkipValidation.ts"
import { Standing, standingOfUser } from "./AccountStanding.ts"

/** Account columns as the driver returns them. */
const AccountRow = Schema.Struct({ ...Account.fields, total_spend: MoneyFromNumeric })

const CredentialsRow = Schema.Struct({
  ...AccountRow.fields,
  password_hash: Schema.String,
  standing: Standing,
  is_shop_customer: Schema.Boolean,
  token_generation: Schema.Int,
  tokens_valid_after: Schema.DateTimeUtcFromDate
})

/** Columns of a token's holder; few, because they are read on every request. */
const HolderRow = Schema.Struct({
  ...User.fields,
  standing: Standing,
  token_generation: Schema.Int,
  is_withdrawn: Schema.Boolean
})

const decodeHolders = Schema.decodeUnknown(Schema.Array(HolderRow))
const decodeReaders = Schema.decodeUnknown(Schema.Array(Schema.Struct({ ...HolderRow.fields, version: Schema.String })))

/** Stored data of an account that a log-in is checked against. */
export interface Credentials {
  readonly account: Account
  readonly passwordHash: string
  readonly standing: Standing
  /** The shop vouches for the customer, who signs in there alone. */
  readonly isShopCustomer: boolean
  /** Current token generation; tokens of any other are withdrawn. */
  readonly generation: number
  /** Tokens that name no generation are withdrawn when issued before this time. */
  readonly tokensValidAfter: DateTime.Utc
}

/** Current state of the person that a token was issued for. */
export interface TokenHolder {
  readonly user: User
  readonly standing: Standing
  /** Current token generation. */
  readonly generation: number
  /**
   * The token or its refresh token was revoked, or all tokens of the account were withdrawn after it was issued, or it is
   * another issuer's and the shop vouches for the customer: that issuer may know whoever signed up with the address.
   */
  readonly isRevoked: boolean
}

/** A token's holder, and the catalogue version read in the same statement. */
export interface CatalogueReader extends TokenHolder {
  readonly version: string
}

/** Claims of a token about its holder. */
export interface TokenClaims {
  readonly sub: Email
  readonly jti: string
  /** On an access token, the `jti` of the refresh token it was issued with or from; absent where unknown. */
  readonly sid?: string
  /** Token generation at signing; absent on tokens of issuers that do not state it. */
  readonly gen?: number
  /** Unix time in seconds. */
  readonly iat: number
  /** Must equal the account's id where given. */
  readonly user_id?: UserId
}

const tokenHolder = ({ is_withdrawn, standing, token_generation, ...user }: typeof HolderRow.Type): TokenHolder => ({
  user: new User(user, skipValidation),
  standing,
  generation: token_generation,
  isRevoked: is_withdrawn
})

/** Accounts and the holders of their tokens. */
export class AccountRepository extends Context.Tag("@storefront/server/shop/accounts/AccountRepository")<
  AccountRepository,
  {
    /** Adds a customer. Concurrent calls with one address: the first wins, the others fail with `EmailTaken`. */
    readonly add: (person: {
      readonly email: Email
      readonly name: string
      readonly passwordHash: string
    }) => Effect.Effect<Account, EmailTaken | DatabaseUnavailable>
    readonly findCredentials: (email: Email) => Effect.Effect<Option.Option<Credentials>, DatabaseUnavailable>
    readonly findHolder: (claims: TokenClaims) => Effect.Effect<Option.Option<TokenHolder>, DatabaseUnavailable>
    /** Finds the holder and the catalogue version in one statement. */
    readonly findReader: (
      claims: TokenClaims,
      product: Option.Option<ProductId>
    ) => Effect.Effect<Option.Option<CatalogueReader>, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal("id, email, name, role, loyalty_tier, total_spend")
      const standing = sql.literal(`${standingOfUser} AS standing`)

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
        execute: (email) =>
          sql`
            SELECT ${columns}, password_hash, ${standing}, shop_subject IS NOT NULL AS is_shop_customer, token_generation,
              tokens_valid_after
            FROM users WHERE email = ${email} AND role <> 'guest'`
      })
      const selectHolder = (
        { gen, iat, jti, sid, sub, user_id }: TokenClaims,
        extra: Statement.Fragment = sql``
      ) => sql`
        SELECT id, email, name, role, ${standing}, token_generation,
          COALESCE(token_generation <> ${gen ?? null}::integer,
              shop_subject IS NOT NULL OR tokens_valid_after > to_timestamp(${iat}::float8))
            OR EXISTS (SELECT FROM revoked_tokens WHERE jti IN (${jti}, ${sid ?? jti})) AS is_withdrawn${extra}
        FROM users
        WHERE email = ${sub} AND id = COALESCE(${user_id ?? null}::uuid, id)`

      const add = Effect.fn("AccountRepository.add")(function* (person: {
        readonly email: Email
        readonly name: string
        readonly passwordHash: string
      }) {
        const row = yield* orUnavailable(
          insert({ email: person.email, name: person.name, password_hash: person.passwordHash })
        )
        return yield* Option.match(row, {
          onNone: () => new EmailTaken(),
          onSome: (account) => Effect.succeed(new Account(account, skipValidation))
        })
      })

      const findCredentials = Effect.fn("AccountRepository.findCredentials")(function* (email: Email) {
        const row = yield* orUnavailable(selectCredentials(email))
        return Option.map(
          row,
          ({
            is_shop_customer,
            password_hash,
            standing,
            token_generation,
            tokens_valid_after,
            ...account
          }): Credentials => ({
            account: new Account(account, skipValidation),
            passwordHash: password_hash,
            standing,
            isShopCustomer: is_shop_customer,
            generation: token_generation,
            tokensValidAfter: tokens_valid_after
          })
        )
      })

      const findHolder = Effect.fnUntraced(function* (claims: TokenClaims) {
        const rows = yield* orUnavailable(Effect.flatMap(selectHolder(claims), decodeHolders))
        return Option.map(Array.head(rows), tokenHolder)
      })

      const findReader = Effect.fnUntraced(function* (claims: TokenClaims, product: Option.Option<ProductId>) {
        const version = sql`, ${CatalogueVersions.version(sql, product)} AS version`
        const rows = yield* orUnavailable(Effect.flatMap(selectHolder(claims, version), decodeReaders))
        return Option.map(Array.head(rows), ({ version, ...row }): CatalogueReader => ({
          ...tokenHolder(row),
          version
        }))
      })

      return { add, findCredentials, findHolder, findReader }
    })
  )
}
