import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect, Schema } from "effect"

const identity = { name: "somebody", version: "0" }

/** What the clients of both SDKs have. */
interface SdkClient {
  readonly listTools: () => Promise<{ readonly tools: ReadonlyArray<{ readonly name: string }> }>
  readonly callTool: (call: { readonly name: string; readonly arguments: Record<string, unknown> }) => Promise<object>
  readonly close: () => Promise<void>
}

/** A result without what a revision adds. */
const plain = Schema.decodeUnknownSync(
  Schema.Struct({
    content: Schema.Unknown,
    structuredContent: Schema.Unknown,
    isError: Schema.optionalWith(Schema.Boolean, { default: () => false })
  })
)

const connected = (connect: (address: URL) => Promise<SdkClient>) => (url: string) =>
  Effect.acquireRelease(
    Effect.promise(() => connect(new URL(`${url}/mcp`))),
    (client) => Effect.promise(() => client.close())
  ).pipe(
    Effect.map((client) => ({
      list: Effect.promise(() => client.listTools().then(({ tools }) => tools)),
      call: (name: string, args: Readonly<Record<string, unknown>>) =>
        Effect.promise(() => client.callTool({ name, arguments: { ...args } }).then((result) => plain(result)))
    }))
  )

const old = async (address: URL) => {
  const client = new OldClient(identity)
  await client.connect(new OldTransport(address))
  return client
}

const current = (mode: "legacy" | { readonly pin: string }) => async (address: URL) => {
  const client = new Client(identity, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(address))
  return client
}

/** The official clients: the one before, and the current one in both of its revisions. Each connects to a server. */
export const clients = {
  "SDK v1": connected(old),
  "SDK v2, 2025-11-25": connected(current("legacy")),
  "SDK v2, 2026-07-28": connected(current({ pin: "2026-07-28" }))
}
