import { assert, it } from "@effect/vitest"
import { FastCheck } from "effect"
import * as ConversationTitle from "../../../src/assistant/chat/ConversationTitle.ts"

const word = "x".repeat(100)

for (const [name, message, title] of [
  ["a short message is its own title", "Where is my order?", "Where is my order?"],
  ["white space is collapsed", "  Where \n\t is  it? ", "Where is it?"],
  ["80 characters fit", word.slice(0, 80), word.slice(0, 80)],
  ["a longer one is cut between words", `${"abcd ".repeat(20)}`, `${"abcd ".repeat(16).trim()}…`],
  ["a word that ends right before the ellipsis is kept", `${word.slice(0, 79)} more`, `${word.slice(0, 79)}…`],
  ["a word without an edge is cut anywhere", word, `${word.slice(0, 79)}…`],
  ["emoji count as one", "😀".repeat(81), `${"😀".repeat(79)}…`]
] as const) {
  it(`${name}`, () => {
    assert.strictEqual(ConversationTitle.make(message), title)
  })
}

it.prop(
  "a title has 1 to 80 characters in one line",
  [FastCheck.string({ unit: "grapheme", minLength: 1, maxLength: 300 })],
  ([text]) => {
    const title = ConversationTitle.make(`x${text}`)
    assert.isTrue([...title].length >= 1 && [...title].length <= 80)
    assert.notMatch(title, /\s\s|[\n\t]/)
  }
)
