import { assert, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import * as Output from "../src/Output.ts"
import { heard } from "./support/Heard.ts"

const hostile = "a\u009b2Jb\u202e\u2028c\u{e0041}"

const printed = (isJson: boolean) =>
  Effect.map(
    heard(
      Output.print(Schema.Struct({ name: Schema.String }), { name: hostile }, isJson, ({ name }) => [
        Output.printable(name)
      ])
    ),
    ({ printed }) => printed.join("\n")
  )

it.effect("prints nothing that a terminal would obey, and the same JSON all the same", () =>
  Effect.gen(function* () {
    const json = yield* printed(true)
    assert.notMatch(`${json}${yield* printed(false)}`, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    assert.deepStrictEqual(JSON.parse(json), { name: hostile })
  })
)
