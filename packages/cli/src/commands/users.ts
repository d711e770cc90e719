import { Command, Options } from "@effect/cli"
import { AccountRole } from "@storefront/domain/Identity"
import { authMode } from "@storefront/server/platform/config/AuthConfig"
import { AccountEntry, AccountOperations, AccountState } from "@storefront/server/shop/accounts/AccountOperations"
import { DateTime, Effect, Option, Schema } from "effect"
import { account, accountLines, readAccount, readAccountPassword, readAdminPassword, readEmail } from "../Accounts.ts"
import * as Confirmation from "../Confirmation.ts"
import * as Listing from "../Listing.ts"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Input from "../Input.ts"
import * as Output from "../Output.ts"
import { announce } from "../Progress.ts"

const createAdmin = Command.make(
  "create-admin",
  {
    email: Options.text("email").pipe(Options.withDescription("E-mail address, to log in with")),
    name: Options.text("name").pipe(Options.withDescription("Name of the person, 1 to 100 characters")),
    json: Output.json
  },
  ({ email, json, name }) =>
    Effect.gen(function* () {
      const operations = yield* AccountOperations
      const person = { email: yield* readEmail(email), name: yield* Input.readText("name", 100, name) }
      const created = yield* operations.createAdmin({ ...person, password: yield* readAdminPassword })
      yield* Output.print(AccountState, created, json, accountLines)
    })
).pipe(
  Command.withDescription("Create an administrator. The password comes from ADMIN_PASSWORD, or is asked for unseen.")
)

/** Makes a command that deactivates or reactivates an account. */
const step = <const Name extends string>(name: Name, action: "deactivate" | "reactivate", description: string) =>
  Command.make(
    name,
    { account, json: Output.json },
    Effect.fn("cli.users.change")(function* ({ account, json }) {
      const operations = yield* AccountOperations
      const changed = yield* operations[action](yield* readAccount(account))
      yield* Output.print(AccountState, changed, json, accountLines)
    })
  ).pipe(Command.withDescription(description))

/** Says where the password counts if an authorization server, which need not be ours, is asked for tokens. */
const oauthNote =
  "AUTH_MODE is oauth: the password is for the authorization server of `up --oauth` and `start auth`, which has these accounts; any other one has passwords of its own, and this one opens nothing there"

const setPassword = Command.make(
  "set-password",
  { account, json: Output.json },
  Effect.fn("cli.users.set-password")(function* ({ account, json }) {
    const operations = yield* AccountOperations
    const name = yield* readAccount(account)
    const changed = yield* operations.setPassword(name, yield* readAccountPassword(account))
    if ((yield* authMode) === "oauth") {
      yield* announce(oauthNote)
    }
    yield* Output.print(AccountState, changed, json, (state) => [
      ...accountLines(state),
      "  password  set",
      "  tokens    all refused that were issued until now"
    ])
  })
).pipe(
  Command.withDescription(
    "Set an account's password, also of one that was imported without any. It comes from PASSWORD, is asked for unseen, or is piped in. All tokens of the account are refused from now on."
  )
)

/** Everything that the database has of a person; closing the account erases none of it. */
const kept = [
  "e-mail address",
  "name",
  "password hash",
  "cart",
  "orders",
  "returns",
  "reviews",
  "products",
  "conversations",
  "support cases",
  "memories",
  "permissions",
  "audit rows"
]

const nothingErased = `nothing is erased, and all of it stays in the database: ${kept.join(", ")}`

const DeletedAccount = Schema.Struct({ ...AccountState.fields, kept: Schema.Array(Schema.String) })

const remove = Command.make(
  "delete",
  { account, yes: Confirmation.yes, json: Output.json },
  Effect.fn("cli.users.delete")(function* ({ account, json, yes }) {
    const operations = yield* AccountOperations
    const name = yield* readAccount(account)
    yield* Confirmation.confirm(`The account ${Output.printable(account)}`, `closed for good; ${nothingErased}`, yes)
    const deleted = yield* operations.delete(name)
    yield* Output.print(DeletedAccount, { ...deleted, kept }, json, (state) => [
      ...accountLines(state),
      "  tokens  all refused from now on; nobody can log in or sign up with the address",
      `  kept    ${kept.join(", ")}`
    ])
  })
).pipe(
  Command.withDescription(
    "Close an account for good: nobody can log in or sign up with its address again. Nothing is erased, its personal data stay."
  )
)

const Accounts = Schema.Struct({ users: Schema.Array(AccountEntry), count: Schema.Int })

const list = Command.make(
  "list",
  {
    role: Options.choice("role", AccountRole.literals).pipe(
      Options.withDescription("Only those in this role"),
      Options.optional
    ),
    ...Listing.paging,
    json: Output.json
  },
  Effect.fn("cli.users.list")(function* ({ json, limit, offset, role }) {
    const operations = yield* AccountOperations
    const page = yield* Listing.pageOf({ limit, offset }, (part) => operations.list(Option.getOrNull(role), part))
    yield* Output.print(Accounts, { users: page.rows, count: page.rows.length }, json, () =>
      Listing.lines(
        page,
        "No accounts.",
        ["account", "status", "role", "since", "e-mail", "name"],
        ({ created_at, email, name, role, status, user_id }) => [
          user_id,
          status,
          role,
          DateTime.formatIso(created_at).slice(0, 10),
          Output.printable(email),
          Output.printable(name)
        ]
      )
    )
  })
).pipe(Command.withDescription("List accounts, newest first."))

/** The account commands, on any database. */
export const commands = Command.make("users").pipe(
  Command.withDescription("List and close accounts, add administrators, set passwords."),
  Command.withSubcommands([
    list,
    createAdmin,
    setPassword,
    step("deactivate", "deactivate", "Close an account for now. All its tokens are refused from now on."),
    step("reactivate", "reactivate", "Open a deactivated account again. Its holder has to log in anew."),
    remove
  ])
)

/** The account commands, on the configured database. */
export const users = Command.provide(commands, CommandDatabase.onDatabase(AccountOperations.layer))
