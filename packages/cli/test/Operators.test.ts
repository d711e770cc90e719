import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Operators from "../src/Operators.ts"

const hostile = "a\u009b2Jb\u202e\u2028c\u{e0041}"

const printed = Effect.fnUntraced(function* (isJson: boolean) {
  const lines: Array<string> = []
  const console = yield* Effect.console
  const print = Operators.print(Schema.Struct({ name: Schema.String }), { name: hostile }, isJson, ({ name }) => [
    Operators.printable(name)
  ])
  yield* Effect.withConsole(print, { ...console, log: (line) => Effect.sync(() => lines.push(String(line))) })
  return lines.join("\n")
})

it.effect("prints nothing that a terminal would obey, and the same JSON all the same", () =>
  Effect.gen(function* () {
    const json = yield* printed(true)
    assert.notMatch(`${json}${yield* printed(false)}`, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    assert.deepStrictEqual(JSON.parse(json), { name: hostile })
  })
)
