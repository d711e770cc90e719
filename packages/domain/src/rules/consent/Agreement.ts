import { Array } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { namesOther, undoes } from "./Acts.ts"
import { allClauses, isQuestion, plain } from "./Clauses.ts"
import { foreignPlease, foreignThanks } from "./ForeignWishes.ts"
import { clauseAsksFor, isInstruction } from "./Instruction.ts"
import { byAct, inAnyLanguage, together, wholeWord, word } from "./Patterns.ts"
import { agreeable, benign, foreignNo } from "./Refusals.ts"
import { foreignBut, isLater, politeCondition } from "./Withheld.ts"

/** How customers agree to what they are asked. */

/** What somebody who agrees to an order still wants otherwise. */
const changes = wholeWord("add|remove|change|switch|replace|swap|another|different|one of")
const but = inAnyLanguage("but", foreignBut)
/** What takes some of a yes back. */
const withdrawal = together(
  "no|not|[a-z]{2,8}n't|never|nope|nah|except|only|without|nothing|none|wait|hold on|hang on|stop|never ?mind|forget|later|first|instead|rather|actually|unless|until|before you|yet|keep|keeping|kept",
  ({ no }) => no,
  word
)

/** What somebody who cancels or sends back says about the thing, and not about the act. */
const reasons = wholeWord(
  "(?:it|this|that|they|these|those)(?:'s| is| are| was| were| does| do| did|'re)? ?(?:not|never|[a-z]{2,8}n't)|(?:do not|don't|didn't|no longer) (?:need|want|like|order|have use for) (?:it|this|that|them|these|those|the \\w+)|stop (?:it|that|the order)|no (?:use|good)",
  "gu"
)

/** At the end of what is said: "as store credit if possible". */
const politely = new RegExp(` *${word(politeCondition)}(?= *(?:[.!,]|$))`, "gu")

/** Yes in English, right behind a question; the weak ones only by themselves or before a strong one. */
const strongYes =
  "👍|✅|👌|100 ?%|aye|yessir|(?:please )?(?:continue|go on)|i (?:hereby )?(?:confirm|consent|authori[sz]e)(?: (?:this|it|you))?|i give (?:you )?my (?:ok|okay|consent|permission|approval)|roger(?: that)?|y|ya|yes+|yess+|yea|yeah|yep|yup|ye|sure thing|sure|go ahead|go for it|do it|do that|do so|make it so|make it happen|let'?s (?:do it|go)|please do|absolutely|definitely|certainly|indeed|totally|exactly|of course|by all means|sounds good|looks good|agreed|i agree|confirmed?|affirmative|deal|place it|order it|place the order|(?:please )?proceed|works for me|i(?:'d| would) (?:like|love) that|i do|i would|that(?:'s| is) (?:it|right|correct|fine|ok|okay|good|great|perfect)|correct|why not|that(?:'s| is) the one|that works|(?:that|it)(?:'d| would) be (?:great|good|nice|lovely|perfect|wonderful|fine|ideal|awesome)|for sure|(?:i )?(?:hereby )?(?:accept|approve)|accepted|approved|you have my (?:ok|okay|permission|consent|approval)|you (?:can|may) (?:go ahead|proceed|continue)|i(?:'m| am) (?:fine|good|ok|okay|happy) with (?:that|it|this)|(?:fine|ok|okay|good) (?:by|with) me|(?:change|update) it|all of it|the (?:whole|entire) (?:order|thing|lot)"
export const weakYes =
  "ok|okay|okey|k|kk|alright|all right|fine|good|great|perfect|right(?! (?:now|away))|go(?: on)?|please|bet|aight|cool"

/** What may stand beside a yes to anything. */
const besideYes =
  "thanks?(?: you)?|very|much|a lot|cheers|ty|thx|pls|now|right (?:now|away)|right|straight away|asap|as soon as possible|immediately|today|at once|for me|with that|by me|to me|with me|i(?:'m| am) (?:(?:absolutely|very|quite) )?sure|100 ?%|sir|ma'am|madam|mate|man|boss|many|that's (?:fine|ok|okay|right|it)|it's (?:fine|ok|okay)|all good|got it|understood|everything|as a whole|do|so|it|that|and"

const foreignYes = together("(?!)", ({ yes }) => yes, word)
/** All that somebody says in another language who agrees and wants nothing else. */
const foreignAgreeing = byAct(
  (act) =>
    new RegExp(
      [
        foreignThanks.source,
        together(
          `${weakYes}|${besideYes}`,
          ({ acts, beside, ordering, please, yes }) =>
            `${yes}|${please}|${beside}|(?:${acts[act]}${act === "order" ? `|${ordering}` : ""})\\p{L}*`,
          word
        ).source
      ].join("|"),
      "gu"
    )
)

/** Whether a clause in another language only agrees: "ja, gerne", but not "ja und noch eine Lampe". */
const agreesAbroad = (act: BindingAct, clause: string): boolean =>
  [foreignYes, foreignPlease, foreignThanks].some((kind) => kind.test(clause)) &&
  !foreignNo.test(clause) &&
  !/[\p{L}\p{N}]/u.test(clause.replace(foreignAgreeing[act], " "))

/** A weak yes, or what leads to a yes and is none. */
const lead = `(?:${weakYes}|and|then|so|well|oh|hm+|in that case|just)`
const firm = `(?:${strongYes})`
const yes = new RegExp(`^(?:${lead}[ ,!.]+)*${firm}(?![\\p{L}\\p{N}'])`, "u")
/** "ok", "oh, ok then", but not "oh well" or "ok, so". */
const onlyWeakYes = new RegExp(`^(?:${lead}[ ,!.]+)*(?:${weakYes})(?:[ ,!.]+(?:${weakYes}|then))*[ ,!.]*$`, "u")
const trailing = /(?: (?:please|pls|thanks|thank you|now))+[.!…]*$/u
const leading = new RegExp(`^(?:(?:${firm}|${lead})(?:[ !.]+|$))+`, "u")

/** Said of something that will not happen, or should not: "yeah right", "oh great". */
const ironic =
  /^(?:(?:yeah|yea|ya|yes|sure|oh)[ ,]+right(?! now| away)(?!\p{L})|oh[ ,]+(?:great|perfect|cool|fine|good)[.!…]*$)/u

/** Whoever says so means something else than what was proposed. */
const another = wholeWord(
  "other|another|different|i (?:know|see|saw|heard|hear|read|understand|understood|noticed)|i was (?:wondering|afraid)|problem"
)

/** What agrees to a fact as well as to a proposal: an act follows from it only where nothing else does. */
const factYes =
  /^(?:agreed|i agree|exactly|indeed|totally|correct|true|right|sounds good|looks good|great|perfect|cool|good|fine)(?![\p{L}\p{N}'])/u

/** The whole clause is one of these. */
const entirely = (alternatives: string) => new RegExp(`^(?:${alternatives})[.!…]*$`, "u")
const faults =
  "fails|fit|fits|not|never|no|too|anymore|any more|wrong|broken|broke|defective|damaged|faulty|late|delayed|mistake|accident|accidentally|twice|double|duplicate|already|found|cheaper|elsewhere|changed|hate|dislike|small|smaller|large|larger|big|bigger|tight|loose|short|wide|narrow|heavy|expensive|stopped|died|dead|torn|ripped|scratched|cracked|missing|ugly|uncomfortable|smells?|hurts?|leaks?|bad|poor|terrible|awful|noisy|loud|disappoint\\S*|unhappy"

const faultless =
  "said|says?|told|asked|nice|lovely|great|good|fine|perfect|beautiful|pretty|cute|gorgeous|wonderful|excellent|amazing|awesome|best|love|works?|working|well"

const that = "(?:it|they|this|that|these|those)"

/** Beside a yes to an order: how it travels, and what whoever brings it is to do. */
const besideOrder = entirely(
  "(?:(?:with|by|via|use|make it|send it|ship it|the) )*(?:standard|normal|regular|free|express|overnight|fastest|fast|cheapest)(?: (?:shipping|delivery|speed|one|option))?|(?:please )?(?:leave (?:it|them|the|everything)|ring|knock|call (?:me|before)|hand it|drop it|put it (?:behind|in front|under|by|at|near)|hide it|use the (?:back|side|front|bell)|(?:with )?a? ?(?:delivery )?note)(?: .*)?"
)

/** Beside a yes to a return or a refund: how the money comes back. */
const besideReturn = entirely(
  "(?:(?:and|but|make it|i'll take it|with|as|for|in|to|on|onto|into|back|the|my|a|money|refund|(?:the |my )?(?:money|refund) (?:back )?(?:to|on|onto|as)) )*(?:(?:store|shop|account) credit|credit|voucher|gift card|(?:(?:original|same) )?(?:payment(?: method)?|card|account|paypal)|(?:credit|debit|bank) (?:card|account))(?: (?:instead|rather|is (?:fine|ok|okay|good)|will do))?"
)

/**
 * Beside a yes to undo something: why. Of the thing whatever is neither praise nor told, "they pinch", of others what is
 * wrong: "yes, I can hear you" and "yes, my husband asked for that" may agree to something else.
 */
const because = entirely(
  `${that}(?:'(?:s|re))?(?!.*(?<!\\p{L})(?:${faultless})(?!\\p{L})) .*|(?=.*(?<!\\p{L})(?:${faults})(?!\\p{L}))(?:${that}|i|we|the|my|because|wrong|too|not|no longer|bought|ordered|changed|found|never|\\p{L}+n't)(?:'(?:s|re|m|ve|d))?(?: .*)?|broken|defective|damaged`
)

/** What a clause says besides a yes. */
const restOf = (clause: string): string => clause.replace(leading, "").replace(trailing, "").trim()

const besideAny = wholeWord(besideYes, "gu")

const saysNoMore = (clause: string): boolean => /^[ .!…]*$/u.test(restOf(clause).replace(besideAny, " "))

/** Whether a clause beside a yes leaves it as it is. */
const isBeside = (act: BindingAct, clause: string, isFact: boolean): boolean => {
  const rest = restOf(clause)
  return (
    saysNoMore(clause) ||
    clauseAsksFor(act, rest, false) ||
    (act === "order" && besideOrder.test(rest)) ||
    ((act === "return" || act === "refund") && besideReturn.test(rest)) ||
    (undoes(act) && !isFact && !another.test(rest) && because.test(rest)) ||
    agreesAbroad(act, rest)
  )
}

/** What looks like a no and is none would refuse. */
const withoutBenign = (words: string): string => plain(words).replace(agreeable, "yes").replace(benign, " ").trim()

/** "Right, and then": more is to come. */
const unfinished = /(?<!\p{L})(?:and|but|or)(?: then)?[ .,…]*$/u

const beginsWithYes = (said: string): boolean => yes.test(said) || onlyWeakYes.test(said)

/** Whether words are a yes and nothing else, whatever was asked. */
export const isYes = (words: string): boolean => {
  const text = withoutBenign(words)
  return (
    !ironic.test(text) &&
    !unfinished.test(text) &&
    !isQuestion(text) &&
    beginsWithYes(text) &&
    allClauses(text).every(saysNoMore)
  )
}

/** Whether a message agrees to a question about the act, and wants nothing else. */
export const agrees = (act: BindingAct, message: string): boolean => {
  const plainly = withoutBenign(message)
  const text = undoes(act) ? plainly.replace(reasons, "it fails").trim() : plainly
  const clauses = allClauses(text.replace(politely, ""))
  const isReason = (clause: string) => undoes(act) && !beginsWithYes(clause) && because.test(clause)
  const answer = Array.dropWhile(clauses, isReason)
  const said = answer.join(", ")
  const saysYes = !ironic.test(text) && (beginsWithYes(said) || foreignYes.exec(answer[0] ?? "")?.index === 0)
  const isFact = factYes.test(text)
  const isPlainly = saysYes && clauses.every((clause) => isBeside(act, clause, isFact))
  const wantsMore =
    withdrawal.test(text) ||
    but.test(text) ||
    isQuestion(text) ||
    unfinished.test(text) ||
    clauses.some(isLater) ||
    (act === "order" && changes.test(text))
  return (isPlainly || isInstruction(act, plainly)) && !wantsMore && !namesOther(act, text)
}
