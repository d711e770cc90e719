import { assert, describe, it } from "@effect/vitest"
import { DatabaseUnavailable } from "@storefront/domain/Errors"
import { ConversationId } from "@storefront/domain/Ids"
import { Effect, Layer, Logger, Option, Ref } from "effect"
import * as Guard from "../../../src/assistant/guard/Guard.ts"
import { SpecialistAccess } from "../../../src/assistant/specialists/SpecialistAccess.ts"
import {
  type SpecialistAnswer,
  SpecialistRefused,
  SpecialistUnavailable
} from "../../../src/assistant/specialists/SpecialistAnswer.ts"
import { SpecialistClient } from "../../../src/assistant/specialists/SpecialistClient.ts"
import { turnOf } from "../../../src/testing/TurnOf.ts"
import * as SpecialistTurn from "../../../src/assistant/specialists/SpecialistTurn.ts"
import * as LogLine from "../../../src/platform/telemetry/LogLine.ts"
import { ada } from "../../../src/testing/SmallShop.ts"
import { type RunEvent } from "../../../src/assistant/turn/RunEvents.ts"
import { type TextReceiver } from "../../../src/platform/provider/TextReceiver.ts"
import { following, linesOf } from "../../support/specialistHop.ts"
import { type AgentRun, AgentRuns } from "../../../src/assistant/usage/AgentRuns.ts"

const origin = "b".repeat(32)
const usage = { tokensIn: 7, tokensOut: 3 }

const answered = Effect.succeed<SpecialistAnswer>({
  text: "Yes.",
  usage,
  writes: ["add_to_cart"],
  proposed: [],
  missing: [],
  shows: [],
  needsSignIn: false,
  modelState: Option.none()
})
const broken = new SpecialistUnavailable({ reason: "timeout", usage, writes: [] })

interface Behaviour {
  /** How the specialist answers, question by question; then it answers as the last time. */
  readonly answers?: ReadonlyArray<Effect.Effect<SpecialistAnswer, SpecialistUnavailable | SpecialistRefused>>
  /** What closing a run finds out. */
  readonly close?: Effect.Effect<ReadonlyArray<string>, DatabaseUnavailable>
}

/** A turn, and the questions that reach the specialists in it. */
const begin = Effect.fnUntraced(function* ({ answers = [answered], close = Effect.succeed([]) }: Behaviour = {}) {
  const asked: Array<AgentRun> = []
  const texts: Array<Option.Option<TextReceiver>> = []
  const send: SpecialistClient["Type"]["send"] = (request, text = Option.none()) => {
    asked.push(request)
    texts.push(text)
    return answers[Math.min(asked.length, answers.length) - 1] ?? answered
  }
  const specialistsOf = yield* SpecialistTurn.make.pipe(
    Effect.provide([
      Layer.mock(SpecialistClient, { send }),
      SpecialistAccess.layerOpen,
      Guard.layer,
      Layer.mock(AgentRuns, { close: () => close })
    ])
  )
  const conversationId = ConversationId.make("cccccccc-0000-4000-8000-000000000001")
  const turn = yield* specialistsOf({
    ...(yield* turnOf(ada, "Where is it?", { messageId: origin, within: "1 hour" })),
    conversationId
  })
  const ask = (message: string) => turn.ask("order-management", message)
  return { ...turn, askAnybody: turn.ask, ask, asked, texts, ids: () => asked.map(({ messageId }) => messageId) }
})

describe("the name of a question", () => {
  it.effect("is that of the same question, and of one that was not answered, however it is put now", () =>
    Effect.gen(function* () {
      const { ask, asked, ids } = yield* begin({ answers: [answered, answered, broken, answered] })
      yield* ask("One?")
      yield* ask("One?")
      yield* Effect.flip(ask("Two?"))
      yield* ask("Two, please?")
      yield* ask("Three?")
      yield* ask("One?")
      const numbers = ids().map((id) => id.slice(`${origin}:order-management:`.length))
      assert.deepStrictEqual(numbers, ["0", "0", "1", "1", "2", "0"])
      assert.strictEqual(new Set(asked.map(({ id }) => id)).size, 6)
    })
  )

  it.effect("is the same whatever was answered before it, which it carries", () =>
    Effect.gen(function* () {
      const shows = [{ kind: "product_list" as const, ids: [origin] }]
      const long = Effect.map(answered, (answer) => ({ ...answer, text: "y".repeat(9_000), shows }))
      const blank = Effect.map(answered, (answer) => ({ ...answer, text: " " }))
      const { askAnybody, asked } = yield* begin({ answers: [long, blank, answered, answered] })
      for (const specialist of ["product-discovery", "order-management", "order-management"] as const) {
        yield* askAnybody(specialist, "One?")
      }
      yield* askAnybody("product-discovery", "Two?")
      assert.deepStrictEqual(
        asked.map(({ earlierAnswers, message, messageId }) => [
          messageId.slice(origin.length + 1),
          message,
          earlierAnswers.map(({ text }) => text.length)
        ]),
        [
          ["product-discovery:0", "One?", []],
          ["order-management:0", "One?", [1_500]],
          ["order-management:0", "One?", [1_500]],
          ["product-discovery:1", "Two?", [1_500, 4]]
        ]
      )
      assert.deepStrictEqual(asked[1]?.earlierAnswers[0]?.shows, shows)
    })
  )

  it.effect("is counted for each specialist", () =>
    Effect.gen(function* () {
      const { ask, askAnybody, ids } = yield* begin()
      yield* ask("One?")
      yield* askAnybody("product-discovery", "Lamps?")
      assert.deepStrictEqual(ids(), [`${origin}:order-management:0`, `${origin}:product-discovery:0`])
    })
  )
})

describe("a question without an answer", () => {
  it.effect("leaves one warning in the log: who did not answer, why, and in which trace", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      const logger = Logger.make<unknown, void>(({ annotations, logLevel, message }) => {
        lines.push([logLevel.label, message, Object.fromEntries(annotations)])
      })
      const { ask } = yield* begin({ answers: [broken, answered] })
      const { spanId, traceId } = yield* Effect.zipRight(Effect.flip(ask("One?")), Effect.currentSpan).pipe(
        Effect.tap(() => ask("Two?")),
        Effect.withSpan("turn"),
        Effect.provide(Logger.replace(Logger.defaultLogger, LogLine.withIds(logger)))
      )
      const about = { specialist: "order-management", reason: "timeout", trace_id: traceId, span_id: spanId }
      assert.deepStrictEqual(lines, [["WARN", ["A specialist did not answer"], about]])
    })
  )

  it.effect("can be asked again when nothing was written", () =>
    Effect.gen(function* () {
      const { ask } = yield* begin({ answers: [broken] })
      assert.deepInclude(yield* Effect.flip(ask("Add it.")), {
        error: "unavailable",
        reason: "timeout",
        retryable: true
      })
    })
  )

  it.effect("is answered with what was written", () =>
    Effect.gen(function* () {
      const { ask, calls } = yield* begin({ answers: [broken], close: Effect.succeed(["get_cart", "add_to_cart"]) })
      const { response } = yield* ask("Order it.")
      assert.strictEqual(response, "This was done: The product was put into the cart. Nothing more is known about it.")
      const [call] = yield* calls
      assert.deepInclude(call, { status: "error", writes: ["get_cart", "add_to_cart"] })
    })
  )

  it.effect("is answered with what the specialist itself said to have written", () =>
    Effect.gen(function* () {
      const failed = new SpecialistUnavailable({ reason: "failed", usage, writes: ["add_to_cart"] })
      const { ask } = yield* begin({ answers: [failed] })
      assert.include((yield* ask("Add it.")).response, "The product was put into the cart.")
    })
  )

  it.effect("is not to be asked again while it is unknown what was written, which is settled later", () =>
    Effect.gen(function* () {
      const isDown = yield* Ref.make(true)
      const close = Effect.flatMap(Ref.get(isDown), (down) =>
        down ? new DatabaseUnavailable() : Effect.succeed(["add_to_cart"])
      )
      const { ask, calls, settle } = yield* begin({ answers: [broken], close })
      assert.deepInclude(yield* Effect.flip(ask("Order it.")), {
        error: "unavailable",
        reason: "outcome_unknown",
        retryable: false
      })
      assert.strictEqual((yield* Effect.exit(settle))._tag, "Failure")
      yield* Ref.set(isDown, false)
      yield* settle
      assert.deepStrictEqual((yield* calls)[0]?.writes, ["add_to_cart"])
    })
  )
})

describe("a question", () => {
  it.effect("is announced to the turn when it begins and ends, under the id of its run", () =>
    Effect.gen(function* () {
      const progress: Array<RunEvent> = []
      const blocked = new SpecialistRefused({ usage })
      const { askAnybody, asked } = yield* begin({ answers: [answered, broken, blocked] })
      yield* Effect.forEach(["product-discovery", "order-management", "review-sentiment"] as const, (specialist) =>
        Effect.exit(following(progress)(askAnybody(specialist, "One?")))
      )
      assert.deepStrictEqual(linesOf(progress), [
        "specialist_started product-discovery",
        "specialist_finished success",
        "specialist_started order-management",
        "specialist_finished error",
        "specialist_started review-sentiment",
        "specialist_finished blocked"
      ])
      assert.deepStrictEqual(
        progress.map((event) => ("call" in event ? event.call : undefined)),
        asked.flatMap(({ id }) => [id, id])
      )
    })
  )

  it.effect("has its text released only if it answers the customer directly", () =>
    Effect.gen(function* () {
      const progress: Array<RunEvent> = []
      const { askAnybody, texts } = yield* begin()
      yield* following(progress)(askAnybody("product-discovery", "One?"))
      yield* following(progress)(askAnybody("product-discovery", "Two?", true))
      yield* askAnybody("product-discovery", "Three?", true)
      assert.deepStrictEqual(texts.map(Option.isSome), [false, true, false])
    })
  )
})
