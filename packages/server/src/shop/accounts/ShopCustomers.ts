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
  is_linked: Schema.Boolean
})

/** Account of a customer, and how it was found. */
export interface AdmittedCustomer {
  readonly subject: TokenSubject
  /** `linked`: somebody had signed up with the address before. */
  readonly as: "known" | "added" | "linked"
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
     * address, or adds one. Linking empties the account of what its maker may have left, because sign-up does not prove
     * an address. Needs the caller's transaction.
     */
    readonly admit: (
      customer: ShopCustomer
    ) => Effect.Effect<AdmittedCustomer, EmailTaken | ShopSignInRefused | DatabaseUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const columns = sql.literal(`
        id, email, role, token_generation AS generation, ${standingOfUser} AS standing,
        shop_subject IS NOT NULL AS is_linked`)

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
            ${sql.literal(tokenWithdrawal)}
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
        // A turn of whoever signed up may still run: its tools write nothing from here on.
        yield* orUnavailable(sql`UPDATE agent_runs SET is_closed = true WHERE user_id = ${id}`)
        yield* orUnavailable(sql`DELETE FROM carts WHERE user_id = ${id}`)
        yield* orUnavailable(sql`DELETE FROM agent_memories WHERE user_id = ${id}`)
        return { ...owner, generation }
      })

      const admit = Effect.fn("ShopCustomers.admit")(function* (customer: ShopCustomer) {
        const { email, name, subject } = customer
        // Two assertions about one customer take turns: the second one finds the account of the first.
        yield* orUnavailable(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`shop_subject ${subject}`}, 0))`)
        const known = yield* orUnavailable(selectBySubject(subject))
        if (Option.isSome(known)) {
          return { as: "known" as const, subject: yield* admitted(known.value) }
        }
        const added = yield* orUnavailable(insert({ email, name, shop_subject: subject }))
        return Option.isSome(added)
          ? { as: "added" as const, subject: yield* admitted(added.value) }
          : { as: "linked" as const, subject: yield* link(customer) }
      })

      return { admit }
    })
  )
}
