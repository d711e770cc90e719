import { CurrentUser } from "@storefront/domain/Identity"
import { signInRequired, ToolFailure } from "@storefront/domain/tools/ToolContract"
import { CurrentProposingTurn } from "@storefront/server/assistant/actions/ProposingTurn"
import { SupportCases } from "@storefront/server/shop/support/SupportCases"
import { Effect } from "effect"
import { reportedByShop, writeResult } from "../../tools/WriteResults.ts"
import { supportTools } from "../toolkit.ts"
import { orderNotFound } from "./failures.ts"

/** `conflict`: without a conversation, staff could not answer. */
const noConversation = () =>
  new ToolFailure({
    error: "conflict",
    message:
      "A support case belongs to a conversation with the assistant of the shop, and this is none. Nothing was opened. Name support_contact of the facts, or say that the customer can ask the assistant of the shop for a case.",
    reason: "no_conversation"
  })

const message = (isNew: boolean) =>
  reportedByShop(
    `${isNew ? "" : "The case was open before. What the customer wrote now was not added to it, but the shop's people read it with the case, in this conversation: say so. "}The shop's people have the case and answer in this conversation, not live: promise neither a time nor an outcome. Say how else they are reached, by contact, in the customer's language.`
  )

export const supportHandlers = Effect.gen(function* () {
  const cases = yield* SupportCases
  return supportTools.of({
    open_support_case: Effect.fnUntraced(function* ({ kind, order_id: order = null, summary }) {
      const { id: owner, role } = yield* CurrentUser
      if (role === "guest" && kind !== "talk_to_person") {
        return yield* Effect.fail(signInRequired)
      }
      const { conversationId: conversation } = yield* Effect.mapError(yield* CurrentProposingTurn, noConversation)
      const opened = yield* cases.open({ owner, conversation, kind, order, summary }).pipe(
        writeResult,
        Effect.catchTags({
          OrderNotFound: (error) => (order === null ? Effect.die(error) : Effect.fail(orderNotFound(order))),
          ConversationNotFound: () => Effect.fail(noConversation())
        })
      )
      return { ...opened, message: message(opened.is_new) }
    })
  })
})
