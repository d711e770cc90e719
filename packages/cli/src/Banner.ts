import { type ServiceName, services } from "@storefront/domain/Topology"
import * as DatabaseConfig from "@storefront/server/platform/config/DatabaseConfig"
import * as HttpConfig from "@storefront/server/platform/config/HttpConfig"
import * as LanguageModels from "@storefront/server/assistant/model/LanguageModels"
import { Effect, Option } from "effect"
import { demonstrationPassword } from "./Accounts.ts"
import { columns } from "./TerminalLayout.ts"
import { Paint } from "./Paint.ts"

/** Named accounts of the demonstration shop. */
const demonstrationAccounts = [
  ["alice@example.com", "customer, gold"],
  ["bob@example.com", "customer, silver"],
  ["carol@example.com", "customer, bronze"],
  ["power@example.com", "power user"],
  ["seller@example.com", "seller"],
  ["seller2@example.com", "another seller"],
  ["admin@example.com", "admin"],
  ["dora@example.com", "customer, deactivated"]
] as const

/** The goods of the database: the demonstration's, a shop's own, or none yet. */
export type Goods = "demonstration" | "own" | "none"

/** Returns the command to type first. A shop of one's own has no accounts that we know, so a guest asks there. */
const firstQuestion = (isOwnShop: boolean) =>
  isOwnShop ? 'ask --guest "What is your cheapest product?"' : 'ask "Where is my latest order?"'

const table = (rows: ReadonlyArray<readonly [string, string]>) => columns(rows).map((row) => `  ${row}`)

/** Renders the first screen of a running suite: addresses, engine, model, accounts of a demonstration, a first request. */
export const render = Effect.fn("Banner.render")(function* (names: ReadonlyArray<ServiceName>, goods: Goods) {
  const isOwnShop = goods === "own"
  const paint = yield* Paint
  const addresses = yield* Effect.forEach(names, (name) =>
    Effect.map(HttpConfig.address(name), (address) => [services[name].displayName, address] as const)
  )
  const door = yield* HttpConfig.address("orchestrator")
  const { dataDirectory, url } = yield* DatabaseConfig.database
  const { model, provider } = yield* LanguageModels.describeModel
  const recording = yield* LanguageModels.recording
  const engine = Option.isSome(url) ? "PostgreSQL server" : `embedded PostgreSQL in ${dataDirectory}`
  const accounts = isOwnShop
    ? []
    : goods === "none" && Option.isSome(url)
      ? [
          paint.strong("Accounts"),
          `  Fill an empty database with the demonstration shop: ${paint.typed("npx storefront seed")}`,
          ""
        ]
      : [
          `${paint.strong("Demonstration accounts")}, password ${paint.strong(demonstrationPassword)}`,
          ...table(demonstrationAccounts),
          ""
        ]
  return [
    "",
    paint.strong("Services"),
    ...table(addresses),
    "",
    ...table([
      ...(goods === "demonstration" ? [["shop page", `${door}/demo`] as const] : []),
      ["reference", `${door}/docs`],
      ["database", engine],
      [
        "model",
        provider === "embedded"
          ? `${model}, the embedded planner: no language model`
          : Option.match(recording, {
              onNone: () => `${model} (${provider})`,
              onSome: (file) => `${model}, from the recording ${file}: no provider is asked`
            })
      ]
    ]),
    "",
    ...accounts,
    `${paint.strong("Try it")}, in another terminal`,
    `  ${paint.typed(`npx storefront ${firstQuestion(isOwnShop)}`)}`,
    `  ${paint.typed("npx storefront ask")}${paint.faint("       a conversation; every command: npx storefront --help")}`,
    ...(isOwnShop
      ? [
          `  ${paint.typed("npx storefront doctor")}${paint.faint("    what the shop still lacks before anybody can order")}`
        ]
      : []),
    ""
  ].join("\n")
})
