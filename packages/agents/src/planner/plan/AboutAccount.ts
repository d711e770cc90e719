import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import { ToolFailure } from "@storefront/domain/tools/ToolContract"
import { call } from "../Playbook.ts"
import { dayOf, money, tierBenefits } from "@storefront/domain/Wording"
import { notAvailable, type AnswerPart } from "./AnswerParts.ts"

/** Tells what the shop knows about the customer. */
export function* aboutAccount(): AnswerPart {
  const person = yield* call(getUserProfile, {})
  return person instanceof ToolFailure
    ? notAvailable("your account")
    : `You are ${person.name}, with us since ${dayOf(person.member_since)}. You have spent ${money(person.total_spend)} so far, which makes you a ${person.loyalty_tier} member. You get ${tierBenefits(person.tier_benefits)}.`
}
