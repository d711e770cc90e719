import { type SqlClient } from "@effect/sql"
import { Effect, type Scope } from "effect"
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
    never,
    SqlClient.SqlClient | Scope.Scope
  >
  readonly algorithm: "HS256" | "RS256"
  /** Claims of its access tokens and of its refresh tokens that only this mode has. */
  readonly ownClaims: { readonly access: ReadonlyArray<string>; readonly refresh: ReadonlyArray<string> }
}

export const local: Mode = {
  name: "local mode",
  start: Effect.succeed({
    variables: { JWT_SECRET: jwtSecret },
    forger: { sign: (claims, header) => signWith(jwtSecret, claims, header) }
  }),
  algorithm: "HS256",
  ownClaims: { access: [], refresh: [] }
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
  ownClaims: { access: ["iss", "aud"], refresh: ["iss", "aud", "client_id"] }
}
