import { Effect } from "effect"
import { SignJWT, UnsecuredJWT } from "jose"
import { jwtSecret } from "./frontDoor.ts"

const bytes = (text: string) => new TextEncoder().encode(text)

export interface Forged {
  readonly claims: Readonly<Record<string, unknown>>
  readonly header?: Readonly<Record<string, unknown>>
  readonly secret?: string
}

/** A token of whatever form, signed with the true secret unless another is given. */
export const forge = ({ claims, header = {}, secret = jwtSecret }: Forged) =>
  Effect.promise(() => new SignJWT({ ...claims }).setProtectedHeader({ alg: "HS256", ...header }).sign(bytes(secret)))

/** A token that nobody signed. */
export const unsigned = (claims: Readonly<Record<string, unknown>>) =>
  Effect.sync(() => new UnsecuredJWT({ ...claims }).encode())

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
