import { type BindingAct } from "../../tools/Binding.ts"
import { askedInEnglish, isAskedAbout } from "./Acts.ts"
import { clausesOf, isQuestion, sentencesOf } from "./Clauses.ts"
import { urgency } from "./Instruction.ts"
import { byAct, spaced, wholeWord } from "./Patterns.ts"
import { foreignNo, refuses, refusing } from "./Refusals.ts"
import { isOfPart } from "./Withheld.ts"

/** What our answers ask. */

/** The last question of an answer. */
export const lastQuestion = (answer: string): string => sentencesOf(answer).findLast(isQuestion) ?? ""

/** What a question offers to tell, to look up or to change first, instead of to do it. */
const tells = wholeWord(
  "(?:like|want|need|wish|care) to (?:see|view|know|learn|hear|read|check(?! ?out)|look|track|find)|(?:me to|shall i|should i|can i|could i|may i|i can|i could) (?:also |first |please )?(?:show|tell|explain|check(?! ?out)|look|find|list|describe|see|walk|help)|whether|how to|polic(?:y|ies)|status|add|remove|anything|something"
)

/** A question that proposes anything but the act, "Shall I refrain from cancelling it?": a yes to it is a no to the act. */
const proposesOther = byAct(
  (act) =>
    new RegExp(
      `(?:${spaced(`${refusing}|refrain|hold|wait|keep|leave|prevent|withdraw|undo|reverse|revoke|forget|before|mind|bother|regret|object|afraid`)}|[a-z]n't)(?: \\S+){0,4} (?:${askedInEnglish[act]})`,
      "u"
    )
)

/** A question whether it was done, "Has it been cancelled?". */
const isPast =
  /^(?:(?:has|have|had|was|were) (?!.*(?:want|wish|like|need)).*(?:cancell?ed|returned|sent|ordered|placed|bought|paid|refunded|changed)|did (?:you|i|we|they|it) (?:\S+ )?(?:cancel|return|send|order|place|buy|pay|refund|change|get))(?!\p{L})/u

/** Whether the last question of an answer proposes the act, and not to tell of it, to leave it, or a part of it. */
export const proposes = (act: BindingAct, answer: string): boolean =>
  clausesOf(lastQuestion(answer))
    .map((clause) => clause.replace(urgency, ""))
    .some(
      (clause) =>
        isAskedAbout[act].test(clause) &&
        !refuses[act].test(clause) &&
        !proposesOther[act].test(clause) &&
        !isPast.test(clause) &&
        !foreignNo.test(clause) &&
        !tells.test(clause) &&
        !isOfPart(act, clause)
    )
