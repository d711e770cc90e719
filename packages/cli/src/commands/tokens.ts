import { Args, Command, Options } from "@effect/cli"
import {
  AccountOperations,
  AccountState,
  RevokedEntry,
  RevokedToken
} from "@storefront/server/shop/accounts/AccountOperations"
import { DateTime, Effect, Option, Schema } from "effect"
import { accountLines, readAccount, readJti } from "../Accounts.ts"
import * as Confirmation from "../Confirmation.ts"
import * as Listing from "../Listing.ts"
import * as CommandDatabase from "../CommandDatabase.ts"
import * as Input from "../Input.ts"
import * as Output from "../Output.ts"

const whatToRevoke = "Name either the jti of one token, or --user with the account that loses all its tokens"

const tokenLines = ({ expires_at, jti }: RevokedToken) => [
  `Token ${Output.printable(jti)}: revoked`,
  `  kept until  ${DateTime.formatIso(expires_at)}`
]

const revoke = Command.make(
  "revoke",
  {
    jti: Args.text({ name: "jti" }).pipe(Args.withDescription("The jti claim of one token"), Args.optional),
    user: Options.text("user").pipe(
      Options.withDescription("E-mail address or id of an account: all its tokens"),
      Options.optional
    ),
    yes: Confirmation.yes,
    json: Output.json
  },
  ({ json, jti, user, yes }) =>
    Effect.gen(function* () {
      const operations = yield* AccountOperations
      if (Option.isSome(jti) && Option.isNone(user)) {
        const one = yield* readJti(jti.value)
        yield* Confirmation.confirm(`The token ${Output.printable(one)}`, "refused from now on", yes)
        const revoked = yield* operations.revokeToken(one)
        return yield* Output.print(RevokedToken, revoked, json, tokenLines)
      }
      if (Option.isSome(user) && Option.isNone(jti)) {
        const name = yield* readAccount(user.value)
        yield* Confirmation.confirm(`All tokens of ${Output.printable(user.value)}`, "refused from now on", yes)
        const holder = yield* operations.withdrawTokens(name)
        return yield* Output.print(AccountState, holder, json, (state) => [
          ...accountLines(state),
          "  tokens  all refused that were issued until now"
        ])
      }
      return yield* new Input.InputInvalid({ message: whatToRevoke })
    })
).pipe(Command.withDescription("Refuse one token from now on, or all tokens issued to an account so far."))

const Revoked = Schema.Struct({ tokens: Schema.Array(RevokedEntry), count: Schema.Int })

const list = Command.make(
  "list",
  { ...Listing.paging, json: Output.json },
  Effect.fn("cli.tokens.list")(function* ({ json, limit, offset }) {
    const operations = yield* AccountOperations
    const page = yield* Listing.pageOf({ limit, offset }, operations.listRevoked)
    yield* Output.print(Revoked, { tokens: page.rows, count: page.rows.length }, json, () =>
      Listing.lines(page, "No token is revoked.", ["token", "revoked", "kept until"], (token) => [
        Output.printable(token.jti),
        DateTime.formatIso(token.revoked_at).slice(0, 19),
        DateTime.formatIso(token.expires_at).slice(0, 19)
      ])
    )
  })
).pipe(Command.withDescription("List the tokens that are refused before they expire, the last revoked first."))

/** The token commands, on any database. */
export const commands = Command.make("tokens").pipe(
  Command.withDescription("Revoke tokens before they expire."),
  Command.withSubcommands([list, revoke])
)

/** The token commands, on the configured database. */
export const tokens = Command.provide(commands, CommandDatabase.onDatabase(AccountOperations.layer))
