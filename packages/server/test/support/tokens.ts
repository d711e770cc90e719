import { Context, Effect } from "effect"
import { SignJWT, UnsecuredJWT } from "jose"

const bytes = (text: string) => new TextEncoder().encode(text)

type Claims = Readonly<Record<string, unknown>>

/** Signs tokens with the key of whoever issues them in the mode under test. */
export class Forger extends Context.Tag("@storefront/server/test/support/tokens/Forger")<
  Forger,
  { readonly sign: (claims: Claims, header: Claims) => Effect.Effect<string> }
>() {}

export interface Forged {
  readonly claims: Claims
  readonly header?: Claims
  readonly secret?: string
}

/** A token that is signed with HS256. */
export const signWith = (secret: string, claims: Claims, header: Claims = {}) =>
  Effect.promise(() => new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256", ...header }).sign(bytes(secret)))

/** A token of whatever form, signed with the true key unless a secret is given. */
export const forge = ({ claims, header = {}, secret }: Forged) =>
  secret === undefined ? Effect.flatMap(Forger, ({ sign }) => sign(claims, header)) : signWith(secret, claims, header)

/** A token that nobody signed. */
export const unsigned = (claims: Readonly<Record<string, unknown>>) =>
  Effect.sync(() => new UnsecuredJWT({ ...claims }).encode())

/** Claims of a token, unverified. */
export const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString())

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url")

/** The same token with other claims under the old signature. */
export const tamper = (token: string, claims: Readonly<Record<string, unknown>>) => {
  const [header, payload = "", signature] = token.split(".")
  return [header, base64({ ...JSON.parse(Buffer.from(payload, "base64url").toString()), ...claims }), signature].join(
    "."
  )
}

/** The same token with another header. */
export const withHeader = (token: string, header: Readonly<Record<string, unknown>>) =>
  [base64(header), ...token.split(".").slice(1)].join(".")

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

/** The same token with the last bit of its text changed: one of those that are not part of the signature. */
export const withLastBitChanged = (token: string) =>
  token.slice(0, -1) + alphabet.charAt(alphabet.indexOf(token.slice(-1)) ^ 1)
