import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect, Schema } from "effect"

interface Options {
  readonly headers?: Readonly<Record<string, string>>
}

const identity = { name: "somebody", version: "0" }

/** What a test wants of a client, whichever SDK it is of. */
export interface McpClient {
  readonly list: Effect.Effect<
    ReadonlyArray<{ readonly name: string; readonly description?: string | undefined; readonly outputSchema?: unknown }>
  >
  readonly call: (name: string, args: Record<string, unknown>, meta?: Record<string, unknown>) => Effect.Effect<unknown>
}

/** A result without what a revision adds. */
const plain = Schema.decodeUnknownSync(
  Schema.Struct({
    content: Schema.Unknown,
    structuredContent: Schema.Unknown,
    isError: Schema.optionalWith(Schema.Boolean, { default: () => false })
  })
)

const requestInit = ({ headers = {} }: Options) => ({ requestInit: { headers } })

const v1 = (url: string, options: Options) =>
  Effect.gen(function* () {
    const client = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const client = new OldClient(identity)
        await client.connect(new OldTransport(new URL(`${url}/mcp`), requestInit(options)) as never)
        return client
      }),
      (client) => Effect.promise(() => client.close())
    )
    const found: McpClient = {
      list: Effect.promise(() => client.listTools().then(({ tools }) => tools)),
      call: (name, args, meta) =>
        Effect.promise(() =>
          client
            .callTool({ name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) })
            .then((result) => plain(result))
        )
    }
    return found
  })

const v2 = (mode: "legacy" | { readonly pin: string }) => (url: string, options: Options) =>
  Effect.gen(function* () {
    const client = yield* Effect.acquireRelease(
      Effect.promise(async () => {
        const client = new Client(identity, { versionNegotiation: { mode } })
        await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), requestInit(options)))
        return client
      }),
      (client) => Effect.promise(() => client.close())
    )
    const found: McpClient = {
      list: Effect.promise(() => client.listTools().then(({ tools }) => tools)),
      call: (name, args, meta) =>
        Effect.promise(() =>
          client
            .callTool({ name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) })
            .then((result) => plain(result))
        )
    }
    return found
  })

/** The official clients: the one before, and the current one in both of its revisions. Each connects to a server. */
export const clients = {
  "SDK v1": v1,
  "SDK v2, 2025-11-25": v2("legacy"),
  "SDK v2, 2026-07-28": v2({ pin: "2026-07-28" })
}
