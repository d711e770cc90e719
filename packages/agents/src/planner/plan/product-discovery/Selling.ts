import { getMyProducts } from "@storefront/domain/tools/ProductTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call } from "../../Playbook.ts"
import { type Wish } from "../../Wish.ts"
import { type AnswerPart, notAvailable, rows } from "../AnswerParts.ts"
import * as Wording from "./Wording.ts"

const wantsInactive =
  /\b(?:inactive|discontinued|delisted|no longer (?:sold|active|on sale)|not (?:active|sold)|retired|hidden)\b/i

/** What a seller offers, newest first. */
export function* ownProducts({ filters: { category }, limit, lowStockOnly, otherId, text }: Wish): AnswerPart {
  const wanted = rows(limit, 20)
  const answer = yield* call(getMyProducts, {
    limit: wanted,
    ...(category === null ? {} : { category }),
    ...(lowStockOnly ? { low_stock_only: true } : {}),
    ...(wantsInactive.test(text) ? { include_inactive: true } : {}),
    ...(otherId === null ? {} : { seller_id: otherId })
  })
  if (answer instanceof ToolFailure) {
    return answer.error === "forbidden"
      ? "Only sellers have products of their own to list, and only their own. If that is a mistake, please contact our support."
      : answer.error === "invalid_argument"
        ? "That is not the account id of a seller. Leave it out to see your own products."
        : notAvailable("your products")
  }
  return answer.count === 0
    ? `I found no such products${category === null ? "" : ` in ${category}`} of yours.`
    : Wording.ownProducts(answer.products, { isFull: answer.count === wanted, isLow: lowStockOnly })
}
