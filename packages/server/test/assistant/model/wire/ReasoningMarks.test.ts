import { assert, describe, it } from "@effect/vitest"
import { visibleText } from "../../../../src/assistant/model/wire/ReasoningMarks.ts"
import { marked, plan, words } from "../../../support/thoughts.ts"

describe("the words for the customer", () => {
  it("have no thoughts, in whatever marks a model and its server leave them", () => {
    for (const text of marked) {
      assert.strictEqual(visibleText(text), words, text)
    }
  })

  it("have no thoughts that are nested, or that lack their beginning or their end", () => {
    for (const text of [
      `<think>${plan}<think>${plan}</think>${plan}</think>${words}`,
      `<thinking>${plan}<reflection>${plan}</reflection>${plan}</thinking>${words}`,
      `<think>I may not speak of <think> at all.</think>${words}`,
      `<think>The mark "</think>" ends it.</think>${words}`,
      `${plan}</think>${words}`,
      `${plan}<|END_THINKING|>${words}`,
      `${words}<think>${plan}`,
      `${words}\n<reasoning>\n${plan}`,
      `${words}<think>${plan}<think>${plan}</think>${plan}`
    ]) {
      assert.strictEqual(visibleText(text), words, text)
    }
    assert.strictEqual(visibleText(`<think>${plan}`), "")
    assert.strictEqual(visibleText(`analysisWe look. ${plan}`), "")
    assert.strictEqual(visibleText(`<|channel|>analysis<|message|>${plan}`), "")
    assert.strictEqual(visibleText(`Here are my reasoning steps:\n${plan}`), "")
  })

  it("are those in the marks of an answer, where it has any", () => {
    for (const text of [
      `<think>${plan}</think><answer>${words}</answer>`,
      `<scratchpad>${plan}</scratchpad>\n<response>\n${words}\n</response>\nDone.`,
      `${plan}\n<final_answer>${words}</final_answer>`,
      `<answer>${words}`,
      `${words}</answer>`,
      `<|assistant|>\n${words}`,
      `<assistant>${words}</assistant>`,
      `<|start_header_id|>assistant<|end_header_id|>\n\n${words}<|eot_id|>`,
      `<start_of_turn>model\n${words}<end_of_turn>`,
      `<|START_TEXT|>${words}<|END_TEXT|>`,
      `${words}<|im_end|>`,
      `${words}</s>`
    ]) {
      assert.strictEqual(visibleText(text), words, text)
    }
    assert.strictEqual(visibleText("It is <|begin_of_box|>5<|end_of_box|>."), "It is 5.")
  })

  it("stay as they are where they only speak of marks", () => {
    for (const text of [
      'The book "<Think>" is in stock.',
      "The book <Think> is in stock, <Think>, too.",
      "Mug [Thinking] costs 5.00.",
      "Use `<think>` and `</think>` for that.",
      "As in this:\n```\n<think>x</think>\n```\nDone.",
      "See [think](https://example.com) for it.",
      "Thinking... of a gift?\nHere are three.",
      "<details><summary>More</summary>A reasoning toy.</details>",
      "```js\nthinking()\n```",
      "I think <b>this</b> is final. Analysis: 5 < 6 > 3.",
      "  Hello,\n\nyou!  "
    ]) {
      assert.strictEqual(visibleText(text), text)
    }
  })
})
