import { Client, PrivateKeyJwtProvider, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { PrivateKeyJwtProvider as OldProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { Effect, Schema } from "effect"

const identity = { name: "somebody", version: "0" }

/** What the clients of both SDKs have. */
interface SdkClient {
  readonly listTools: () => Promise<{ readonly tools: ReadonlyArray<{ readonly name: string }> }>
  readonly callTool: (call: { readonly name: string; readonly arguments: Record<string, unknown> }) => Promise<object>
  readonly close: () => Promise<void>
  readonly getServerVersion: () => { readonly version: string } | undefined
}

/** A result without what a revision adds. */
const plain = Schema.decodeUnknownSync(
  Schema.Struct({
    content: Schema.Unknown,
    structuredContent: Schema.Unknown,
    isError: Schema.optionalWith(Schema.Boolean, { default: () => false })
  })
)

/** The key of a client of an authorization server. */
interface ClientKey {
  readonly clientId: string
  readonly privateKey: string
  readonly expectedIssuer: string
}

type Connect = (address: URL, key: ClientKey | undefined) => Promise<SdkClient>

const connected = (connect: Connect) => (url: string, key?: ClientKey) =>
  Effect.acquireRelease(
    Effect.promise(() => connect(new URL(`${url}/mcp`), key)),
    (client) => Effect.promise(() => client.close())
  ).pipe(
    Effect.map((client) => ({
      list: Effect.promise(() => client.listTools().then(({ tools }) => tools)),
      serverVersion: client.getServerVersion()?.version,
      call: (name: string, args: Readonly<Record<string, unknown>>) =>
        Effect.promise(() => client.callTool({ name, arguments: { ...args } }).then((result) => plain(result)))
    }))
  )

const algorithm = "RS256"

const old: Connect = async (address, key) => {
  const client = new OldClient(identity)
  const signIn = key === undefined ? {} : { authProvider: new OldProvider({ ...key, algorithm }) }
  await client.connect(new OldTransport(address, signIn))
  return client
}

const current =
  (mode: "legacy" | { readonly pin: string }): Connect =>
  async (address, key) => {
    const client = new Client(identity, { versionNegotiation: { mode } })
    const signIn = key === undefined ? {} : { authProvider: new PrivateKeyJwtProvider({ ...key, algorithm }) }
    await client.connect(new StreamableHTTPClientTransport(address, signIn))
    return client
  }

/**
 * The official clients: the one before, and the current one in both of its revisions. Each connects to a server; one with
 * a key finds out itself where to get a token with it.
 */
export const clients = {
  "SDK v1": connected(old),
  "SDK v2, 2025-11-25": connected(current("legacy")),
  "SDK v2, 2026-07-28": connected(current({ pin: "2026-07-28" }))
}
