import { EmailAddress, NewPassword } from "@storefront/domain/api/AuthApi"
import { bounded } from "@storefront/domain/api/Fields"
import { UserId } from "@storefront/domain/Identity"
import { Args, Options, Prompt } from "@effect/cli"
import { Terminal } from "@effect/platform"
import { type AccountName, type AccountState } from "@storefront/server/shop/accounts/AccountOperations"
import { adminPassword, ownPassword } from "@storefront/server/platform/config/AuthConfig"
import { Effect, Option, Redacted, Schema } from "effect"
import * as Input from "./Input.ts"
import * as Output from "./Output.ts"

const decodeEmail = Schema.decodeUnknown(EmailAddress)
const isNewPassword = Schema.is(NewPassword)

/** The account that a command is about. */
export const account = Args.text({ name: "account" }).pipe(Args.withDescription("E-mail address or id of the account"))

/** Reads an e-mail address, or else says that the text is not what was `wanted`. */
const readAddress = (text: string, wanted: string) =>
  Effect.mapError(
    decodeEmail(text),
    () => new Input.InputInvalid({ message: `"${Output.printable(text)}" is ${wanted}` })
  )

/** Reads an e-mail address. */
export const readEmail = (text: string) => readAddress(text, "not an e-mail address")

/** Reads how an account is named. */
export const readAccount = (text: string): Effect.Effect<AccountName, Input.InputInvalid> =>
  Option.match(Schema.decodeUnknownOption(UserId)(text.trim().toLowerCase()), {
    onSome: (id) => Effect.succeed({ _tag: "Id", id }),
    onNone: () =>
      Effect.map(readAddress(text, "neither an e-mail address nor the id of an account"), (email) => ({
        _tag: "Email",
        email
      }))
  })

/** Reads the `jti` of a token; ours are UUIDs, those of another issuer may be any text. */
export const readJti = (text: string) =>
  Schema.decodeUnknown(bounded(1, 200))(text).pipe(
    Effect.mapError(() => new Input.InputInvalid({ message: "A jti has 1 to 200 characters" }))
  )

/**
 * A new password: `ADMIN_PASSWORD`, else what is typed into the terminal, unseen. Never an argument: everybody on the
 * machine can read those.
 */
export const readPassword: Effect.Effect<
  Redacted.Redacted,
  Input.InputInvalid | Terminal.QuitException | Effect.Effect.Error<typeof adminPassword>,
  Prompt.Prompt.Environment
> = Effect.flatMap(
  adminPassword,
  Option.match({
    onSome: Effect.succeed,
    onNone: () =>
      Effect.gen(function* () {
        const terminal = yield* Terminal.Terminal
        return (yield* terminal.isTTY)
          ? yield* Prompt.hidden({
              message: "Password of the new administrator",
              validate: (text) => (isNewPassword(text) ? Effect.succeed(text) : Effect.fail("It must be 8 to 72 bytes"))
            })
          : yield* new Input.InputInvalid({
              message: "Put the password into ADMIN_PASSWORD, or run this in a terminal to be asked for it"
            })
      })
  })
)

/** Password of every account of the demonstration shop. */
export const demonstrationPassword = "storefront-demo"

/** The accounts of the demonstration shop have addresses of a domain that nobody can own (RFC 2606). */
const isDemonstration = (email: string) => email.trim().toLowerCase().endsWith("@example.com")

/** `--password-stdin`, of a command that logs in. */
export const passwordStdin = Options.boolean("password-stdin").pipe(
  Options.withDescription("The first line that is piped in is the account's password")
)

const pipedPassword = Effect.gen(function* () {
  const [line = ""] = process.stdin.isTTY ? [] : (yield* Input.piped).split(/\r?\n/)
  return line === ""
    ? yield* new Input.InputInvalid({
        message: "No password is piped in. For example: storefront ask --password-stdin … < password.txt"
      })
    : Redacted.make(line)
})

/**
 * The password of the account that a command acts for: piped in, else `STOREFRONT_PASSWORD`, else that of the
 * demonstration, else what is typed into the terminal, unseen. Never an argument: everybody on the machine can read those.
 */
export const readOwnPassword = Effect.fnUntraced(function* (email: string, isPiped: boolean) {
  if (isPiped) {
    return yield* pipedPassword
  }
  const given = yield* ownPassword
  if (Option.isSome(given)) {
    return given.value
  }
  if (isDemonstration(email)) {
    return Redacted.make(demonstrationPassword)
  }
  const terminal = yield* Terminal.Terminal
  return (yield* terminal.isTTY)
    ? yield* Prompt.hidden({ message: `Password of ${Output.printable(email)}` })
    : yield* new Input.InputInvalid({
        message:
          "Put the password into STOREFRONT_PASSWORD, pipe it in with --password-stdin, or run this in a terminal"
      })
})

/** An account in lines for people. */
export const accountLines = ({ email, name, role, status, user_id }: AccountState): ReadonlyArray<string> => [
  `Account ${user_id}: ${status}`,
  `  e-mail  ${Output.printable(email)}`,
  `  name    ${Output.printable(name)}`,
  `  role    ${role}`
]
