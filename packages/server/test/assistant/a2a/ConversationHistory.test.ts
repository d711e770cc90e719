import { assert, it } from "@effect/vitest"
import { Extension } from "@storefront/domain/api/AgentApi"
import { UsageLogId } from "@storefront/domain/Ids"
import { maxIds, ShowKind } from "@storefront/domain/tools/Shows"
import { english, localeOf } from "@storefront/domain/words/Locale"
import { Array, Effect, FastCheck, Option } from "effect"
import { v7 } from "uuid"
import * as ConversationHistory from "../../../src/assistant/a2a/ConversationHistory.ts"
import * as History from "../../../src/assistant/turn/History.ts"

const said = (text: string): History.HistoryEntry => ({ role: "user", text })

const lengths = (history: ReadonlyArray<History.HistoryEntry>) => history.map(({ text }) => [...text].length)

it("the newest fifty messages are kept", () => {
  const kept = History.newest(Array.makeBy(60, (index) => said(`message ${index}`)))
  assert.deepStrictEqual([kept.length, kept[0]?.text, kept[49]?.text], [50, "message 10", "message 59"])
})

it("the newest 24,000 characters are kept, in whole messages", () => {
  const of = (...sizes: ReadonlyArray<number>) => lengths(History.newest(sizes.map((n) => said("é".repeat(n)))))
  assert.deepStrictEqual(of(1, 12_000, 12_000), [12_000, 12_000])
  assert.deepStrictEqual(of(5, 12_000, 11_995), [5, 12_000, 11_995])
  assert.deepStrictEqual(of(5, 20_000, 10_000), [10_000])
  assert.deepStrictEqual(of(5, 30_000), [24_000])
})

const shows = FastCheck.array(
  FastCheck.record({
    kind: FastCheck.constantFrom(...ShowKind.literals),
    ids: FastCheck.array(FastCheck.uuid(), { maxLength: maxIds })
  }),
  { maxLength: ShowKind.literals.length }
)

const entries = FastCheck.array(
  FastCheck.record(
    {
      role: FastCheck.constantFrom("user" as const, "assistant" as const),
      text: FastCheck.string({ minLength: 1, maxLength: 40 }).map((text) => `x${text}`),
      modelStates: FastCheck.array(
        FastCheck.jsonValue().filter((state) => state !== null),
        { minLength: 1, maxLength: 3 }
      ),
      shows
    },
    { requiredKeys: ["role", "text"] }
  ),
  { maxLength: 50 }
)

const locales = FastCheck.constantFrom("de-DE", "pt-BR", "en").map((tag) => Option.getOrThrow(localeOf(tag)))

const verdicts = FastCheck.option(
  FastCheck.record({
    verdict: FastCheck.constantFrom("clean" as const, "flagged" as const, "blocked" as const),
    rules: FastCheck.array(FastCheck.string({ maxLength: 40 }), { maxLength: 3 })
  })
).map(Option.fromNullable)

const answers = FastCheck.array(FastCheck.record({ text: FastCheck.string({ maxLength: 40 }), shows }), {
  maxLength: 8
})

it.effect.prop(
  "what is sent is what arrives",
  [entries, FastCheck.string({ maxLength: 40 }), locales, verdicts, answers, FastCheck.boolean()],
  ([history, words, locale, verdict, earlierAnswers, streamsAnswer]) =>
    Effect.gen(function* () {
      const id = UsageLogId.make(v7())
      const metadata = {
        [Extension.conversationHistory]: ConversationHistory.encode(
          { earlierAnswers, history, id, words, locale, verdict },
          streamsAnswer
        )
      }
      assert.deepStrictEqual(yield* ConversationHistory.decode(metadata), {
        history,
        earlierAnswers,
        runId: id,
        customerMessage: Option.some(words),
        locale: Option.some(locale),
        streamsAnswer,
        verdict
      })
    })
)

it.effect("the agent that answered is kept where it is known", () =>
  Effect.gen(function* () {
    const decode = (agentName: unknown) =>
      ConversationHistory.decode({
        [Extension.conversationHistory]: {
          messages: [
            { role: "ROLE_AGENT", parts: [{ text: "Yes" }, { data: 1 }, { text: "No" }], metadata: { agentName } }
          ]
        }
      })
    assert.deepStrictEqual((yield* decode("order-management")).history, [
      { role: "assistant", text: "Yes\nNo", agentName: "order-management" }
    ])
    assert.deepStrictEqual((yield* decode("somebody")).history, [{ role: "assistant", text: "Yes\nNo" }])
  })
)

it("states of models go along as far as a body has room for them, the newest first", () => {
  const history = Array.makeBy(20, (index): History.HistoryEntry => ({
    role: "assistant",
    text: `answer ${index}`,
    modelStates: [`${index}`.padStart(16_000, ".")]
  }))
  const { messages } = ConversationHistory.encode({
    history,
    earlierAnswers: [],
    id: UsageLogId.make(v7()),
    words: "And now?",
    locale: english,
    verdict: Option.none()
  })
  assert.deepStrictEqual(
    messages.map(({ metadata }) => metadata !== undefined),
    Array.makeBy(20, (index) => index >= 4)
  )
})

it.effect("what does not read as states is left out", () =>
  Effect.gen(function* () {
    const messages = [{ role: "ROLE_AGENT", parts: [{ text: "Yes" }], metadata: { modelStates: "all" } }]
    const { history } = yield* ConversationHistory.decode({ [Extension.conversationHistory]: { messages } })
    assert.deepStrictEqual(history, [{ role: "assistant", text: "Yes" }])
  })
)
