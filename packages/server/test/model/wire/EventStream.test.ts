import { assert, describe, it } from "@effect/vitest"
import * as EventStream from "../../../src/model/wire/EventStream.ts"

describe("an event stream", () => {
  it.each(["\n", "\r\n", "\r"])("has data of several lines, whatever ends a line: %j", (end) => {
    const text = ["event: told", 'data: {"a":', "data: 1}", "", "data: [DONE]", "", 'data: {"b": 2}', "", ""].join(end)
    assert.isTrue(EventStream.isOne(text))
    assert.deepStrictEqual(EventStream.dataOf(text), [{ a: 1 }, { b: 2 }])
  })

  it("has as many events as there are, however many lines are empty", () => {
    assert.deepStrictEqual(EventStream.dataOf(`data: 1${"\n".repeat(1_000_000)}data: 2\n`), [1, 2])
  })
})
