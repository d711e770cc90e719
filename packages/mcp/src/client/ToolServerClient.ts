import { HttpTraceContext } from "@effect/platform"
import { version } from "@storefront/server/platform/config/Version"
import * as StaleIfErrorCache from "@storefront/server/platform/limits/StaleIfErrorCache"
import { Duration, Effect, Option, Schema } from "effect"
import { type ListedTool } from "../tools/ToolListing.ts"
import { compare, type FoundTool, type ContractDifferences } from "./ContractDifference.ts"
import { ServerFailed } from "./ServerFailed.ts"
import * as StreamableHttp from "./StreamableHttp.ts"
import { ToolServerAccess } from "./ToolServerAccess.ts"

/** Protocol revision without sessions and handshake; tried first. */
const modern = "2026-07-28"

/** Protocol revisions with a handshake, newest first. */
const legacy = Schema.Literal("2025-11-25", "2025-06-18", "2025-03-26")

/** Protocol state of a server: since the 2026 revision each request identifies the client, before that the session. */
type ProtocolState =
  | { readonly _tag: "Modern" }
  | { readonly _tag: "Legacy"; readonly version: typeof legacy.Type; readonly sessionId: Option.Option<string> }

const clientInfo = { name: "storefront-assistant", version }

const decodeInitialized = Schema.decodeUnknown(Schema.Struct({ protocolVersion: legacy }))

const decodeToolList = Schema.decodeUnknown(
  Schema.Struct({
    tools: Schema.Array(
      Schema.Struct({
        name: Schema.String,
        description: Schema.optional(Schema.String),
        inputSchema: Schema.optional(Schema.Unknown),
        outputSchema: Schema.optional(Schema.Unknown)
      })
    ),
    nextCursor: Schema.optional(Schema.String)
  })
)

/** Result of a call. Incomplete results, which ask the client for input, are rejected: none of our tools needs any. */
const CallResult = Schema.Struct({
  resultType: Schema.optional(Schema.Literal("complete")),
  structuredContent: Schema.Unknown,
  isError: Schema.optionalWith(Schema.Boolean, { default: () => false })
})
const decodeCallResult = Schema.decodeUnknown(CallResult)

/** Maximum number of pages of a tool list. */
const maxPages = 20

/** Time for which a tool list is reused. */
const fresh = Duration.minutes(1)

/** Minimum time before the list is fetched again after a failure or a rejected request. */
const coolDown = Duration.seconds(5)

/** Time limit for fetching the list, and for a call. */
const deadline = Duration.seconds(5)

/** Maximum concurrent calls to a server; more queue here, at no cost to it and outside their time limit. */
const maxCalls = 64

const headersOf = (manners: ProtocolState, method: string, name?: string): Readonly<Record<string, string>> =>
  manners._tag === "Modern"
    ? {
        "mcp-protocol-version": modern,
        "mcp-method": method,
        ...(name === undefined ? {} : { "mcp-name": name })
      }
    : {
        "mcp-protocol-version": manners.version,
        ...Option.match(manners.sessionId, { onNone: () => ({}), onSome: (id) => ({ "mcp-session-id": id }) })
      }

/** Builds `_meta` of a request: its trace and, without a session, the client's identity. */
const metaOf = (manners: ProtocolState) =>
  Effect.map(
    Effect.option(Effect.currentSpan),
    Option.match({
      onNone: () => ({}),
      onSome: (span) => ({ traceparent: HttpTraceContext.toHeaders(span)["traceparent"] })
    })
  ).pipe(
    Effect.map((trace) => ({
      ...trace,
      ...(manners._tag === "Modern"
        ? {
            "io.modelcontextprotocol/protocolVersion": modern,
            "io.modelcontextprotocol/clientInfo": clientInfo,
            "io.modelcontextprotocol/clientCapabilities": {}
          }
        : {})
    }))
  )

const unreadable = () => new ServerFailed({ reason: "unreadable_answer" })

/** Protocol state of a server, with the verdict on its tool list. */
interface ServerProfile {
  readonly manners: ProtocolState
  readonly verdict: ContractDifferences
}

/**
 * Makes a client for the MCP server at a base address, which should fulfil these contracts. Compares its tool list with
 * them on first use, after a minute, and when the server rejects a request.
 */
export const make = Effect.fnUntraced(function* (baseUrl: string, contracts: ReadonlyArray<ListedTool>) {
  const http = StreamableHttp.make(`${baseUrl}/mcp`, yield* ToolServerAccess)
  const callSlots = yield* Effect.makeSemaphore(maxCalls)
  let session = Option.none<ProtocolState>()
  let reported = "{}"

  /** Logs the differences from the contracts, unless they are the same as last time. */
  const report = (verdict: ContractDifferences) => {
    const differing = Object.fromEntries([...verdict].filter(([, paths]) => paths.length > 0))
    const text = JSON.stringify(differing)
    if (text === reported) {
      return Effect.succeed(verdict)
    }
    reported = text
    return Effect.logWarning("a tool server does not offer what the contracts say; these tools are not used").pipe(
      Effect.annotateLogs({ server: baseUrl, ...differing }),
      Effect.as(verdict)
    )
  }

  const request = Effect.fnUntraced(function* (
    manners: ProtocolState,
    method: string,
    params: Readonly<Record<string, unknown>>,
    name?: string
  ) {
    const meta = yield* metaOf(manners)
    return yield* http.request({
      method,
      params: { ...params, _meta: meta },
      headers: headersOf(manners, method, name)
    })
  })

  const list = (manners: ProtocolState) =>
    Effect.gen(function* () {
      const tools: Array<FoundTool> = []
      let cursor: string | undefined
      for (let page = 0; page < maxPages; page++) {
        const { result } = yield* request(manners, "tools/list", cursor === undefined ? {} : { cursor })
        const { nextCursor, tools: more } = yield* Effect.mapError(decodeToolList(result), unreadable)
        tools.push(...more)
        if (nextCursor === undefined) {
          return { manners, verdict: yield* report(compare(contracts, tools)) } satisfies ServerProfile
        }
        cursor = nextCursor
      }
      return yield* unreadable()
    })

  const initialize = Effect.gen(function* () {
    const { result, sessionId } = yield* http.request({
      method: "initialize",
      params: { protocolVersion: legacy.literals[0], capabilities: {}, clientInfo },
      headers: {}
    })
    const { protocolVersion } = yield* Effect.mapError(decodeInitialized(result), unreadable)
    const manners: ProtocolState = { _tag: "Legacy", version: protocolVersion, sessionId }
    session = Option.some(manners)
    yield* http.notify({ method: "notifications/initialized", params: {}, headers: headersOf(manners, "") })
    return manners
  })

  const negotiate = Effect.catchTag(list({ _tag: "Modern" }), "Rejected", () => Effect.flatMap(initialize, list))

  const acquaintance = yield* StaleIfErrorCache.make(
    Effect.suspend(() =>
      Option.match(session, {
        onNone: () => negotiate,
        onSome: (manners) => Effect.catchTag(list(manners), "Rejected", () => negotiate)
      })
    ).pipe(
      Effect.catchTag("Rejected", () => new ServerFailed({ reason: "protocol_error" })),
      Effect.timeoutFail({ duration: deadline, onTimeout: () => new ServerFailed({ reason: "timeout" }) })
    ),
    { fresh, coolDown }
  )
  yield* Effect.addFinalizer(() =>
    Option.match(session, {
      onNone: () => Effect.void,
      onSome: (manners) => Effect.ignore(Effect.timeout(http.end(headersOf(manners, "")), "1 second"))
    })
  )

  const callWith = Effect.fnUntraced(function* ({ manners, verdict }: ServerProfile, name: string, params: unknown) {
    if (verdict.get(name)?.length !== 0) {
      return yield* new ServerFailed({ reason: "other_contract" })
    }
    const { result } = yield* request(manners, "tools/call", { name, arguments: params }, name)
    return yield* Effect.mapError(decodeCallResult(result), unreadable)
  })

  return {
    /** Verdict on the server's present tool list. */
    verdict: Effect.map(acquaintance.current, ({ verdict }) => verdict),

    /** Calls a tool; fails with `other_contract` if the server does not fulfil its contract. */
    call: (name: string, params: unknown) =>
      Effect.flatMap(acquaintance.current, (known) =>
        // After a restart the server may have lost our session, or have other tools.
        Effect.catchTag(callWith(known, name, params), "Rejected", (rejected) =>
          Effect.flatMap(
            acquaintance.newerThan(known),
            Option.match({ onNone: () => rejected, onSome: (newer) => callWith(newer, name, params) })
          )
        )
      ).pipe(
        Effect.catchTag("Rejected", () => new ServerFailed({ reason: "protocol_error" })),
        Effect.timeoutFail({ duration: deadline, onTimeout: () => new ServerFailed({ reason: "timeout" }) }),
        callSlots.withPermits(1)
      )
  }
})
