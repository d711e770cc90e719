import { Args, Command, Options } from "@effect/cli"
import { type HttpClient } from "@effect/platform"
import { NodeHttpClient } from "@effect/platform-node"
import { type ServiceName, ToolServerName } from "@storefront/domain/Topology"
import { type ServerFailed } from "@storefront/mcp/client/ServerFailed"
import { ToolServerAccess } from "@storefront/mcp/client/ToolServerAccess"
import * as ContractCheck from "@storefront/mcp/ContractCheck"
import { type ConfigError, Data, Effect, Layer, Logger, LogLevel, Option, Schema } from "effect"
import { columns } from "../TerminalLayout.ts"
import * as Input from "../Input.ts"
import * as Output from "../Output.ts"

/** Agents would not use this server, or not all of its tools; the output says why. */
export class ContractsNotFulfilled extends Data.TaggedError("ContractsNotFulfilled")<{ readonly message: string }> {}

/** The server does not even list its tools. */
export class ServerUnusable extends Data.TaggedError("ServerUnusable")<{ readonly message: string }> {}

/** The agent that uses each tool server, and in whose name its tools are called. */
const userOf: Readonly<Record<ToolServerName, ServiceName>> = {
  "mcp-product": "product-discovery",
  "mcp-inventory": "inventory-fulfillment"
}

const problems: Readonly<Record<ServerFailed["reason"], string>> = {
  unreachable: "cannot be reached",
  timeout: "does not answer within 5 seconds",
  no_token: "wants a token, and the authorization server gives none",
  refused: "lets nobody in without a token; say with --server whose, and how to get one in the settings",
  error_status: "answers with an error",
  protocol_error: "does not speak the Model Context Protocol at /mcp",
  too_large: "answers with too much",
  unreadable_answer: "answers with something that is not a list of tools",
  other_contract: "has other contracts"
}

const readUrl = (text: string) =>
  Effect.map(Input.readUrl(text, "http://127.0.0.1:9000"), (url) => url.replace(/\/mcp$/, ""))

/** Checks a server against the contracts of the given tool server, through the given access. */
const check = (
  url: string,
  server: ToolServerName,
  access: Layer.Layer<ToolServerAccess, ConfigError.ConfigError, HttpClient.HttpClient>
) =>
  ContractCheck.check(url, server).pipe(
    Effect.provide(Layer.provide(access, NodeHttpClient.layerUndici)),
    // Differences are printed, not logged.
    Logger.withMinimumLogLevel(LogLevel.Error),
    Effect.catchTag("ServerFailed", ({ reason }) => new ServerUnusable({ message: `${url} ${problems[reason]}` }))
  )

const Reports = Schema.Struct({ url: Schema.String, servers: Schema.Array(ContractCheck.ContractReport) })

const reportLines = ({ servers }: typeof Reports.Type) =>
  servers.flatMap(({ server, tools }) =>
    columns([
      [server, "", ""],
      ...tools.map(({ differences, fulfilled, tool }) => [
        tool,
        fulfilled ? "fulfilled" : "NOT FULFILLED",
        differences.map(Output.printable).join(", ")
      ])
    ])
  )

const checkCommand = Command.make(
  "check",
  {
    url: Args.text({ name: "url" }).pipe(Args.withDescription("Base address of the tool server, without /mcp")),
    server: Options.choice("server", ToolServerName.literals).pipe(
      Options.withDescription("Whose contracts it should fulfil; by default of every tool server it has a tool of"),
      Options.optional
    ),
    json: Output.json
  },
  Effect.fn("cli.mcp.check")(function* ({ json, server, url }) {
    const address = yield* readUrl(url)
    const reports = yield* Option.match(server, {
      onNone: () => Effect.forEach(ToolServerName.literals, (name) => check(address, name, ToolServerAccess.layerOpen)),
      onSome: (name) =>
        Effect.map(check(address, name, ToolServerAccess.layer(name, userOf[name])), (report) => [report])
    })
    const servers = Option.isSome(server) ? reports : reports.filter(ContractCheck.hasAny)
    yield* Output.print(Reports, { url: address, servers }, json, reportLines)
    const wrong = servers.filter(({ fulfilled }) => !fulfilled)
    if (servers.length === 0 || wrong.length > 0) {
      return yield* new ContractsNotFulfilled({
        message:
          servers.length === 0
            ? `${address} has none of the tools that agents look for`
            : `${address} does not fulfil the contracts of ${wrong.map(({ server }) => server).join(" and ")}`
      })
    }
  })
).pipe(
  Command.withDescription(
    "Say which contracts of tools a server fulfils and where it differs; exit code 1 unless agents can use all of it."
  )
)

/** Commands for authors of tool servers. */
export const mcp = Command.make("mcp").pipe(
  Command.withDescription("Check tool servers."),
  Command.withSubcommands([checkCommand])
)
