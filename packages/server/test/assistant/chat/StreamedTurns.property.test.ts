import { LanguageModel } from "@effect/ai"
import { SqlClient } from "@effect/sql"
import { assert, layer } from "@effect/vitest"
import { applyEvent, type TurnState } from "@storefront/domain/turn/TurnEvents"
import { TurnId } from "@storefront/domain/Ids"
import { Array, Chunk, Effect, Fiber, Layer, Option, Queue, Random, Ref, Stream, Struct } from "effect"
import { isDeepStrictEqual } from "node:util"
import * as PlainLanguageModel from "../../../src/assistant/model/PlainLanguageModel.ts"
import { Streaming } from "../../../src/assistant/model/Streaming.ts"
import { IsSoleOwner } from "../../../src/platform/database/Database.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { stored } from "../../support/conversations.ts"
import { followed, message, processOf, until } from "../../support/followedTurns.ts"
import { consult } from "../../support/orchestrator.ts"
import * as Seed from "../../support/seed.ts"

/** Readers that join while the model pauses, of whom each reconnects. With 125 there are 1,000 in all. */
const readersPerPause = 5

/** Pauses of the model. */
const pauses = 8

/** Milliseconds within which readers join, and events are stored for other processes. */
const moments = 600

/** Begins an answer, asks a specialist instead, and writes an answer of many sentences. Goes on at each beat. */
const writing = (beats: Queue.Dequeue<void>) =>
  Layer.effect(
    LanguageModel.LanguageModel,
    Effect.gen(function* () {
      const round = yield* Ref.make(0)
      return PlainLanguageModel.make(
        Effect.fnUntraced(function* ({ receiver }) {
          const at = yield* Ref.getAndUpdate(round, (before) => before + 1)
          const pieces = Array.makeBy(pauses / 2, (piece) => `Round ${at} says this: ${piece}. And more. `)
          yield* Effect.forEach(pieces, (piece) =>
            Effect.zipRight(
              Queue.take(beats),
              Effect.forEach(Option.toArray(receiver), ({ text }) => Effect.forEach([...piece], (sign) => text(sign)))
            )
          )
          const text = { type: "text" as const, text: pieces.join("") }
          return at === 0 ? [text, ...consult("product-discovery", "Lamps?")] : ScriptedModel.say(text.text)
        })
      )
    })
  ).pipe(Layer.merge(Layer.succeed(Streaming, { run: (request) => request })))

/** Leaves out progress, which is not kept once the turn has ended. */
const withoutProgress = (state: TurnState) => Struct.omit(state, "specialists", "tools")

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(shop, engine.layer), { excludeTestServices: true })(
    `turns of two processes on ${engine.name}`,
    (it) => {
      it.scoped("are one for a message that is sent 20 times at once", () =>
        Effect.gen(function* () {
          const asked: Array<ScriptedModel.ModelRequest> = []
          const lines = [ScriptedModel.say("Once."), ScriptedModel.say("Twice.")]
          const processes = [
            yield* processOf(lines, { asked, relays: true }),
            yield* processOf(lines, { asked, relays: true })
          ]
          const same = message("Hi")
          const all = yield* Effect.forEach(
            Array.makeBy(20, (index) => processes[index % 2]!),
            ({ turns }) => followed(turns.start(ada, same)),
            { concurrency: "unbounded" }
          )
          assert.deepStrictEqual(
            all.map(({ state }) => [state.end?._tag, state.text]),
            Array.makeBy(20, () => ["done", "Once."])
          )
          for (const { state } of all) {
            assert.deepStrictEqual(state, all[0]!.state)
          }
          const { messages, runs, turns } = yield* stored(all[0]!.state.ids!.conversation_id)
          assert.deepStrictEqual(
            [messages.map(({ content }) => content), runs.length, turns.length, asked.length],
            [["Hi", "Once."], 1, 1, 1]
          )
        }).pipe(Effect.provideService(IsSoleOwner, false))
      )

      it.scoped(
        "fold alike for readers that reconnect at random moments, at either process",
        () =>
          Effect.gen(function* () {
            const seed = yield* Seed.seed
            const random = Random.make(seed)
            const beats = yield* Queue.unbounded<void>()
            const one = yield* processOf([], { model: writing(beats), relays: true })
            const other = yield* processOf([], { relays: true })
            const same = message("Lamps?")
            const undisturbed = yield* Effect.fork(
              Effect.scoped(
                Effect.flatMap(one.turns.start(ada, same), ({ events, state }) =>
                  Effect.map(Stream.runCollect(Stream.scan(events, state, applyEvent)), Chunk.toReadonlyArray)
                )
              )
            )
            const sql = yield* SqlClient.SqlClient
            const [row] = yield* until(
              sql<{ id: string }>`SELECT id FROM turns WHERE client_message_id = ${same.messageId}`,
              ({ length }) => length > 0
            )
            const eventCount = Effect.map(
              sql<{ count: number }>`
                SELECT coalesce(sum(jsonb_array_length(events)), 0)::int AS count FROM turn_events WHERE turn_id = ${row!.id}`,
              ([found]) => found!.count
            )

            /** Joins at some moment, is cut off after some events, and follows again up to the end. */
            const reconnect = Effect.gen(function* () {
              const isOther = (yield* random.nextIntBetween(0, 4)) > 0
              const { turns } = isOther ? other : one
              const isRepeated = yield* random.nextBoolean
              const count = yield* random.nextIntBetween(0, 60)
              yield* Effect.sleep(yield* random.nextIntBetween(0, moments))
              const join = isRepeated ? turns.start(ada, same) : turns.follow(ada.id, TurnId.make(row!.id))
              const first = yield* Effect.scoped(
                Effect.flatMap(join, ({ events, state }) =>
                  Effect.map(Stream.runCollect(Stream.take(events, count)), (seen) =>
                    Chunk.reduce(seen, state, applyEvent)
                  )
                )
              )
              const { state } = yield* followed(join)
              return [first, state] as const
            })

            const readers = yield* Effect.forEach(Array.range(1, pauses), () =>
              Effect.gen(function* () {
                const before = yield* eventCount
                const joined = yield* Effect.replicateEffect(Effect.fork(reconnect), readersPerPause)
                yield* Queue.offer(beats, undefined)
                yield* Effect.raceFirst(
                  until(eventCount, (count) => count > before),
                  Fiber.await(undisturbed)
                )
                return joined
              })
            )
            const states = yield* Fiber.join(undisturbed)
            const end = states.at(-1)!
            const seen = yield* Effect.forEach(readers.flat(), Fiber.join)
            const again = `run again with CONTRACT_SEED=${seed}`
            assert.deepStrictEqual([end.end?._tag, seen.length], ["done", pauses * readersPerPause], again)
            for (const [first, last] of seen) {
              assert.deepStrictEqual(withoutProgress(last), withoutProgress(end), again)
              assert.isTrue(
                first.end !== null || states.some((state) => isDeepStrictEqual(state, first)),
                `${JSON.stringify(first)}; ${again}`
              )
            }
            // They did see it on its way.
            assert.isTrue(
              seen.some(([first]) => first.end === null && first.text !== ""),
              again
            )
          }).pipe(Effect.provideService(IsSoleOwner, false)),
        120_000
      )
    }
  )
}
