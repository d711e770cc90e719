import { BindingActs, eraseTypes } from "@storefront/server/assistant/actions/BindingActs"
import { Memories } from "@storefront/server/shop/memories/Memories"
import { Effect } from "effect"
import { memoryTools } from "./toolkit.ts"

export const layer = BindingActs.layer(
  Effect.map(Memories, ({ act }) => [eraseTypes(act, memoryTools.tools.forget_preference)])
)
