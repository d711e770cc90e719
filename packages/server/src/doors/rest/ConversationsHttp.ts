import { HttpApiBuilder } from "@effect/platform"
import { StorefrontApi } from "@storefront/domain/api/StorefrontApi"
import { ConversationNotFound } from "@storefront/domain/Errors"
import { CurrentUser } from "@storefront/domain/Identity"
import { ConversationId } from "@storefront/domain/Ids"
import { Effect } from "effect"
import { ConversationArchive } from "../../assistant/chat/ConversationArchive.ts"
import * as JsonResponse from "../../platform/http/JsonResponse.ts"
import * as PathId from "./PathId.ts"

const parseId = PathId.parse(ConversationId, () => new ConversationNotFound())

/** Returns the caller's id and the conversation id of the path. */
const ownerAndId = (text: string) => Effect.all([Effect.map(CurrentUser, ({ id }) => id), parseId(text)])

export const layer = HttpApiBuilder.group(StorefrontApi, "conversations", (handlers) =>
  Effect.map(ConversationArchive, (archive) =>
    handlers
      .handleRaw("list", () =>
        Effect.map(
          Effect.flatMap(CurrentUser, ({ id }) => archive.list(id)),
          JsonResponse.fromText
        )
      )
      .handle("detail", ({ path }) =>
        Effect.flatMap(ownerAndId(path.conversation_id), ([owner, id]) => archive.find(owner, id))
      )
      .handle("remove", ({ path }) =>
        Effect.flatMap(ownerAndId(path.conversation_id), ([owner, id]) =>
          Effect.as(archive.remove(owner, id), { status: "deleted" as const })
        )
      )
  )
)
