import { SqlClient } from "@effect/sql"
import { type DatabaseUnavailable } from "@storefront/domain/Errors"
import { compareSync } from "bcryptjs"
import { Effect, Option, type Scope } from "effect"
import * as FakeIssuer from "../../src/testing/FakeIssuer.ts"
import * as TestAuthServer from "../../src/testing/TestAuthServer.ts"
import { type Forger, signWith } from "./tokens.ts"

/** What the front door signs its tokens with in local mode. */
export const jwtSecret = "3f9a1c07d2e84b56a0c9f7e1d4b82635"

/** Who issues the tokens of people. */
export interface Mode {
  readonly name: string
  /** Starts the issuer; answers how the front door finds it, and its way of signing. */
  readonly start: Effect.Effect<
    { readonly variables: Readonly<Record<string, string>>; readonly forger: typeof Forger.Service },
    DatabaseUnavailable,
    SqlClient.SqlClient | Scope.Scope
  >
  readonly algorithm: "HS256" | "RS256"
  /** Claims of its access tokens and of its refresh tokens that only this mode has. */
  readonly ownClaims: { readonly access: ReadonlyArray<string>; readonly refresh: ReadonlyArray<string> }
  /** Whether the issuer is somebody else's, whose lifetimes are its own and whose refresh tokens say nothing. */
  readonly isForeign: boolean
  /** What is said of a refresh token that is shown as an access token. */
  readonly refreshAsAccess: string
}

export const local: Mode = {
  name: "local mode",
  start: Effect.succeed({
    variables: { JWT_SECRET: jwtSecret },
    forger: { sign: (claims, header) => signWith(jwtSecret, claims, header) }
  }),
  algorithm: "HS256",
  ownClaims: { access: [], refresh: [] },
  isForeign: false,
  refreshAsAccess: "Invalid token type"
}

/** With our own authorization server. */
export const oauth: Mode = {
  name: "oauth mode",
  start: Effect.gen(function* () {
    const server = yield* TestAuthServer.start()
    const key = yield* server.addClient({
      client_id: "orchestrator",
      scopes: ["agent:invoke"],
      logs_people_in: true
    })
    return {
      variables: { AUTH_MODE: "oauth", OAUTH_ISSUER: server.name, OAUTH_CLIENT_KEY_FILE: key.file },
      forger: { sign: server.sign }
    }
  }),
  algorithm: "RS256",
  ownClaims: { access: ["iss", "aud"], refresh: ["iss", "aud", "client_id"] },
  isForeign: false,
  refreshAsAccess: "Invalid token type"
}

/** What an issuer of somebody else knows about people: from the same table, but it keeps the first password it sees. */
export const knownPeople = Effect.map(SqlClient.SqlClient, (sql) => {
  const passwords = new Map<string, string>()
  return (username: string) =>
    Effect.map(
      Effect.orDie(
        sql<{ readonly id: string; readonly email: string; readonly role: string; readonly password_hash: string }>`
          SELECT id, email, role, password_hash FROM users WHERE email = ${username.replaceAll("\u0000", "?")}`
      ),
      ([row]) =>
        Option.map(Option.fromNullable(row), ({ email, id, password_hash, role }) => {
          const kept = passwords.get(id) ?? password_hash
          passwords.set(id, kept)
          return { claims: { sub: email, user_id: id, role }, knows: (password: string) => compareSync(password, kept) }
        })
    )
})

/** With an issuer below a path that only knows OpenID Connect, opaque refresh tokens and secrets of clients. */
export const foreign: Mode = {
  name: "oauth mode with another issuer",
  start: Effect.gen(function* () {
    const issuer = yield* FakeIssuer.start({
      path: "/realms/shop",
      metadata: "openid",
      findPerson: yield* knownPeople
    })
    const { file } = yield* TestAuthServer.clientKey
    return {
      variables: {
        AUTH_MODE: "oauth",
        OAUTH_ISSUER: issuer.name,
        OAUTH_CLIENT_KEY_FILE: file,
        OAUTH_CLIENT_SECRET: "a secret of the issuer's"
      },
      // It would fill in what is missing.
      forger: {
        sign: (claims, header) => issuer.sign({ iat: undefined, exp: undefined, jti: undefined, ...claims }, header)
      }
    }
  }),
  algorithm: "RS256",
  ownClaims: { access: ["iss", "aud"], refresh: [] },
  isForeign: true,
  refreshAsAccess: "Invalid token"
}
