import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "@effect/platform"
import { Encoding, Schema } from "effect"
import { AccountDeactivated, EmailTaken, Unauthorized } from "../Errors.ts"
import { AccountRole, Email, LoyaltyTier, UserId } from "../Identity.ts"
import { MoneyFromNumber } from "../Money.ts"
import { boundedField, comparedText, field, isStorable, secretText } from "./Fields.ts"
import { JsonBody } from "./JsonBody.ts"
import { LogInRate, RefreshRate, SignUpRate } from "./RateLimits.ts"

/** The account that the tokens belong to. */
export class Account extends Schema.Class<Account>("Account")({
  id: UserId,
  email: Email,
  name: Schema.String,
  role: AccountRole,
  loyalty_tier: LoyaltyTier,
  total_spend: MoneyFromNumber
}) {}

export class Session extends Schema.Class<Session>("Session")({
  /** JWT for `Authorization: Bearer`, valid for 60 minutes. */
  access_token: Schema.String,
  /** JWT for `POST /api/auth/refresh`, valid for 7 days. */
  refresh_token: Schema.String,
  user: Account
}) {}

export class AccessGrant extends Schema.Class<AccessGrant>("AccessGrant")({ access_token: Schema.String }) {}

const address = /^[^@\s\p{C}]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/u

/** Returns the stored form of an e-mail address. NFC comes last, because lower-casing may leave decomposed text. */
export const normalisedEmail = (email: string) => email.trim().toLowerCase().normalize("NFC")

/** Domain of guests' addresses, which nobody can have (RFC 2606). */
export const guestDomain = "guest.invalid"

/** An e-mail address in stored form: trimmed, lower case, NFC. No other form is compared, stored or returned. */
export const EmailAddress = Schema.transform(Schema.String, Schema.String, {
  strict: true,
  decode: normalisedEmail,
  encode: (text) => text
}).pipe(Schema.maxLength(254), Schema.pattern(address), Schema.compose(Email))

/** An address that an account may have. */
export const AccountEmail = EmailAddress.pipe(Schema.filter((email) => !email.endsWith(`@${guestDomain}`)))

/** Composes a password (NFC), as keyboards encode "é" differently. Only this form is checked, hashed and compared. */
export const normalisedPassword = (typed: string) => typed.normalize("NFC")

/** A password in NFC with 8 to 72 bytes of UTF-8; bcrypt would truncate a longer one. */
export const NewPassword = Schema.transform(Schema.String, Schema.String, {
  strict: true,
  decode: normalisedPassword,
  encode: (password) => password
}).pipe(
  Schema.filter((password) => {
    const bytes = Encoding.encodeHex(password).length / 2
    return bytes >= 8 && bytes <= 72 && isStorable(password)
  })
)

export const SignUp = Schema.Struct({
  email: field(
    "must be a valid e-mail address of at most 254 characters",
    AccountEmail.annotations({
      jsonSchema: { type: "string", format: "email", maxLength: 254 }
    })
  ),
  password: field(
    "must be 8 to 72 bytes",
    Schema.Redacted(NewPassword).annotations({
      jsonSchema: {
        type: "string",
        format: "password",
        description:
          "8 to 72 bytes of UTF-8, after NFC; not a common password, white space alone, or the account's own e-mail address or name."
      }
    })
  ),
  name: boundedField(1, 100)
})
export type SignUp = typeof SignUp.Type

/** Credentials of any form: a malformed address or password counts as wrong, not as a malformed request. */
export const LogIn = Schema.Struct({ email: comparedText, password: secretText })
export type LogIn = typeof LogIn.Type

export const Refresh = Schema.Struct({ refresh_token: secretText })
export type Refresh = typeof Refresh.Type

export class AuthApi extends HttpApiGroup.make("auth")
  .add(
    HttpApiEndpoint.post("signUp", "/signup")
      .setPayload(SignUp)
      .addSuccess(Session)
      .addError(EmailTaken.http)
      .middleware(SignUpRate)
      .annotate(OpenApi.Summary, "Create a customer account and log in")
      .annotate(
        OpenApi.Description,
        "The role is `customer`, the loyalty tier bronze. An address is kept trimmed and in lower case, and belongs to one account."
      )
  )
  .add(
    HttpApiEndpoint.post("logIn", "/login")
      .setPayload(LogIn)
      .addSuccess(Session)
      .addError(Unauthorized.http)
      .addError(AccountDeactivated.http)
      .middleware(LogInRate)
      .annotate(OpenApi.Summary, "Log in with e-mail and password")
      .annotate(
        OpenApi.Description,
        "An unknown address and a wrong password get the same answer. The access token is valid for 60 minutes, the refresh token for 7 days."
      )
  )
  .add(
    HttpApiEndpoint.post("refresh", "/refresh")
      .setPayload(Refresh)
      .addSuccess(AccessGrant)
      .addError(Unauthorized.http)
      .addError(AccountDeactivated.http)
      .middleware(RefreshRate)
      .annotate(OpenApi.Summary, "Exchange a refresh token for a new access token")
      .annotate(
        OpenApi.Description,
        "The refresh token remains valid. The new access token carries the role that the account has now."
      )
  )
  // Rate limits are on the endpoints, so that they are checked before the body is decoded.
  .middleware(JsonBody)
  .prefix("/auth")
  .annotate(OpenApi.Description, "Accounts and tokens. Public.") {}
