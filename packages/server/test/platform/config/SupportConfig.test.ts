import { assert, it } from "@effect/vitest"
import { ConfigProvider, Effect } from "effect"
import { supportContact } from "../../../src/platform/config/SupportConfig.ts"

const read = (variables: Readonly<Record<string, string>>) =>
  Effect.withConfigProvider(supportContact, ConfigProvider.fromMap(new Map(Object.entries(variables))))

it.effect("people reach the shop's staff as it says, or are not told how", () =>
  Effect.gen(function* () {
    assert.strictEqual(yield* read({ SUPPORT_CONTACT: " help@shop.example " }), "help@shop.example")
    assert.isUndefined(yield* read({}))
    assert.include(String(yield* Effect.flip(read({ SUPPORT_CONTACT: "?" }))), "must be an address")
  })
)
