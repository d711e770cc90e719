import * as AssistantClient from "@storefront/cli/AssistantClient"
import * as BufferingProxy from "@storefront/server/testing/BufferingProxy"
import { Console, Effect, Ref } from "effect"
import * as Chat from "../support/Chat.ts"
import * as Table from "../support/Table.ts"
import * as Model from "./Model.ts"
import { type FrontDoor } from "./Suite.ts"

/** When our client has something to show, in front of a proxy that buffers and without one. */

const never = { views: 0, first: Number.NaN }

const watchAnswer = Effect.fnUntraced(function* (url: string, account: Chat.Customer) {
  const { ask } = yield* AssistantClient.make({ account, url })
  const seen = yield* Ref.make(never)
  const start = performance.now()
  const { response } = yield* ask(Model.messages.slow, null, ({ phase, text }) =>
    Effect.when(
      Ref.update(seen, ({ first, views }) => ({
        views: views + 1,
        first: views === 0 ? performance.now() - start : first
      })),
      () => phase === "working" && text !== ""
    )
  )
  return { ...(yield* Ref.get(seen)), whole: performance.now() - start, isWhole: response === Model.story }
})

export const measure = Effect.fnUntraced(function* ({ origin }: FrontDoor) {
  const customer = yield* Chat.signUp(origin)
  const direct = yield* watchAnswer(origin, customer)
  const behind = yield* watchAnswer(yield* BufferingProxy.serve(origin), customer)
  yield* Console.log("\nA long answer as `storefront ask` reads it; s")
  yield* Table.print(
    ["", "first text", "states of the text before the end", "end"],
    Object.entries({ "without a proxy": direct, "behind a proxy that buffers 64 KiB": behind }).map(
      ([name, { first, views, whole }]) => [name, (first / 1_000).toFixed(1), String(views), (whole / 1_000).toFixed(1)]
    )
  )
  const count = (isWrong: boolean) => (isWrong ? 1 : 0)
  const figures: ReadonlyArray<Table.Figure> = [
    { name: "answers behind a buffering proxy without progress", found: count(behind.views === 0), allowed: 0 },
    { name: "answers behind a buffering proxy that differ", found: count(!behind.isWhole), allowed: 0 }
  ]
  return figures
})
