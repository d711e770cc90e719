import { getUserProfile } from "@storefront/domain/tools/AccountTools"
import { call } from "../Playbook.ts"
import { dayOf, money, tierBenefits } from "@storefront/domain/Wording"
import { told } from "./AnswerParts.ts"

/** Tells what the shop knows about the customer. */
export const aboutAccount = () =>
  told(
    call(getUserProfile, {}),
    "your account",
    (person) =>
      `You are ${person.name}, with us since ${dayOf(person.member_since)}. You have spent ${money(person.total_spend)} so far, which makes you a ${person.loyalty_tier} member. You get ${tierBenefits(person.tier_benefits)}.`
  )
