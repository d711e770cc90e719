import { assert, describe, it } from "@effect/vitest"
import { type HistoryEntry, newest } from "../../../src/assistant/turn/History.ts"

const person = (text: string): HistoryEntry => ({ role: "user", text })
const agent = (text: string): HistoryEntry => ({ role: "assistant", text })
const texts = (history: ReadonlyArray<HistoryEntry>) => history.map(({ text }) => text)

describe("what a model sees of a conversation", () => {
  it("is whole turns, the newest that fit its tokens", () => {
    const old = [person("old ".repeat(100)), agent("older answer")]
    const later = [person("later question"), agent("later answer"), agent("and more of it")]
    assert.deepStrictEqual(newest([...old, ...later], 200), [...old, ...later])
    assert.deepStrictEqual(newest([...old, ...later], 110), later)
  })

  it("is the beginning of the last turn where that is too long by itself", () => {
    const old = [person("old"), agent("older answer")]
    const later = [person("later question"), agent("later answer"), agent("and more of it")]
    assert.deepStrictEqual(newest([...old, ...later], 8), [...later.slice(0, 2), agent("and ")])
    assert.deepStrictEqual(newest([...old, ...later], 2), [person("later qu")])
    assert.deepStrictEqual(newest([...old, ...later], 0), [])
    const long = [person("x".repeat(20_000)), agent("y".repeat(5_000)), agent("more")]
    assert.deepStrictEqual(newest([...old, ...long]), [person("x".repeat(20_000)), agent("y".repeat(4_000))])
  })

  it("ends between two characters, and not within one", () => {
    assert.deepStrictEqual(texts(newest([person("😀".repeat(3))], 5)), ["😀😀"])
    assert.deepStrictEqual(texts(newest([person("x".repeat(23_999)), agent("😀😀")])), ["x".repeat(23_999), "😀"])
  })

  it("costs a token for every character of a language that is not written in ASCII", () => {
    const history = [person("漢".repeat(100)), agent("x".repeat(100))]
    assert.deepStrictEqual(newest(history, 125), history)
    assert.deepStrictEqual(newest(history, 124), [person("漢".repeat(100)), agent("x".repeat(96))])
  })

  it("is never more than 50 messages and 24,000 characters", () => {
    const history = Array.from({ length: 30 }, (_, index) => [person(`q${index}`), agent(`a${index}`)]).flat()
    assert.strictEqual(texts(newest(history))[0], "q5")
    assert.deepStrictEqual(texts(newest([person("x".repeat(20_000)), agent("y"), person("z".repeat(10_000))])), [
      "z".repeat(10_000)
    ])
  })
})
