import { HttpApiBuilder } from "@effect/platform"
import { FeedbackApi } from "@storefront/domain/api/FeedbackApi"
import { MessageNotFound } from "@storefront/domain/Errors"
import { CurrentUser } from "@storefront/domain/Identity"
import { MessageId } from "@storefront/domain/Ids"
import { Effect, Layer } from "effect"
import { MessageFeedback } from "../../assistant/chat/MessageFeedback.ts"
import * as JsonBodyHttp from "../../platform/http/JsonBodyHttp.ts"
import { Sessions } from "../../shop/accounts/Sessions.ts"
import * as AuthenticationHttp from "../rest/AuthenticationHttp.ts"
import * as PathId from "../rest/PathId.ts"

const parseId = PathId.parse(MessageId, () => new MessageNotFound())

const group = HttpApiBuilder.group(FeedbackApi, "feedback", (handlers) =>
  Effect.map(MessageFeedback, ({ give }) =>
    handlers.handle("give", ({ path: { message_id }, payload }) =>
      Effect.gen(function* () {
        const { id } = yield* CurrentUser
        const message = yield* parseId(message_id)
        yield* give(id, message, payload)
        return { rating: payload.rating }
      })
    )
  )
)

/** The endpoint for opinions about answers, over the database. */
export const layer = Layer.discard(
  group.pipe(
    Layer.provide([AuthenticationHttp.layer, JsonBodyHttp.layer]),
    Layer.provide([MessageFeedback.layer, Sessions.layer])
  )
)
