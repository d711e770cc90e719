import { Array } from "effect"
import { callSpecialistAgent } from "@storefront/domain/tools/OrchestratorTools"
import { services, type SpecialistName } from "@storefront/domain/Topology"
import { call, type Playbook } from "../../Playbook.ts"
import { type TurnView } from "@storefront/server/agent/CurrentTurn"
import { readable, understand } from "../../dialogue/Understand.ts"
import { type Wish } from "../../Wish.ts"
import { type AnswerPart, inParts, notDone, told, whole } from "../Steps.ts"
import { reply } from "./Replies.ts"
import { intentOwner } from "../../Intents.ts"

/** Who answers the wishes, in the order of the message: each specialist once, and what the front door says itself. */
const partsOf = (wishes: ReadonlyArray<Wish>): ReadonlyArray<SpecialistName | Wish> =>
  Array.dedupe(wishes.map((wish) => intentOwner[wish.intent] ?? wish))

const ask = (turn: TurnView, agent_name: SpecialistName): AnswerPart => {
  const { displayName } = services[agent_name]
  return told(
    call(callSpecialistAgent, { agent_name, message: readable(turn.message).trim() }),
    notDone(`ask ${displayName}`, {
      not_granted: `You do not have access to ${displayName} yet. It can be requested with POST /api/marketplace/request.`,
      forbidden: `I am not allowed to ask ${displayName} for you.`
    }),
    ({ response }) => response
  )
}

/** Hands the customer's own words to everybody who serves a part of them, and puts the answers together. */
export const playbook: Playbook = function* (turn) {
  return yield* inParts(partsOf(understand(turn)), (part) =>
    whole(typeof part === "string" ? ask(turn, part) : reply(part, turn))
  )
}
