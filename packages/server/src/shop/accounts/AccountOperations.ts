import { SqlClient, SqlSchema, type Statement } from "@effect/sql"
import { type DatabaseUnavailable, EmailTaken, type ServiceUnavailable } from "@storefront/domain/Errors"
import { Email, Role, UserId } from "@storefront/domain/Identity"
import { Context, Data, Duration, Effect, Layer, Option, type Redacted, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { refreshLifetime } from "../../platform/auth/TokenClaims.ts"
import { LimitOffset } from "../../platform/database/LimitOffset.ts"
import { type PasswordRefused, Passwords } from "../../platform/auth/Passwords.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { Standing, standingOfUser, tokenWithdrawal } from "./AccountStanding.ts"

/** Identifies an account by e-mail address or id. */
export type AccountName =
  | { readonly _tag: "Email"; readonly email: Email }
  | { readonly _tag: "Id"; readonly id: UserId }

/** An account's owner and status. */
export const AccountState = Schema.Struct({
  user_id: UserId,
  email: Email,
  name: Schema.String,
  role: Role,
  status: Standing
})
export type AccountState = typeof AccountState.Type

export const AccountEntry = Schema.Struct({ ...AccountState.fields, created_at: Schema.DateTimeUtc })
export type AccountEntry = typeof AccountEntry.Type

export class UnknownAccount extends Data.TaggedError("UnknownAccount") {
  override get message() {
    return "There is no account with this e-mail address or id."
  }
}

/** The account is not in a state that the operation accepts, possibly because of a concurrent operation. */
export class AccountNotReady extends Data.TaggedError("AccountNotReady")<{
  readonly id: UserId
  readonly status: Standing
  /** Statuses that the operation accepts. */
  readonly required: ReadonlyArray<Standing>
}> {
  override get message() {
    return `Account ${this.id} is ${this.status}; it would have to be ${this.required.join(" or ")}. Nothing was changed.`
  }
}

/** The account is used without a password, which would let somebody else in. */
export class NoPasswordHere extends Data.TaggedError("NoPasswordHere")<{ readonly id: UserId }> {
  override get message() {
    return `Account ${this.id} is a guest's, or a customer's who signs in at the shop: it has no password here. Nothing was changed.`
  }
}

export const RevokedToken = Schema.Struct({
  jti: Schema.String,
  revoked: Schema.Literal(true),
  /** End of the revocation record, which outlives any token. */
  expires_at: Schema.DateTimeUtc
})
export type RevokedToken = typeof RevokedToken.Type

/** A revoked token in an operator's list. */
export const RevokedEntry = Schema.Struct({
  jti: Schema.String,
  revoked_at: Schema.DateTimeUtc,
  expires_at: Schema.DateTimeUtc
})
export type RevokedEntry = typeof RevokedEntry.Type

export class TokenRevokedBefore extends Data.TaggedError("TokenRevokedBefore")<{ readonly jti: string }> {
  override get message() {
    return `Token ${this.jti} was revoked before. Nothing was changed.`
  }
}

/** Operator commands on accounts and their tokens. */
export class AccountOperations extends Context.Tag("@storefront/server/shop/accounts/AccountOperations")<
  AccountOperations,
  {
    /** Creates an administrator. The address of a deleted account stays taken. */
    readonly createAdmin: (person: {
      readonly email: Email
      readonly name: string
      readonly password: Redacted.Redacted
    }) => Effect.Effect<AccountState, EmailTaken | PasswordRefused | ServiceUnavailable | DatabaseUnavailable>
    /** Deactivates an active account. Its tokens are void from now on, even after reactivation. */
    readonly deactivate: (
      name: AccountName
    ) => Effect.Effect<AccountState, UnknownAccount | AccountNotReady | DatabaseUnavailable>
    /** Reactivates a deactivated account. */
    readonly reactivate: (
      name: AccountName
    ) => Effect.Effect<AccountState, UnknownAccount | AccountNotReady | DatabaseUnavailable>
    /** Deletes an account permanently. The row stays, so that its address cannot be used again. */
    readonly delete: (
      name: AccountName
    ) => Effect.Effect<AccountState, UnknownAccount | AccountNotReady | DatabaseUnavailable>
    /** Withdraws all tokens of an account that is not deleted; its owner has to log in again. */
    readonly withdrawTokens: (
      name: AccountName
    ) => Effect.Effect<AccountState, UnknownAccount | AccountNotReady | DatabaseUnavailable>
    /**
     * Sets the password of an account that is not deleted. All its tokens are void from now on, because somebody else may
     * have known the old password.
     */
    readonly setPassword: (
      name: AccountName,
      password: Redacted.Redacted
    ) => Effect.Effect<
      AccountState,
      UnknownAccount | AccountNotReady | NoPasswordHere | PasswordRefused | ServiceUnavailable | DatabaseUnavailable
    >
    /**
     * Revokes a token by its `jti`. Revoking a refresh token also revokes the access tokens issued with or from it.
     * Succeeds for an unknown `jti` too, because issued tokens are not stored.
     */
    readonly revokeToken: (jti: string) => Effect.Effect<RevokedToken, TokenRevokedBefore | DatabaseUnavailable>
    /** Lists accounts, newest first; a null role means every role. */
    readonly list: (
      role: Role | null,
      part: LimitOffset
    ) => Effect.Effect<ReadonlyArray<AccountEntry>, DatabaseUnavailable>
    /** Lists revoked tokens, last revoked first, without those whose revocation record has expired. */
    readonly listRevoked: (part: LimitOffset) => Effect.Effect<ReadonlyArray<RevokedEntry>, DatabaseUnavailable>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const passwords = yield* Passwords

      const columns = sql.literal(`id AS user_id, email, name, role, ${standingOfUser} AS status`)

      const matchesName = (name: AccountName) =>
        name._tag === "Id" ? sql`id = ${name.id}` : sql`email = ${name.email}`

      const conditions = {
        active: sql`is_active AND deleted_at IS NULL`,
        deactivated: sql`NOT is_active AND deleted_at IS NULL`,
        deleted: sql`deleted_at IS NOT NULL`
      } satisfies Record<Standing, unknown>

      const withdrawal = sql.literal(tokenWithdrawal)

      const stateChanges = {
        deactivate: {
          from: ["active"],
          set: sql`is_active = false, ${withdrawal}`,
          logMessage: "Account deactivated"
        },
        reactivate: { from: ["deactivated"], set: sql`is_active = true`, logMessage: "Account reactivated" },
        delete: {
          from: ["active", "deactivated"],
          set: sql`is_active = false, deleted_at = clock_timestamp(), ${withdrawal}`,
          logMessage: "Account deleted"
        },
        withdrawTokens: {
          from: ["active", "deactivated"],
          set: withdrawal,
          logMessage: "Tokens of an account withdrawn"
        }
      } as const

      const decodeState = Schema.decodeUnknown(Schema.Array(AccountState))

      const insertAdmin = SqlSchema.findOne({
        Request: Schema.Struct({ email: Email, name: Schema.String, passwordHash: Schema.String }),
        Result: AccountState,
        execute: ({ email, name, passwordHash }) => sql`
          INSERT INTO users (id, email, name, password_hash, role) VALUES (${uuid()}, ${email}, ${name}, ${passwordHash}, 'admin')
          ON CONFLICT (email) DO NOTHING
          RETURNING ${columns}`
      })

      const insertRevoked = SqlSchema.findOne({
        Request: Schema.String,
        Result: Schema.Struct({ expires_at: Schema.DateTimeUtcFromDate }),
        execute: (jti) => sql`
          WITH outlived AS (DELETE FROM revoked_tokens WHERE expires_at < now())
          INSERT INTO revoked_tokens (jti, expires_at) VALUES (${jti}, now() + make_interval(secs => ${Duration.toSeconds(refreshLifetime)}))
          ON CONFLICT (jti) DO NOTHING
          RETURNING expires_at`
      })

      const find = Effect.fnUntraced(function* (name: AccountName) {
        const [account] = yield* orUnavailable(
          Effect.flatMap(sql`SELECT ${columns} FROM users WHERE ${matchesName(name)}`, decodeState)
        )
        return account ?? (yield* new UnknownAccount())
      })

      interface Change {
        readonly from: ReadonlyArray<Standing>
        readonly set: Statement.Fragment
        readonly logMessage: string
      }

      /** Changes a row by one conditional update; no row means an unknown account or another state. */
      const change = Effect.fnUntraced(function* (
        name: AccountName,
        { from, logMessage, set }: Change,
        condition: Statement.Fragment = sql`true`
      ) {
        const [account] = yield* orUnavailable(
          Effect.flatMap(
            sql`
              UPDATE users SET ${set}
              WHERE ${matchesName(name)} AND ${sql.or(from.map((status) => conditions[status]))} AND ${condition}
              RETURNING ${columns}`,
            decodeState
          )
        )
        if (account === undefined) {
          const { status, user_id: id } = yield* find(name)
          return yield* new AccountNotReady({ id, status, required: from })
        }
        yield* Effect.annotateLogs(Effect.logInfo(logMessage), "user.id", account.user_id)
        return account
      })

      const changeState = (step: keyof typeof stateChanges) =>
        Effect.fn(`AccountOperations.${step}`)((name: AccountName) => change(name, stateChanges[step]))

      const setPassword = Effect.fn("AccountOperations.setPassword")(function* (
        name: AccountName,
        password: Redacted.Redacted
      ) {
        const account = yield* find(name)
        const id = account.user_id
        const hash = yield* passwords.hash(password, account)
        const setting: Change = {
          from: ["active", "deactivated"],
          set: sql`password_hash = ${hash}, ${withdrawal}`,
          logMessage: "Password of an account set"
        }
        return yield* Effect.catchTag(
          change({ _tag: "Id", id }, setting, sql`shop_subject IS NULL AND role <> 'guest'`),
          "AccountNotReady",
          (error) => Effect.fail(error.required.includes(error.status) ? new NoPasswordHere({ id }) : error)
        )
      })

      const createAdmin = Effect.fn("AccountOperations.createAdmin")(function* (person: {
        readonly email: Email
        readonly name: string
        readonly password: Redacted.Redacted
      }) {
        const passwordHash = yield* passwords.hash(person.password, person)
        const added = yield* orUnavailable(insertAdmin({ email: person.email, name: person.name, passwordHash }))
        const account = yield* Effect.mapError(added, () => new EmailTaken())
        yield* Effect.annotateLogs(Effect.logInfo("Administrator created"), "user.id", account.user_id)
        return account
      })

      const selectAccounts = SqlSchema.findAll({
        Request: Schema.Struct({ role: Schema.NullOr(Role), ...LimitOffset.fields }),
        Result: Schema.Struct({ ...AccountEntry.fields, created_at: Schema.DateTimeUtcFromDate }),
        execute: ({ limit, offset, role }) => sql`
          SELECT ${columns}, created_at FROM users WHERE ${role === null ? sql`role <> 'guest'` : sql`role = ${role}`}
          ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`
      })

      const list = Effect.fn("AccountOperations.list")((role: Role | null, part: LimitOffset) =>
        orUnavailable(selectAccounts({ role, ...part }))
      )

      const selectRevoked = SqlSchema.findAll({
        Request: LimitOffset,
        Result: Schema.Struct({
          jti: Schema.String,
          revoked_at: Schema.DateTimeUtcFromDate,
          expires_at: Schema.DateTimeUtcFromDate
        }),
        execute: ({ limit, offset }) => sql`
          SELECT jti, revoked_at, expires_at FROM revoked_tokens WHERE expires_at > now()
          ORDER BY revoked_at DESC, jti LIMIT ${limit} OFFSET ${offset}`
      })

      const listRevoked = Effect.fn("AccountOperations.listRevoked")((part: LimitOffset) =>
        orUnavailable(selectRevoked(part))
      )

      const revokeToken = Effect.fn("AccountOperations.revokeToken")(function* (jti: string) {
        const revoked = yield* orUnavailable(insertRevoked(jti))
        return yield* Option.match(revoked, {
          onNone: () => new TokenRevokedBefore({ jti }),
          onSome: ({ expires_at }) => Effect.succeed({ jti, revoked: true as const, expires_at })
        })
      })

      return {
        createAdmin,
        deactivate: changeState("deactivate"),
        reactivate: changeState("reactivate"),
        delete: changeState("delete"),
        withdrawTokens: changeState("withdrawTokens"),
        setPassword,
        revokeToken,
        list,
        listRevoked
      }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide(Passwords.layer))
}
