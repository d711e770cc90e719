import { BindingActs, eraseTypes } from "@storefront/server/assistant/actions/BindingActs"
import { Backorders } from "@storefront/server/shop/inventory/Backorders"
import { Effect } from "effect"
import { supplyTools } from "./toolkit.ts"

export const layer = BindingActs.layer(
  Effect.map(Backorders, ({ act }) => [eraseTypes(act, supplyTools.tools.place_backorder)])
)
