import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { CurrentTurn } from "../../../src/assistant/agent/CurrentTurn.ts"
import { ConversationArchive } from "../../../src/assistant/chat/ConversationArchive.ts"
import * as ScriptedModel from "../../../src/testing/ScriptedModel.ts"
import { settings } from "../../../src/testing/Settings.ts"
import { ada, shop } from "../../../src/testing/SmallShop.ts"
import * as TestDatabase from "../../../src/testing/TestDatabase.ts"
import { stored, textsOf } from "../../support/conversations.ts"
import { consult } from "../../support/orchestrator.ts"
import { asks, begin, orders, wish } from "../../support/proposing.ts"

const { call, say, sayWithState } = ScriptedModel

const ArchiveLayer = ConversationArchive.layer.pipe(Layer.provide(settings({})))

/** A model that looks at the states of the history when it is asked. */
const looking = (seen: Array<unknown>, line: ScriptedModel.Line): ScriptedModel.Line =>
  Effect.flatMap(CurrentTurn, (turn) => {
    const { history } = Option.getOrThrow(turn)
    seen.push(history.map(({ modelStates }) => modelStates ?? []))
    return Effect.isEffect(line) ? line : Effect.succeed(line)
  })

for (const engine of TestDatabase.engines) {
  layer(Layer.provideMerge(Layer.merge(shop, ArchiveLayer), engine.layer), { excludeTestServices: true })(
    `the states of models on ${engine.name}`,
    (it) => {
      it.scoped("come back to all models in later turns, and are seen by nobody else", () =>
        Effect.gen(function* () {
          const seen: Array<unknown> = []
          const asked: Array<ScriptedModel.ModelRequest> = []
          const { say: tell } = yield* begin(
            [
              asks,
              sayWithState("Prepared.", { secret: "front" }),
              looking(seen, consult("order-management", "Which colour?")),
              consult("order-management", "Is it dry?"),
              say("Blue and dry."),
              looking(seen, say("You are welcome."))
            ],
            [
              call(["cancel_order", { order_id: orders[0] }]),
              // Everything that it has to say is in the shop's question.
              sayWithState("", { secret: "proposed" }),
              looking(seen, sayWithState("Blue.", ["secret", "colour"])),
              sayWithState("Dry.", ["secret", "dry"])
            ],
            { asked }
          )
          const { conversation_id } = yield* tell(wish, null)
          yield* tell("Which colour is it?", conversation_id)
          yield* tell("Thank you", conversation_id)

          const first = [{ secret: "proposed" }, { secret: "front" }]
          const second = [
            ["secret", "colour"],
            ["secret", "dry"]
          ]
          assert.deepStrictEqual(seen, [
            [[], first],
            [[], first],
            [[], first, [], second]
          ])
          const { messages } = yield* stored(conversation_id)
          assert.deepStrictEqual(
            messages.map(({ metadata }) => metadata["model_states"]),
            [undefined, first, undefined, second, undefined, undefined]
          )

          assert.deepStrictEqual(textsOf(asked).at(-1), [
            wish,
            "Prepared.",
            "Which colour is it?",
            "Blue and dry.",
            "Thank you"
          ])
          const { find } = yield* ConversationArchive
          const shown = yield* find(ada.id, conversation_id)
          assert.notInclude(JSON.stringify([asked, shown]), "secret")
        })
      )
    }
  )
}
