import { type Intent } from "../Intents.ts"

/** What of a person is theirs alone. */
const belongings =
  "(?:orders?|purchases?|cart|basket|shopping|account|profile|e-?mails?|emails?|phone|telephone|home address|address(?:es)?|password|credit card|card number|payment (?:details|data)|packages?|parcels?|returns?|refunds?|preferences|memories|wish ?list|purchase history|order history|spending|loyalty (?:tier|points|status)|tier|personal (?:data|details|information))"
const relation =
  "(?:wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|mother|father|mom|mum|dad|parents?|sister|brother|son|daughter|aunt|uncle|cousin|grandmother|grandfather|grandma|grandpa|neighbou?r|friend|boss|colleague|co-?worker|roommate|flatmate|ex|landlord)"
const between = "(?: (?!and |or |but |my |our |your |the )[\\p{L}-]+){0,2}"
/** Before "'s": whatever else owns or lasts. */
const nobody =
  "(?!(?:it|that|this|wh\\p{L}*|here|there|how|let|he|she|today|yesterday|tomorrow|tonight|week|month|year|day|morning|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|shop|store|company|brand|seller|men|women|kid|children|valentine|mother|father|new year)['’]s)"

const othersPatterns: ReadonlyArray<RegExp> = [
  // "bob's orders", "Carol's last cart"
  new RegExp(`(?<!my )\\b${nobody}(?<!\\bmy )\\p{L}{2,}['’]s${between} ${belongings}\\b`, "iu"),
  // "my wife's package"
  new RegExp(
    `\\bmy (?:\\w+ )?${relation}(?:['’]s|s['’])${between} (?!address|home address)(?!return)${belongings}\\b`,
    "iu"
  ),
  new RegExp(
    `\\b(?:what(?:['’]s| is)|tell|give|show|look up|find)\\b.*\\bmy (?:\\w+ )?${relation}['’]s${between} address\\b`,
    "iu"
  ),
  // "what did my neighbour order", "how much has Bob spent"
  new RegExp(
    `\\b(?:what|how much|how many|which|when)\\b[^.?!]{0,30}?\\b(?:did|does|has|have|do) (?:my (?:\\w+ )?${relation}|someone else|somebody else|another (?:customer|user)|(?!(?:i|we|you|it|they|he|she|people|customers?|others?|buyers?|folks|users|everyone|everybody|most|to|not|been|really|ever|also|actually|already|just|any|more|much|many|all|one|with|by|the|this|that|these|those|shoppers|anyone|someone|reviewers?|owners?|my|your|our)\\b)\\p{L}{2,}) (?:order(?:ed)?|buy|bought|purchased?|spen[dt]|return(?:ed)?|pa(?:y|id)|like|liked|have in (?:his|her|their) (?:cart|basket))\\b(?! in (?:the|any) reviews?)`,
    "iu"
  ),
  /\b(?:what|how much|how many \p{L}+|which \p{L}+) (?!I\b)\p{Lu}\p{L}+ (?:has |had )?(?:bought|ordered|purchased|returned|spent|paid)\b/u,
  // "how many orders does Bob have", "which tier is my colleague in"
  new RegExp(
    `\\b${belongings}\\b[^.?!]{0,10}\\b(?:(?:does|did|has|have) (?!I\\b)\\p{Lu}\\p{Ll}+|(?:does|did|has|have|is) my (?:\\w+ )?${relation})\\b`,
    "u"
  ),
  new RegExp(`\\b(?:remember|noted|stored|saved|know)\\b[^.?!]{0,10}\\babout my (?:\\w+ )?${relation}\\b`, "iu"),
  /\b(?:remember|noted|stored|saved) about \p{Lu}\p{Ll}+\b/u,
  /\bsize (?:does|is) (?!I\b|i\b|it\b|this\b|that\b|the\b|my\b|your\b|one\b|best\b|right\b|better\b|available\b|in\b)\p{L}{2,} (?:wear|have|take|need)\b/u,
  /\b(?:what|how much|when|where|which)\b[^.?!]{0,15}\b(?:did|does|has|is) (?:he|she) (?:order|buy|bought|spend|spent|return|pa(?:y|id))\b/iu,
  /\b(?:log|sign) (?:me )?in as\b/iu,
  // "her account": he and she are not the one who writes.
  /\b(?:her|his)(?: \w+)? (?:orders?|purchases?|cart|basket|account|profile|parcels?|packages?|password|payment|preferences)\b/iu,
  // "someone else's cart", "other customers' orders", "all customers"
  new RegExp(
    `\\b(?:some(?:one|body) else|any(?:one|body) else|another (?:customer|user|person|shopper)|(?:an)?other (?:customers?|users?|people|persons?|shoppers?|accounts?)|everyone|everybody|(?:your|all|the|every) (?:other )?(?:customers?|users?|clients?))(?:['’]s?|s['’])?${between} ${belongings}\\b(?! (?:of|for|with) (?:my|our)\\b)`,
    "iu"
  ),
  /\b(?:list|show|give|tell|name|export|dump|see)\b[^.?!]{0,20}\b(?:all|other|your|every|the) (?:the |of your |of the |other )?(?:customers?|users|accounts|clients)(?! (?:think|say|thought|said|love|like|review|rat|who (?:bought|reviewed)|about|feedback|opinion|service|support|care|orders? (?:of|for|with) (?:my|our)))\b/iu,
  new RegExp(
    `\\b(?:cart|basket|orders|account|address|password|e-?mail(?: address)?|phone(?: number)?) (?:of|for|from|belonging to) (?:(?:the )?(?:user|customer|account|person|reviewer|buyer|guy|woman|man|one who)\\b|my (?:\\w+ )?(?<!for my )${relation}\\b|\\S+@\\S+)`,
    "iu"
  ),
  /\b(?:who (?:wrote|left|posted)|which (?:customer|person)|the (?:person|customer|reviewer|buyer|one) (?:who|that)) [^.?!]*\b(?:e-?mail|phone|address|contact)\b/iu,
  /\b(?:e-?mail|phone|address|contact)\b[^.?!]*\b(?:person|customer|reviewer|buyer|one|guy) (?:who|that) (?:wrote|left|posted|bought)\b/iu,
  new RegExp(`\\S+@\\S+\\.\\w+(?:['’]s)?${between} ${belongings}\\b`, "iu")
]

/** "the address of Alice's order" */
const ownsMore = /['’]s(?: \w+){0,2} (?:orders?|cart|account|parcels?|packages?)\b/iu

/** Says for whom something is rather than whose it is. */
const isOwnAct = /\b(?:deliver|ship|send|redirect|change|set|use|bill|reroute|forward)\b[^.?!]*\baddress\b/iu

/** "I received somebody else's package" */
const isMixedUp = /\b(?:i|we) (?:have )?(?:received|got|was sent|were sent)\b|\b(?:sent|delivered|gave) (?:me|us)\b/iu

const humanPatterns: ReadonlyArray<RegExp> = [
  /\b(?:talk|speak|chat|connect(?: me)?|transfer(?: me)?|put me through|pass me|escalate|switch me|hand me(?: over)?|forward me)\b[^.?!]{0,25}\b(?:to|with)\b[^.?!]{0,25}\b(?:humans?|person|people|agents?|representatives?|reps?|someone|somebody|managers?|supervisors?|support|service|staff|employees?|operators?|advisors?|boss|owner|customer care|real one)\b/iu,
  /\b(?:get|give|find|need|want|reach|contact|call|write to|e-?mail|message)\b[^.?!]{0,20}\b(?:(?:a |an |the |your )?(?:real |live |actual |human )?(?:human(?: being)?|live (?:agent|person|chat)|real (?:person|human)|representatives?|supervisor|manager|customer (?:service|support|care|relations)|support(?: team| staff| desk)?|help ?desk|service team|hotline))\b/iu,
  /\b(?:phone|telephone|contact|support|service|hotline|helpline|e-?mail)(?: phone)? (?:number|e-?mail|address|line|details|info(?:rmation)?)\b(?=[^.?!]*(?:\?|$|!|\.))(?<!\b(?:change|update|set|my|his|her|their) [^.?!]{0,20})/iu,
  /\b(?:e-?mail(?: address)?|number|phone)\b[^.?!]{0,25}\b(?:i|we) (?:can|could|may) (?:write|call|reach|contact|ring|e-?mail|use)\b/iu,
  /\b(?:how|where) (?:do|can|could|would) (?:i|we) (?:contact|reach|call|phone|e-?mail|complain)\b/iu,
  /\b(?:make|file|lodge|submit|raise|place|register|have) (?:a |an |my )?(?:\w+ )?complaints?\b|\b(?:want|like|need) to complain\b/iu,
  /\b(?:need|want|get|like|prefer|with|from|to)\b[^.?!]{0,20}\b(?:human|real|actual|live) (?:being|person|people|employee|agent|human|representative|operator|staff|someone|support)\b/iu,
  /^(?:human|agent|representative|operator|support|real person)(?: please| now)?[.!?]*$/iu
]
const isAboutUs = /\bare you\b|\bam i (?:talking|speaking|chatting)\b/iu

const never =
  "(?:never|not|n['’]t|nothing|no (?:sign|parcel|package|trace|box|delivery)|nobody|nowhere|without|isn['’]?t|wasn['’]?t|didn['’]?t|hasn['’]?t|haven['’]?t|don['’]?t)"
const problemPatterns: ReadonlyArray<RegExp> = [
  new RegExp(
    `\\b(?:says|said|saying|marked|shows|shown|showing|claims|claimed|states|status|supposedly|allegedly|apparently|tracking|listed)\\b[^.?!]{0,40}\\bdelivered\\b[^?!]{0,60}\\b${never}`,
    "iu"
  ),
  new RegExp(
    `\\b${never}\\b[^.?!]{0,60}\\b(?:says|marked|shows|claims|tracking|status)\\b[^.?!]{0,30}\\bdelivered\\b`,
    "iu"
  ),
  /\b(?:arrived?|came|come|delivered|received|got|were|was|is|are|it['’]s|turned up)\b[^.?!]{0,30}\b(?:broken|damaged|cracked|defective|faulty|smashed|shattered|torn|wet|soaked|ruined|destroyed|bent|leaking|dented|scratched|dead on arrival|in pieces|incomplete|wrong)\b/iu,
  /(?:\bnot|n['’]t|\bnothing) (?:\w+ )?in the (?:box|parcel|package)\b/iu,
  /\b(?:has|have|had) (?:a|an|some) (?:\w+ )?(?:dead pixels?|cracks?|holes?|scratch(?:es)?|stains?|defects?|dents?|tears?|leaks?|faults?)\b/iu,
  /\bordered\b[^.?!]{0,40}\b(?:but|and) (?:i |we |you )?(?:only )?(?:got|received|was sent|sent)\b/iu,
  /\b(?:got|was|been|is|are|seems?|must be) (?:lost|stolen)\b|\blost in (?:the )?(?:mail|post|transit)\b/iu,
  /\b(?:received|got|sent me|sent us)\b[^.?!]{0,15}\b(?:somebody|someone) else['’]s\b/iu,
  /\b(?:broken|damaged|cracked|defective|faulty|smashed|shattered|torn) (?:item|product|one|screen|glass|part|parcel|package|box|piece)\b/iu,
  /\b(?:missing|absent)\b[^.?!]{0,30}\b(?:parcel|package|box|order|delivery|shipment)\b|\b(?:parcel|package|box|order|delivery|shipment)\b[^.?!]{0,30}\b(?:missing|empty|incomplete|lost|stolen)\b/iu,
  /\b(?:sent|got|received|delivered|shipped|gave)\b[^.?!]{0,15}\bthe wrong\b|\bwrong (?:item|product|article|order|colou?r|model|thing)\b/iu,
  /\b(?:stopped working|doesn['’]?t (?:work|turn on|switch on|charge)|does not (?:work|turn on|switch on|charge)|won['’]?t (?:turn on|start|charge))\b/iu,
  /\b(?:charged|billed|paid)\b[^.?!]{0,20}\b(?:twice|double|two times|too much|wrong(?:ly)?)\b|\bdouble[- ](?:charged|billed)\b/iu
]

const spendingPattern =
  /\bhow much (?:money )?(?:have|did|do|had) (?:i|we)(?: \w+){0,2} (?:spend|spent|pay|paid)\b|\b(?:what|how much) (?:is|was|were) my (?:total )?spend(?:ing)?\b|\bmy (?:total )?spending\b/iu
const period =
  /\b(?:this|last|past|previous|current) (?:\w+ )?(?:year|months?|weeks?|days|quarter)\b|\bin (?:20\d\d|january|february|march|april|may|june|july|august|september|october|november|december)\b|\bsince\b|\btoday\b|\byesterday\b/iu

const holds = (patterns: ReadonlyArray<RegExp>, text: string) => patterns.some((pattern) => pattern.test(text))

/**
 * What a clause asks for that its words alone tell apart, and that must never be taken for anything else: what is somebody
 * else's, a person of the shop, what was spent in a period.
 */
export const beyond = (said: string): Exclude<Intent, "unknown"> | undefined =>
  holds(othersPatterns, said) && (!isOwnAct.test(said) || ownsMore.test(said)) && !isMixedUp.test(said)
    ? "others_data"
    : holds(humanPatterns, said) && !isAboutUs.test(said)
      ? "human"
      : spendingPattern.test(said) && period.test(said)
        ? "spending"
        : undefined

/** A whole message tells that something went wrong with a parcel or its contents. */
export const tellsProblem = (message: string): boolean => holds(problemPatterns, message)
