import { Struct } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { byAct, spaced, together } from "./Patterns.ts"

/** Which act words are about. */

const goods = "(?:\\w+ )?(?:cart|basket|bag|trolley|lot|items?|things?|stuff)"

/** Not "all reviews". */
const all = `all(?= (?:of|in|that|this|these|those|them|it|now|please|right|with|via|and|for|(?:the |my )?${goods})(?![\\p{L}])|(?! ?\\p{L}))`

/** Not "order them by price", "take it out", "buy it later". */
const sold = `(?:it|this|that|them|these|those|everything|${all}|both|now|right away|(?:the|my|this|that) ${goods})(?![\\p{L}]| (?:off|out|away|back|down|into|slow|easy|later|tomorrow|next|done|at home|forward|compared|by (?:\\w+ )?(?:price|rating|date|name|brand|popularity|cheap|new|size|relevance)))`

const thing = "(?:it|this|that|them|both|(?:(?:the|my) )?(?:\\w+ )?(?:orders?|items?)(?: (?!not |never )\\S+)?)"

/** Not "my refund has not arrived": only what asks for it. */
const paidBack =
  "(?<!(?:about|any|no|what|which|where is my|where's my) )refund(?:ing)?(?!\\p{L}| (?:polic|status|has|have|hasn't|haven't|is|isn't|was|wasn't|did|didn't|not|never|still|arriv|came|missing|for order \\S+ (?:has|is|was|did))| (?:her|him|them)(?![\\p{L}]))|money back(?! guarantee)|reimburse|(?:give|hand|send|pay) (?:me|us) (?:back )?my money(?!'s)"

/** What asks for an act in English: its verbs, not its nouns ("my return", "the cancelled one"). */
export const englishActs: { readonly [A in BindingAct]: string } = {
  order: `(?<!(?:at|during|after|before|from|in|of|until) )check ?out(?! (?:is|are|was|has|had|isn't|wasn't|hasn't|does|did|doesn't|didn't|won't|can't|fails?|failed|took|takes|keeps|never|still|always|gets|got|went|goes|hangs|hung|froze|freezes|stops|stopped|broke|crashes|crashed|error|process|experience|these|those|some|what|how|your|an?|our|more|other|(?:the|this|that|all)(?! (?:order|now|please|${goods}))|everything (?:about|on|there|you|that is))(?![\\p{L}]))|check (?:me|it|this|that|everything|my cart|the cart) out|(?:place|submit|complete|finish|finali[sz]e|confirm|put in|process|send off|(?:proceed|go ahead) with) (?:it as an |the |my |this |that |an )(?:\\w+ )?(?:order|purchase)(?! (?:cancell?ation|return|refund|has|was|is|went|got|came|will|arriv|ship|status|number|date|history))|(?:order|buy|purchase|(?<=(?:i'll|i will|we'll|we will|to|let's|please|just) )(?:get|take)) (?:me )?${sold}|(?:order|buy|purchase|cop|grab|snag) (?:(?:what|whatever|${all}|everything|the lot)(?! (?:reviews?|ratings?|prices?|deals?|info\\w*|details?|about|there is|you have|by)(?![\\p{L}])))|pay(?: for)? ${sold}|(?:proceed|go) to (?:the )?(?:payment|checkout)|make (?:an order|(?:an?|the|this|my) purchase)|place it(?! (?:in|into|on|to|at|under)(?![\\p{L}]))`,
  cancel: `cancel(?:l?|l?ations?(?! (?:fee|polic|is|are|was|were|has|have|took|takes|went)))(?!\\p{L})|(?:stop|scrap|kill|drop|delete|remove|withdraw|get rid of|take back|bin|ditch|abort|void|annul|revoke|undo|rescind|retract|scratch|trash|erase|wipe|nix|axe|nuke|storno|call off)(?: \\S+)? (?:\\S+ )?(?:\\S+ )?(?:order|purchase)|(?:scrap|kill|bin|ditch|axe|nix|undo|abort|nuke|trash|scratch|void|rescind|revoke|withdraw|get rid of|call off|pull the plug on) (?:it|that|this|the (?:whole )?thing)|call (?:it|(?:that|this|the|my)(?: \\S+)?) off|(?:drop|scrap|kill|stop|bin|ditch|axe|nix|void|withdraw) (?:number )?[0-9a-f]{8}-|(?:(?<!(?:would|could|might|may|will|'d|'ll) )(?:(?:has|have|needs?|ought) to (?:be|get)|must (?:be|get))|needs|order (?:needs|should be)) (?:cancell?ed|cancell?ing|stopped|scrapped|called off|calling off)|(?:get|have|want|need|like) ${thing} cancell?ed|(?:i'm|i am|mind|(?:(?:i|we)(?:'d| would)? (?:need|like|want)(?: some)? help|help (?:me|us))(?: with| in)?) cancell?ing`,
  readdress:
    "address|(?:change|correct|update|fix) (?:it|that|this)(?![\\p{L}])|redirect|reroute|re-route|forward|(?:ship|send|sent|deliver|mail|move|direct)(?:ed)?(?![\\p{L}])|go(?:es)? (?:to|elsewhere)|somewhere else|elsewhere",
  return: `(?<!(?<!\\p{L})(?:my|the|a|of|about|any|no|what|which|that|this|latest|last|free|on|in) )return(?!\\p{L}| polic| status| window| label| shipping| id| rate| flight| ticket)|(?:start|make|initiate|begin|request|open|arrange|set up|process|do|want|need|like|create|file|register|book|sort|sort out|get) (?:in )?(?:a |the |my )?return(?!s|ed| label)|(?:get|have|want|need|like) ${thing} returned|(?:i'm|i am|mind|help me) returning|(?:send|ship|bring|give|mail|take|hand)(?:ing)? (?!me |us )(?:\\S+ )?(?:\\S+ )?(?:\\S+ )?(?:\\S+ )?back(?! (?:out|up|in|into|to (?:me|us|my|the (?:cart|list|start|search)))(?![\\p{L}]))(?![\\p{L}])|${paidBack}`,
  refund: `${paidBack}|pay (?:me|it|that|my return) back|credit (?:me|my)|payback|pay ?out`
}

/** How a question in English speaks of an act. */
export const askedInEnglish: { readonly [A in BindingAct]: string } = {
  order: "order|check ?out|buy|purchase|pay",
  cancel: "cancel|call (?:it|this|that) off|stop",
  readdress: "address|ship|send|deliver|redirect|change|go to",
  return: "return|send (?:it|them|this|that|order|the|your) ?(?:\\S+ )?back",
  refund: "refund|pay (?:it|you|this|that) back|money back|reimburse"
}

/** What has the words of an act, whether it asks for it or not. */
export const namesAct = byAct((act) => together(englishActs[act], (language) => language.acts[act], spaced))
export const namesActInEnglish = byAct((act) => new RegExp(spaced(englishActs[act]), "u"))
/** What speaks of an act, as a question does; of an order also its noun. */
export const isAskedAbout = byAct((act) =>
  together(
    askedInEnglish[act],
    (language) => (act === "order" ? `${language.ordering}|${language.acts.order}` : language.acts[act]),
    spaced
  )
)

const theAct = "(?:(?:the|my|a|an|that|this|your|our) )?(?:(?!to )\\S+ )?(?:refund|cancellation|check ?out)(?![\\p{L}])"

/** What only speaks of an act: "the status of my refund", "the refund amount", but not "go ahead with the refund". */
const onlySpoken = `(?:refund|return|cancel\\S*|check ?out|address(?: change)?) (?:status|amount|total|details?|estimate|dates?|options?|terms|label|info(?:rmation)?|policy|history|summary|fees?|window|deadline|instructions?)(?![\\p{L}])|(?:about|of|into|in|concerning|regarding|(?<!(?:ask|asking|apply|applying|request|requesting|proceed|ahead|continue|forward|on|insist) )(?:for|with|on)) ${theAct}|(?:estimate|calculate|track|verify|review|check|await|expect|see|find|explain|describe|understand|discuss|regret|appreciate|promised) ${theAct}`

/** What sounds like an act and is none: a property of headphones, a coupon, the shipping of an order. */
export const idioms = new RegExp(
  spaced(
    `${onlySpoken}|(?:cancel|scrap|scratch|drop|get rid of|take back|return) (?:(?:the|my|that|this) )?(?:(?:last|previous) )?(?:coupon|voucher|code|message|question|thought|(?:absolutely )?nothing|none|memory|note|subscription|newsletter|reminder|key|search|filter|cart|basket|shipping|delivery|express|overnight|refund|return|button|alert|request|call|favou?r|list|wish ?list|account|membership|appointment)(?![\\p{L}])|cancel (?:(?:the|my|that|this) )?(?:\\S+ )?(?:subscription|membership|account|appointment|alerts?|notifications?|insurance|trial|review|gift[- ]?wrap(?:ping)?|pick-?up|courier|address change)(?! (?:order|purchase))(?![\\p{L}])|un-cancel|take (?:it|this|that) (?:from here|up with)|noise[- ]cancel\\S*|cancel\\S* (?:activa |attiva |ativa )?(?:de|del|do|du) (?:ruidos?|ruídos?|rumore|bruit)|return to(?! (?:you|sender|the (?:shop|store|seller))(?![\\p{L}]))|return (?:me )?(?:(?:only|just|all|the|a|an|any|every|my|top|first|\\d+) )*(?:\\S+ )?(?:results?|lists?|names|values?|answers?|summary|table|overview|json|csv|data|details|info\\S*)(?![\\p{L}])|return all (?:\\S+ )?(?:products|reviews|prices|articles)(?! (?:from|in|of) (?:my|the|that|this|order))|return (?:me )?(?:the )?(?:(?:top|first|last) \\d+ (?!orders)|\\S+ (?:of|for) (?:my|the|that|this) order|(?:order )?(?:history|status|total|tracking)|everything (?:you|about)|true|false|null)|i(?:'ll| will| shall)?(?: \\S+)? return(?=[.!]*$)|i (?:take|took) (?:it|that|this) back|take that back|cancel (?:out )?(?:\\S+ )?noise|(?:undo|reverse|revert|prevent|against|object to|take back|deny|dispute|scratch|disregard|ignore|forget) (?:the |my |that |this )?(?:cancel|return|refund)|check ?out (?:\\S+ ){0,3}for (?:mistakes|errors|problems)|(?:address|ship|send|deliver)\\S*(?: \\S+)? (?:of|for|in|on) (?:my|the|this) (?:cart|basket|profile|account)`
  ),
  "gu"
)

export const acts = Struct.keys(namesAct)

/** Whether a text has the words of another act, and none of this one. */
export const namesOther = (act: BindingAct, text: string) =>
  !namesAct[act].test(text) && acts.some((other) => other !== act && namesAct[other].test(text))

/** People say why they undo something, and not why they do it. */
export const undoes = (act: BindingAct) => act !== "order" && act !== "readdress"
