import { SqlClient, SqlSchema } from "@effect/sql"
import { type DatabaseUnavailable, EmailTaken, ShopSignInRefused } from "@storefront/domain/Errors"
import { Email, Role, UserId } from "@storefront/domain/Identity"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { v7 as uuid } from "uuid"
import { type TokenSubject } from "../../platform/auth/OwnTokens.ts"
import { noPassword } from "../../platform/auth/Passwords.ts"
import { type ShopCustomer } from "../../platform/auth/ShopAssertions.ts"
import { orUnavailable } from "../../platform/database/Transaction.ts"
import { Standing, standingOfUser, tokenWithdrawal } from "./AccountStanding.ts"

const Row = Schema.Struct({
  id: UserId,
  email: Email,
  role: Role,
  generation: Schema.Int,
  standing: Standing,
  is_linked: Schema.Boolean,
  awaits_emptying: Schema.Boolean
})

/** Account of a customer, and how it was found. */
export interface AdmittedCustomer {
  readonly subject: TokenSubject
  /** `linked`: somebody had signed up with the address before. */
  readonly as: "known" | "added" | "linked"
  /** True if that person's cart, memories and turns must be removed before the customer gets a token. */
  readonly awaitsEmptying: boolean
}

const admitted = ({ email, generation, id, role, standing }: typeof Row.Type) =>
  standing !== "active"
    ? Effect.fail(new ShopSignInRefused())
    : role !== "customer"
      ? Effect.fail(new ShopSignInRefused({ message: "Account is not a customer's" }))
      : Effect.succeed<TokenSubject>({ id, email, role, generation })

/** Accounts of the shop's own customers, by the shop's id of them (`users.shop_subject`). */
export class ShopCustomers extends Context.Tag("@storefront/server/shop/accounts/ShopCustomers")<
  ShopCustomers,
  {
    /**
     * Returns the account of a customer, which keeps its e-mail and name; else links the account with the verified
     * address, or adds one. Linking ends password and tokens, because sign-up does not prove an address. It locks nothing
     * but the account: what the account has is locked before it everywhere else. Needs the caller's transaction.
     */
    readonly admit: (
      customer: ShopCustomer
    ) => Effect.Effect<AdmittedCustomer, EmailTaken | ShopSignInRefused | DatabaseUnavailable>
    /** Returns whether an account still awaits emptying. Others wait until the caller's transaction ends. */
    readonly lockAwaiting: (account: UserId) => Effect.Effect<boolean, DatabaseUnavailable>
    /** Removes cart and memories of an account, which then awaits nothing more. Needs the caller's transaction. */
    readonly empty: (account: UserId) => Effect.Effect<void, DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(`
        id, email, role, token_generation AS generation, ${standingOfUser} AS standing,
        shop_subject IS NOT NULL AS is_linked, awaits_emptying`)

      const selectBySubject = SqlSchema.findOne({
        Request: Schema.String,
        Result: Row,
        execute: (subject) => sql`SELECT ${columns} FROM users WHERE shop_subject = ${subject}`
      })
      const insert = SqlSchema.findOne({
        Request: Schema.Struct({ email: Email, name: Schema.String, shop_subject: Schema.String }),
        Result: Row,
        execute: (person) => sql`
          INSERT INTO users ${sql.insert({ id: uuid(), password_hash: noPassword, ...person })}
          ON CONFLICT (email) DO NOTHING
          RETURNING ${columns}`
      })
      const lockByEmail = SqlSchema.single({
        Request: Email,
        Result: Row,
        execute: (email) => sql`SELECT ${columns} FROM users WHERE email = ${email} FOR UPDATE`
      })
      const update = SqlSchema.single({
        Request: Schema.Struct({ id: UserId, name: Schema.String, shop_subject: Schema.String }),
        Result: Schema.Struct({ generation: Schema.Int }),
        execute: ({ id, name, shop_subject }) => sql`
          UPDATE users SET shop_subject = ${shop_subject}, name = ${name}, password_hash = ${noPassword},
            awaits_emptying = true, ${sql.literal(tokenWithdrawal)}
          WHERE id = ${id} RETURNING token_generation AS generation`
      })

      const link = Effect.fnUntraced(function* ({ email, isEmailVerified, name, subject }: ShopCustomer) {
        const account = yield* orUnavailable(lockByEmail(email))
        if (!isEmailVerified || account.is_linked) {
          return yield* new EmailTaken()
        }
        const owner = yield* admitted(account)
        const { id } = owner
        const { generation } = yield* orUnavailable(update({ id, name, shop_subject: subject }))
        return { ...owner, generation }
      })

      /** Waits for other transactions with the same lock. */
      const lock = (name: string) => orUnavailable(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`)

      const admit = Effect.fn("ShopCustomers.admit")(function* (customer: ShopCustomer) {
        const { email, name, subject } = customer
        // The second of two assertions about one customer finds the account of the first.
        yield* lock(`shop_subject ${subject}`)
        const known = yield* orUnavailable(selectBySubject(subject))
        if (Option.isSome(known)) {
          const { awaits_emptying: awaitsEmptying } = known.value
          return { as: "known" as const, subject: yield* admitted(known.value), awaitsEmptying }
        }
        const added = yield* orUnavailable(insert({ email, name, shop_subject: subject }))
        return Option.isSome(added)
          ? { as: "added" as const, subject: yield* admitted(added.value), awaitsEmptying: false }
          : { as: "linked" as const, subject: yield* link(customer), awaitsEmptying: true }
      })

      const lockAwaiting = Effect.fnUntraced(function* (account: UserId) {
        yield* lock(`awaits_emptying ${account}`)
        const found = yield* orUnavailable(sql`SELECT FROM users WHERE id = ${account} AND awaits_emptying`)
        return found.length > 0
      })

      const empty = Effect.fn("ShopCustomers.empty")(function* (account: UserId) {
        yield* sql`DELETE FROM carts WHERE user_id = ${account}`
        yield* sql`DELETE FROM agent_memories WHERE user_id = ${account}`
        yield* sql`UPDATE users SET awaits_emptying = false WHERE id = ${account}`
      }, orUnavailable)

      return { admit, lockAwaiting, empty }
    })
  )
}
