import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import * as TurnVerdict from "../../../src/assistant/agent/TurnVerdict.ts"
import { type Turn } from "../../../src/assistant/turn/Turn.ts"
import { type GuardReport, Scanner } from "../../../src/platform/scanner/Scanner.ts"
import { ada } from "../../../src/testing/SmallShop.ts"
import { turnOf } from "../../../src/testing/TurnOf.ts"

const reports: Readonly<Record<string, GuardReport>> = {
  attack: { verdict: "blocked", rules: ["attack"] },
  odd: { verdict: "flagged", rules: ["odd"] }
}

/** The verdict on a turn, and the texts that were scanned for it. */
const judge = (parts: Partial<Turn>) =>
  Effect.gen(function* () {
    const scanned: Array<string> = []
    const scan = (text: string) =>
      Effect.sync((): GuardReport => {
        scanned.push(text)
        return reports[text] ?? { verdict: "clean", rules: [] }
      })
    const scanner = Layer.succeed(Scanner, { scan, scanContent: (text) => scan(`together: ${text}`) })
    const turn = yield* turnOf(ada, "words", parts)
    const { verdict } = yield* Effect.provide(TurnVerdict.of(turn), scanner)
    return { verdict, scanned }
  })

const history = [
  { role: "user", text: "before" },
  { role: "assistant", text: "answer" }
] as const

const known = (verdict: GuardReport["verdict"]) => Option.some<GuardReport>({ verdict, rules: [verdict] })

describe("the guard's opinion of a turn", () => {
  it.effect("is made of the question, the words, and what was said before, each scanned once", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* judge({ message: "question", history }), {
        verdict: "clean",
        scanned: ["question", "words", "before", "together: before\nwords"]
      })
      assert.deepStrictEqual((yield* judge({ history })).scanned, ["words", "before", "together: before\nwords"])
    })
  )

  it.effect("asks for the question alone where one of our services has looked at the rest", () =>
    Effect.gen(function* () {
      const asked = { message: "question", history, verdict: known("clean") }
      assert.deepStrictEqual(yield* judge(asked), { verdict: "clean", scanned: ["question"] })
      assert.deepStrictEqual(yield* judge({ history, verdict: known("clean") }), { verdict: "clean", scanned: [] })
    })
  )

  it.effect("is the worst of both", () =>
    Effect.gen(function* () {
      const worst = (message: string, verdict: GuardReport["verdict"]) =>
        Effect.map(judge({ message, verdict: known(verdict) }), (judged) => judged.verdict)
      assert.deepStrictEqual(
        yield* Effect.all([
          worst("attack", "clean"),
          worst("question", "blocked"),
          worst("odd", "blocked"),
          worst("odd", "clean"),
          worst("question", "flagged")
        ]),
        ["blocked", "blocked", "blocked", "flagged", "flagged"]
      )
    })
  )

  it.effect("counts a mere suspicion of what was said before for nothing", () =>
    Effect.gen(function* () {
      const before = (text: string) =>
        Effect.map(judge({ history: [{ role: "user", text }] }), (judged) => judged.verdict)
      assert.deepStrictEqual([yield* before("odd"), yield* before("attack")], ["clean", "blocked"])
    })
  )
})
