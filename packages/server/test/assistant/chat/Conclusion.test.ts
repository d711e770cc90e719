import { assert, describe, it } from "@effect/vitest"
import { TraceId, UsageLogId } from "@storefront/domain/Ids"
import { english } from "@storefront/domain/words/Locale"
import { partialAnswer } from "@storefront/domain/words/Sentences"
import { DateTime, Either, Option } from "effect"
import { v7 } from "uuid"
import * as Conclusion from "../../../src/assistant/chat/Conclusion.ts"
import { type SpecialistCall } from "../../../src/assistant/specialists/SpecialistTurn.ts"
import { abandonedReport } from "../../../src/assistant/turn/TurnReport.ts"

const report = {
  ...abandonedReport({
    runId: UsageLogId.make(v7()),
    agentName: "orchestrator",
    traceId: TraceId.make("a".repeat(32)),
    startedAt: DateTime.unsafeMake(0),
    endedAt: DateTime.unsafeMake(0)
  }),
  status: "success",
  failure: null
} as const

const call: SpecialistCall = {
  specialist: "order-management",
  status: "success",
  answer: "It is prepared.",
  writes: [],
  proposed: [],
  shows: [],
  needsSignIn: false,
  modelState: Option.none(),
  durationMs: 1,
  tokensIn: 0,
  tokensOut: 0
}

describe("the answer of a turn", () => {
  it("is never empty, also when the model was silent and what it proposed is not asked", () => {
    const answer = Conclusion.make(
      { report: { ...report, answer: "" }, calls: [call], outOfTokens: "budget", stoppedAfter: Option.none() },
      { locale: english, receipts: [], dropped: [], proposals: [], cards: [] }
    )
    const { content, partial } = Either.getOrThrow(answer)
    assert.deepStrictEqual([content, partial], [`${partialAnswer(english)}\n\n${call.answer}`, true])
  })
})
