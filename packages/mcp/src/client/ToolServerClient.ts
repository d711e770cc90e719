import { HttpTraceContext } from "@effect/platform"
import { version } from "@storefront/server/platform/config/Version"
import * as LastKnown from "@storefront/server/platform/limits/LastKnown"
import { Duration, Effect, Option, Schema } from "effect"
import { type ListedTool } from "../tools/ToolListing.ts"
import { judge, type FoundTool, type Verdict } from "./ContractDifference.ts"
import { ServerFailed } from "./ServerFailed.ts"
import * as StreamableHttp from "./StreamableHttp.ts"
import { ToolServerAccess } from "./ToolServerAccess.ts"

/** The revision without sessions and handshake; asked for first. */
const modern = "2026-07-28"

/** Revisions with a handshake, newest first. */
const legacy = Schema.Literal("2025-11-25", "2025-06-18", "2025-03-26")

/** How a server wants to be spoken to: since 2026 every request says who asks, before that a session does. */
type Manners =
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

/** What a call brought. A result that is not complete wants something from us, which no tool of ours does. */
const CallResult = Schema.Struct({
  resultType: Schema.optional(Schema.Literal("complete")),
  structuredContent: Schema.Unknown,
  isError: Schema.optionalWith(Schema.Boolean, { default: () => false })
})
const decodeCallResult = Schema.decodeUnknown(CallResult)

/** Pages of a list; no server of tools has more. */
const maxPages = 20

/** How long the list of a server is taken for granted. */
const fresh = Duration.minutes(1)

/** How soon a server that has rejected something is asked for its list again. */
const coolDown = Duration.seconds(5)

/** How long a server may take to say what it has, and to answer a call. */
const deadline = Duration.seconds(5)

/** Calls that a server gets at a time; more wait here, where they cost it nothing and are not counted as its slowness. */
const maxCalls = 64

const headersOf = (manners: Manners, method: string, name?: string): Readonly<Record<string, string>> =>
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

/** `_meta` of a request: the trace it belongs to and, where there is no session, who asks. */
const metaOf = (manners: Manners) =>
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

/** A server as it was met, and what was made of its list of tools. */
interface Acquaintance {
  readonly manners: Manners
  readonly verdict: Verdict
}

/**
 * A server of the Model Context Protocol at a base address, which should fulfil these contracts. Its list of tools is
 * compared with them when it is first needed, after a minute, and when the server rejects a request.
 */
export const make = Effect.fnUntraced(function* (baseUrl: string, contracts: ReadonlyArray<ListedTool>) {
  const http = StreamableHttp.make(`${baseUrl}/mcp`, yield* ToolServerAccess)
  const places = yield* Effect.makeSemaphore(maxCalls)
  let session = Option.none<Manners>()
  let reported = "{}"

  /** Says in the log where the server differs, once for the same differences. */
  const report = (verdict: Verdict) => {
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
    manners: Manners,
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

  const list = (manners: Manners) =>
    Effect.gen(function* () {
      const tools: Array<FoundTool> = []
      let cursor: string | undefined
      for (let page = 0; page < maxPages; page++) {
        const { result } = yield* request(manners, "tools/list", cursor === undefined ? {} : { cursor })
        const { nextCursor, tools: more } = yield* Effect.mapError(decodeToolList(result), unreadable)
        tools.push(...more)
        if (nextCursor === undefined) {
          return { manners, verdict: yield* report(judge(contracts, tools)) } satisfies Acquaintance
        }
        cursor = nextCursor
      }
      return yield* unreadable()
    })

  const shakeHands = Effect.gen(function* () {
    const { result, sessionId } = yield* http.request({
      method: "initialize",
      params: { protocolVersion: legacy.literals[0], capabilities: {}, clientInfo },
      headers: {}
    })
    const { protocolVersion } = yield* Effect.mapError(decodeInitialized(result), unreadable)
    const manners: Manners = { _tag: "Legacy", version: protocolVersion, sessionId }
    session = Option.some(manners)
    yield* http.notify({ method: "notifications/initialized", params: {}, headers: headersOf(manners, "") })
    return manners
  })

  const introduce = Effect.catchTag(list({ _tag: "Modern" }), "Rejected", () => Effect.flatMap(shakeHands, list))

  const acquaintance = yield* LastKnown.make(
    Effect.suspend(() =>
      Option.match(session, {
        onNone: () => introduce,
        onSome: (manners) => Effect.catchTag(list(manners), "Rejected", () => introduce)
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

  const callOver = Effect.fnUntraced(function* ({ manners, verdict }: Acquaintance, name: string, params: unknown) {
    if (verdict.get(name)?.length !== 0) {
      return yield* new ServerFailed({ reason: "other_contract" })
    }
    const { result } = yield* request(manners, "tools/call", { name, arguments: params }, name)
    return yield* Effect.mapError(decodeCallResult(result), unreadable)
  })

  return {
    /** Which of the contracts it fulfils. */
    verdict: Effect.map(acquaintance.current, ({ verdict }) => verdict),

    /** Calls a tool whose contract it fulfils. */
    call: (name: string, params: unknown) =>
      Effect.flatMap(acquaintance.current, (known) =>
        // It may have forgotten our session, or have other tools since it was started again.
        Effect.catchTag(callOver(known, name, params), "Rejected", (rejected) =>
          Effect.flatMap(
            acquaintance.newerThan(known),
            Option.match({ onNone: () => rejected, onSome: (newer) => callOver(newer, name, params) })
          )
        )
      ).pipe(
        Effect.catchTag("Rejected", () => new ServerFailed({ reason: "protocol_error" })),
        Effect.timeoutFail({ duration: deadline, onTimeout: () => new ServerFailed({ reason: "timeout" }) }),
        places.withPermits(1)
      )
  }
})
