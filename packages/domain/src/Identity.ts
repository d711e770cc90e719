import { Context, Schema } from "effect"

export const UserId = Schema.UUID.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

/** An e-mail address in its stored form: trimmed, lower case. */
export const Email = Schema.String.pipe(Schema.minLength(3), Schema.maxLength(254), Schema.brand("Email"))
export type Email = typeof Email.Type

/** Roles of accounts: of people who signed up, or whom an administrator registered. */
export const AccountRole = Schema.Literal("customer", "seller", "power_user", "admin")
export type AccountRole = typeof AccountRole.Type

/** `guest`: a visitor without an account. */
export const Role = Schema.Literal(...AccountRole.literals, "guest")
export type Role = typeof Role.Type

/** Loyalty programme levels, lowest first. */
export const LoyaltyTier = Schema.Literal("bronze", "silver", "gold")
export type LoyaltyTier = typeof LoyaltyTier.Type

/** An authenticated person, guests included: proven by an access token at the door, by a trusted caller's headers behind it. */
export class User extends Schema.Class<User>("CurrentUser")({
  id: UserId,
  email: Email,
  name: Schema.String,
  role: Role
}) {}

/** The authenticated person of the current request, for work that may begin after the tokens of the account ended. */
export class CurrentSession extends Context.Tag("@storefront/domain/Identity/CurrentSession")<
  CurrentSession,
  {
    readonly user: User
    /** Token generation of the account at admission; it has changed if the tokens have ended since. */
    readonly generation: number
  }
>() {}

/** The authenticated person of the current request. Handlers and tools read it; services take it as an argument. */
export class CurrentUser extends Context.Tag("@storefront/domain/Identity/CurrentUser")<CurrentUser, User>() {}
