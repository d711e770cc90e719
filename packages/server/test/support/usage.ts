import { TraceId, UsageLogId } from "@storefront/domain/Ids"
import { DateTime, Option } from "effect"
import { v7 } from "uuid"
import { noIds } from "../../src/assistant/guard/Provenance.ts"
import { clean } from "../../src/platform/scanner/Scanner.ts"
import { type TurnReport } from "../../src/assistant/turn/TurnReport.ts"
import { type UsageEntry } from "../../src/assistant/usage/UsageLog.ts"
import { ada } from "../../src/testing/SmallShop.ts"

/** A successful run of the orchestrator for Ada, but for what is said. */
export const entry = (report: Partial<TurnReport> = {}, rest: Partial<UsageEntry> = {}): UsageEntry => ({
  report: {
    runId: UsageLogId.make(v7()),
    agentName: "orchestrator",
    status: "success",
    answer: "Done.",
    modelState: Option.none(),
    failure: null,
    errorMessage: null,
    guard: clean,
    ids: noIds,
    shows: [],
    steps: [],
    tokensIn: 7,
    tokensOut: 3,
    cachedTokens: 0,
    cacheWriteTokens: 0,
    reasoningTokens: 0,
    repeatedRequests: 0,
    model: "m",
    requestedModel: "m",
    traceId: TraceId.make("0123456789abcdef0123456789abcdef"),
    startedAt: DateTime.unsafeMake("2026-03-01T10:00:00Z"),
    durationMs: 1_500,
    ...report
  },
  caller: ada,
  conversationId: null,
  messageKey: null,
  message: "hello",
  ...rest
})
