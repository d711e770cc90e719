import { HttpApiBuilder, HttpApp, HttpServerResponse } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { ActionNotFound, ConversationNotFound } from "@storefront/domain/Errors"
import { CurrentSession } from "@storefront/domain/Identity"
import { ActionId, ConversationId } from "@storefront/domain/Ids"
import { Effect } from "effect"
import { ChatTurn, type ChatTurnFailed } from "../../assistant/chat/ChatTurn.ts"
import { guestClient } from "./AuthenticationHttp.ts"
import * as PathId from "./PathId.ts"

const parseId = PathId.parse(ConversationId, () => new ConversationNotFound())
const parseActionId = PathId.parse(ActionId, () => new ActionNotFound())

/** Fails with the turn's error, and adds the conversation's id to the response, so that the client can continue it. */
const fail = ({ conversationId, reason }: ChatTurnFailed) =>
  Effect.zipRight(
    HttpApp.appendPreResponseHandler((_, response) =>
      Effect.succeed(HttpServerResponse.setHeader(response, "x-conversation-id", conversationId))
    ),
    Effect.fail(reason)
  )

export const layer = HttpApiBuilder.group(StorefrontApi, "chat", (handlers) =>
  Effect.map(Effect.all([ChatTurn, guestClient]), ([turns, clientOf]) =>
    handlers.handle("send", ({ payload: { confirm = [], conversation_id, message }, request }) =>
      Effect.gen(function* () {
        const { generation, user } = yield* CurrentSession
        const conversationId = conversation_id === null ? null : yield* parseId(conversation_id)
        const namedActions = yield* Effect.forEach(confirm, parseActionId)
        const acceptLanguage = request.headers["accept-language"] ?? null
        return yield* turns.answer(user, {
          message,
          conversationId,
          namedActions,
          acceptLanguage,
          generation,
          ...(yield* clientOf(user))
        })
      }).pipe(Effect.catchTag("ChatTurnFailed", fail))
    )
  )
)
