import { EmailAddress, NewPassword } from "@storefront/domain/api/AuthApi"
import { bounded } from "@storefront/domain/api/Fields"
import { UserId } from "@storefront/domain/Identity"
import { Args, Options, Prompt } from "@effect/cli"
import { Terminal } from "@effect/platform"
import { type AccountName, type AccountState } from "@storefront/server/shop/accounts/AccountOperations"
import { adminPassword, newPassword, ownPassword } from "@storefront/server/platform/config/AuthConfig"
import { Effect, Option, Redacted, Schema } from "effect"
import * as Input from "./Input.ts"
import * as Output from "./Output.ts"

const decodeEmail = Schema.decodeUnknown(EmailAddress)
const isNewPassword = Schema.is(NewPassword)

/** The account that a command is about. */
export const account = Args.text({ name: "account" }).pipe(Args.withDescription("E-mail address or id of the account"))

/** Reads an e-mail address; the error says that the text is `wanted`, such as "not an e-mail address". */
const readAddress = (text: string, wanted: string) =>
  Effect.mapError(
    decodeEmail(text),
    () => new Input.InputInvalid({ message: `"${Output.printable(text)}" is ${wanted}` })
  )

export const readEmail = (text: string) => readAddress(text, "not an e-mail address")

/** Reads an account's id or e-mail address. */
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

const lengthRule = "must be 8 to 72 bytes"

/** Asks twice for a new password, which is typed unseen. */
const typeNewPassword = Effect.fnUntraced(function* (message: string) {
  const first = yield* Prompt.hidden({
    message,
    validate: (text) => (isNewPassword(text) ? Effect.succeed(text) : Effect.fail(`It ${lengthRule}`))
  })
  const second = yield* Prompt.hidden({ message: "The same again" })
  return Redacted.value(first) === Redacted.value(second)
    ? first
    : yield* new Input.InputInvalid({ message: "The two passwords are not the same. Nothing was changed." })
})

/**
 * Reads a new password: as configured, else typed unseen, else by `other`. Never an argument: anybody on the machine can
 * read those.
 */
const readNewPassword = <E>(
  configured: typeof adminPassword,
  message: string,
  other: Effect.Effect<Redacted.Redacted, E>
) =>
  Effect.gen(function* () {
    const given = yield* configured
    const terminal = yield* Terminal.Terminal
    return Option.isSome(given) ? given.value : yield* (yield* terminal.isTTY) ? typeNewPassword(message) : other
  })

/** Reads the password of a new administrator from `ADMIN_PASSWORD` or the terminal. */
export const readAdminPassword = readNewPassword(
  adminPassword,
  "Password of the new administrator",
  new Input.InputInvalid({
    message: "Put the password into ADMIN_PASSWORD, or run this in a terminal to be asked for it"
  })
)

/** Reads the one line that is piped in as a new password, without the end of the line. */
const pipedNewPassword = Effect.gen(function* () {
  const line = (yield* Input.piped).replace(/\r?\n$/, "")
  if (line === "") {
    return yield* new Input.InputInvalid({
      message: "Put the password into PASSWORD, pipe it in, or run this in a terminal to be asked for it"
    })
  }
  if (/[\r\n]/.test(line)) {
    return yield* new Input.InputInvalid({ message: "Several lines are piped in: pipe in the password alone" })
  }
  return isNewPassword(line)
    ? Redacted.make(line)
    : yield* new Input.InputInvalid({ message: `The password ${lengthRule}` })
})

/** Reads the new password of an account from `PASSWORD`, the terminal or what is piped in. */
export const readAccountPassword = (account: string) =>
  readNewPassword(newPassword, `New password of ${Output.printable(account)}`, pipedNewPassword)

/** Password of every account of the demonstration shop. */
export const demonstrationPassword = "storefront-demo"

/** Returns whether an account is the demonstration shop's: nobody can own this domain (RFC 2606). */
const isDemonstration = (email: string) => email.trim().toLowerCase().endsWith("@example.com")

/** `--password-stdin`, for commands that log in. */
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
 * Reads the password of the account that a command acts for: piped in, else `STOREFRONT_PASSWORD`, else the
 * demonstration's, else typed unseen. It is never an argument, which everybody on the machine can read.
 */
export const readOwnPassword = Effect.fnUntraced(function* (email: string, isPiped: boolean) {
  if (isPiped) {
    return yield* pipedPassword
  }
  const configured = yield* ownPassword
  if (Option.isSome(configured)) {
    return configured.value
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

/** Describes an account in lines for people. */
export const accountLines = ({ email, name, role, status, user_id }: AccountState): ReadonlyArray<string> => [
  `Account ${user_id}: ${status}`,
  `  e-mail  ${Output.printable(email)}`,
  `  name    ${Output.printable(name)}`,
  `  role    ${role}`
]
