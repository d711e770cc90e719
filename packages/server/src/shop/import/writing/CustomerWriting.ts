import { SqlClient, SqlSchema } from "@effect/sql"
import { Email, Role } from "@storefront/domain/Identity"
import { Array, Effect, Either, Schema } from "effect"
import { v7 } from "uuid"
import { noPassword } from "../../../platform/auth/Passwords.ts"
import { Standing, standingOfUser } from "../../accounts/AccountStanding.ts"
import { customers } from "../kinds/Customers.ts"
import { type TakenCustomer } from "../kinds/Kinds.ts"
import { type Fault, type Refused, refuseLine } from "../Lines.ts"
import * as TableRows from "./TableRows.ts"
import { type Settled, type StagedLine, type Writing } from "./Writing.ts"

const StagedCustomer: Schema.Schema<TakenCustomer> = Schema.Struct({
  email: Schema.typeSchema(Email),
  name: Schema.String,
  createdAt: Schema.UndefinedOr(Schema.String)
})

interface AccountRow {
  readonly email: Email
  readonly name: string
  readonly created_at: string | null
  /** Of a new account. */
  readonly id: string
}

/** Existing accounts keep their role and password. */
const accounts: TableRows.Table<AccountRow> = {
  name: "users",
  given: { email: "text", name: "text", created_at: "timestamptz", id: "uuid" },
  key: ["email"],
  columns: {
    id: TableRows.insertedOnly("g.id"),
    password_hash: TableRows.insertedOnly(`'${noPassword}'`),
    name: TableRows.stated("name"),
    created_at: TableRows.stays("created_at", "COALESCE(g.created_at, now())")
  }
}

const Account = Schema.Struct({ email: Email, role: Role, standing: Standing })

/** Returns why an account is not changed. */
const faultOf = ({ role, standing }: typeof Account.Type): Fault | null =>
  standing === "deleted"
    ? {
        fault: "belongs to an account that was closed for good",
        mend: "leave the line out: the person is not brought back"
      }
    : role !== "customer" && role !== "power_user"
      ? { fault: `belongs to an account of the role ${role}, which is not a customer's`, mend: "leave the line out" }
      : null

/** Writes accounts of customers, which have no password when they are new. */
export const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const writeRows = yield* TableRows.make(accounts)
  const accountsOf = SqlSchema.findAll({
    Request: Schema.Array(Schema.String),
    Result: Account,
    execute: (emails) => sql`
      SELECT email, role, ${sql.literal(standingOfUser)} AS standing FROM users WHERE email = ANY(${emails}::text[])`
  })
  const settle = Effect.fnUntraced(function* (lines: ReadonlyArray<StagedLine<TakenCustomer>>) {
    const stored = yield* accountsOf(lines.map(({ value }) => value.email))
    const faults = new Map(stored.map((account) => [account.email, faultOf(account)]))
    const [refused, rows] = Array.partitionMap(lines, ({ line, value }): Either.Either<AccountRow, Refused> => {
      const { createdAt, email, name } = value
      const fault = faults.get(email) ?? null
      return fault === null
        ? Either.right({ email, name, created_at: createdAt ?? null, id: v7() })
        : Either.left(refuseLine(line, email, "email", fault))
    })
    const settled: Settled = { refused, notes: [], write: Effect.map(writeRows(rows), ({ length }) => length) }
    return settled
  })
  const writing: Writing<TakenCustomer> = {
    kind: customers,
    staged: StagedCustomer,
    keysOf: ({ email }) => ({ key: email, unit: email }),
    prepare: () => Effect.succeed({ begin: Effect.void, settle, withdraw: null })
  }
  return writing
})
