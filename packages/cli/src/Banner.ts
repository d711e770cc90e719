import { type ServiceName, services } from "@storefront/domain/Topology"
import * as DatabaseConfig from "@storefront/server/config/DatabaseConfig"
import * as HttpConfig from "@storefront/server/config/HttpConfig"
import * as LanguageModels from "@storefront/server/model/LanguageModels"
import { Effect, Option } from "effect"

/** People of the demonstration shop, one of each kind. */
const demonstrationAccounts = [
  ["alice@example.com", "customer, gold"],
  ["bob@example.com", "customer, silver"],
  ["carol@example.com", "customer, bronze"],
  ["power@example.com", "power user"],
  ["seller@example.com", "seller"],
  ["admin@example.com", "admin"]
] as const

const demonstrationPassword = "storefront-demo"

const table = (rows: ReadonlyArray<readonly [string, string]>) => {
  const width = Math.max(...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
}

/** What an operator wants to know once everything runs: addresses, engine, model, accounts, a first request. */
export const render = Effect.fn("Banner.render")(function* (names: ReadonlyArray<ServiceName>) {
  const host = yield* HttpConfig.host
  const addresses = yield* Effect.forEach(names, (name) =>
    Effect.map(HttpConfig.port(name), (port) => [services[name].displayName, `http://${host}:${port}`] as const)
  )
  const door = `http://${host}:${yield* HttpConfig.port("orchestrator")}`
  const { dataDirectory, url } = yield* DatabaseConfig.database
  const { model, provider } = yield* LanguageModels.describe
  const engine = Option.isSome(url) ? "PostgreSQL server" : `embedded PostgreSQL in ${dataDirectory}`
  const accounts = Option.isSome(url)
    ? ["Fill an empty database with the demonstration shop: storefront seed"]
    : [`Demonstration accounts (password ${demonstrationPassword})`, ...table(demonstrationAccounts)]
  return [
    "",
    ...table(addresses),
    "",
    ...table([
      ["database", engine],
      [
        "model",
        provider === "embedded" ? `${model}, the embedded planner: no language model` : `${model} (${provider})`
      ]
    ]),
    "",
    ...accounts,
    "",
    "Try it",
    `  TOKEN=$(curl -s ${door}/api/auth/login -H 'content-type: application/json' \\`,
    `    -d '{"email":"alice@example.com","password":"${demonstrationPassword}"}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`,
    `  curl -s ${door}/api/chat -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\`,
    `    -d '{"message":"What do people think about the Kestrelon Hush 700?"}'`,
    ""
  ].join("\n")
})
