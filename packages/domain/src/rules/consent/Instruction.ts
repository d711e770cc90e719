import { type BindingAct } from "../../tools/Binding.ts"
import { englishActs, idioms, namesActInEnglish } from "./Acts.ts"
import { clausesOf, isQuestion, sentencesOf, unquoted } from "./Clauses.ts"
import { tellsAbroad } from "./ForeignWishes.ts"
import { byAct, inAnyLanguage, spaced, together, word } from "./Patterns.ts"
import { benign, foreignNo, isUndone, refuses } from "./Refusals.ts"
import { foreignBut, leavesOpen, mockery, politeIf } from "./Withheld.ts"

/** How customers tell us to do something that binds them. */

/** What makes a question a request. */
const please = together(
  "please|pls|plz|kindly|(?:can|could|would|will|won't|couldn't|can't) (?:you|u|ya)|mind",
  ({ please }) => please,
  word
)

/** What is not the customer's own: "her order", "my neighbour's latest order", but not "yesterday's". */
const somebodys =
  "(?:his|her|their|(?!(?:yesterday|today|\\p{L}*(?:day|week|month|year|night|morning)|it|that|this|what|who|where|there|here|let|he|she|men|women|kid)'s)\\p{L}+'s)(?: \\S+){0,2} (?:order|purchase|parcel|return|refund)"

/** Whatever is spoken of so is not asked for. */
const open = inAnyLanguage(
  `if|whether|unless|suppose|supposing|hypothetically|theoretically|wonder(?:ing)?|might|maybe|perhaps|probably|possibly|consider(?:ing)?|thinking|not sure|unsure|undecided|in case|too late|what happens?|policy|fee|guess|tempted|how (?:to|do|does|can|could|would|i|you|one)|i (?:think|suppose|believe)|(?:wanted|planned|intended|meant) to|${somebodys}|before (?:you|i|we)|(?:was|were) (?:going to|about to|gonna)|once (?:i|it|we|they)|when (?:i|it|they)|ways? to|either|or (?:to |please |just )?(?:wait|hold|not|keep|later|leave|cancel|return|refund|exchange|replace|change|send|buy|order|pay)|doubt|daily|regularly|frequently|every (?:day|week|month|year|time)|all the time|(?:got|received|gave|given|gets|wants|wanted|promised|offered|granted|asked|demands|demanded|expects|needs|requested|denied|refused|rejected) (?:(?:for|me|us|him|her|them|back|an?|my|the|his|their|full|partial|already) ){0,4}(?:refund|money|reimburse\\S*|cancellation|return)|(?:sorted|grouped|ordered) by|feel(?! free)|(?:that|which) (?:i|we) (?:have|want|need|like) to|(?:people|customers|everyone|everybody|others|buyers) (?:\\S+ )?(?:get|gets|receive|want|wants)|in (?:a |an )?(?:table|list|json|csv|markdown)|almost|nearly|said|says|saying|(?<!for )my ?self|not(?=[.!]*$)|${mockery}|told (?:me|us)|asked (?:me|us)|culture|i(?:'d| would)(?! (?:really |also )?(?:like|love|prefer|want|appreciate|be (?:happy|glad|grateful|obliged|delighted)))|i (?:could|should|refuse|can't|cannot)(?! be (?:happy|glad|grateful|obliged|delighted))|forbid|(?:tried|trying|unable) to|button|function|feature|icon|menu|page|link|screen|website`,
  foreignBut
)

/** What may stand in front of anything that is said. */
const openings =
  "and|so|but|ok|okay|k|well|hi|hey|hello|then|also|wait|oh|please|pls|just|yes|yeah|yep|sure|no|now|sorry|alright|fine|right|yo|thanks|today|[a-z]+ly"

/** A clause that starts so asks for words, not for an act. */
const englishAsking =
  "what|what's|how|how's|when|why|who|where|where's|which|should|do i|does|did|is|are|was|were|am i|(?:can|could|will|would|may|might) (?:i|we|it|my|the|an?|this|that|these|those|they|one)|would you (?:buy|purchase|take) (?:it|this|that|one)|has|have i|have you|show|list|tell|find|search|look|check(?! ?out| (?:me|my cart|the cart) out)|compare|explain|describe|give me (?:a|the) (?:list|overview)|let me (?:see|know)|any|know|inform|notify|advise|update me|keep me|(?:an |the )?(?:update|news|information|status|state)|(?:i|we)(?: (?:hereby|kindly|also|just|only|would|do))*(?:'d)? (?:request|require|wish|want|need|like|love|ask|demand|expect) (?:(?:you )?to (?:(?:be|get|stay) (?:kept )?(?:informed|notified|told|updated|advised|posted|shown)|inform|notify|advise|tell|update me|know|hear|learn)|(?:an|the|some|more) (?:update|information|info|news|status|state))"

/** A clause that starts so asks for words in another language, with or without a question mark. */
const foreignAsking =
  "(?:(?:und|aber|hallo|et|mais|bonjour|y|pero|hola|e|mas|ma|ciao|en|maar|и|а|но) )*(?:wo|wann|warum|wieso|weshalb|was|wer|wie (?:lange?|viel|oft|kann|geht|hoch)|ist (?:die|der|das|mein\\S*)|wurden?|où|quand|pourquoi|combien|quels?|quelles?|est-ce(?! que (?:vous|tu) )|dónde|donde|cuándo|cuánt\\S*|por qué|quién|cuál\\S*|onde|quanto|por que|dove|quando|waar|wanneer|waarom|hoe|где|когда|почему|сколько|gdzie|kiedy|dlaczego|nerede|ne zaman|neden|när|varför|hvornår|hvorfor|di ?mana|kapan|kenapa|mengapa|أين|متى|لماذا|कहाँ|कब|क्यों)(?![\\p{L}\\p{N}])"

/** A clause that asks for words, not for an act. */
export const asksToTell = new RegExp(
  `^(?:(?:${openings}|(?:can|could|would|will) (?:you|u)) )*(?:${englishAsking})(?![\\p{L}\\p{N}'])|^${foreignAsking}`,
  "u"
)

/** What may stand between a verb and what takes it. */
const between =
  "please|pls|plz|kindly|just|simply|also|now|then|really|very much|definitely|certainly|absolutely|actually|hereby|herewith|therefore|immediately|quickly|finally|rather|urgently|go(?: ahead| on)?|proceed|try|do"

/**
 * What takes a verb: none behind it is an order by itself. Not "they have to be cancelled", which speaks of what is to
 * be done.
 */
const governors =
  "to|will|would|shall|should|could|can|may|might|must|did|does|(?!let's)[a-z]+'(?:ll|d|s|re)|i|you|u|he|she|(?:they|we)(?! (?:have|need|must|ought))|who|one|nobody|no one|somebody|someone|anybody|anyone|everybody|everyone|people|customers|buyers|others|clicked|pressed|hit|tapped|selected|chose|typed|type|write|wrote|print|spell|say|translate|define|than|already|never|always|often|usually|sometimes|ever|accidentally|is|was|were|(?:made|makes|had|[a-z]+ing) (?:me|us|him|her|them)|(?:heard|saw|watched|overheard|had|let) (?:the|my|your|an?) \\S+|neither|nor|or"

const atFirst = `(?<=^(?:(?:${openings}) )*)`
const ours = "(?:i|we)(?:'(?:d|ll|ve|m|re))?(?: (?:would|will|shall|do|am|are|have|must))?"
const wish = `(?:(?:want|wish|need|like|love|prefer|have|got|ask|beg|urge|tell|request|require|demand|expect|instruct|authori[sz]e|order|decided|ready|going|happy|glad|willing|obliged|forced|looking|trying|inclined|writing|calling|asking|insist|here|wnat)(?: (?:that |for )?(?:you|u)(?: to)?| to)|wanna|gonna|gotta|'ve to)`

/** Those by which somebody asks for what they take. */
const wishes = `(?:can|could|would|will|won't|couldn't) (?:you|u|ya)|(?:${atFirst}(?:would )?|${ours} (?:(?:${between}) )*)${wish}(?: ${wish})?|${atFirst}(?:${ours}|we can|you (?:may|can|must|should|need to|have to)(?! \\S+ (?:orders|purchases|things|items|stuff)(?![\\p{L}]))|(?:(?:off|on|straight|over|time|it's time|continue|proceed|try|feel free|make sure|be sure|take me|bring me|get me) )?to)|as to|(?:kind|you mind|please) to|(?:(?:can|could|would|will) (?:you|u)(?: please| kindly)?|please|${atFirst}) ?help (?:me|us) to|(?:i|we)(?:'d| would)? (?:need|like|want)(?: some)? help to|(?:(?:my|our) (?:wish|request)|(?:all|what) (?:i|we) (?:want|need|ask)(?: for)?) is to|(?:can|could|would|will) (?:someone|somebody|anyone|anybody)|(?:go|proceed|on|off) to(?= (?:check ?out|payment))`

/**
 * The act behind words that take a verb, "had to cancel", "you will cancel", "clicked cancel", where they are not those
 * of a wish: "want to cancel", "could you cancel". Without such words it stands by itself, and is an order.
 */
const isGoverned = byAct(
  (act) =>
    new RegExp(
      `(?<=${spaced(governors)} (?:(?:${between}) ){0,3})(?<!(?:${wishes}) (?:(?:${between}) ){0,3})(?:${englishActs[act]})`,
      "u"
    )
)

/** Behind an act it only says how soon: "before I change my mind". */
export const urgency = /(?<=\S) before (?:i|we|it|they|he|she|my|the)(?![\p{L}]).*$/u

/** Whether a clause asks for the act, and does not refuse it, wonder or leave it open. */
export const clauseAsksFor = (act: BindingAct, clause: string, isAsked: boolean): boolean => {
  const wanted = clause.replace(politeIf, " ").replace(benign, " ").replace(idioms, " ").replace(urgency, "").trim()
  if (!namesActInEnglish[act].test(wanted) && !tellsAbroad(act, wanted)) {
    return false
  }
  const isRefused =
    refuses[act].test(wanted) || isUndone.test(wanted) || foreignNo.test(wanted) || isGoverned[act].test(wanted)
  const isOpen = open.test(wanted) || leavesOpen(act, wanted, "in")
  return !isRefused && !isOpen && !asksToTell.test(wanted) && (!isAsked || please.test(wanted))
}

/** One of two things that are named by id, "A or B", "A, sorry, I mean B": nobody knows which. */
const isEitherOr =
  /[0-9a-f]{12}[ ,.;–—-]+(?:or|no|sorry|oops|rather|actually|correction|i mean|i meant|make (?:it|that))[ ,.]+(?:[^ ,]+[ ,]+){0,3}[0-9a-f]{8}-/u

/** The clauses of a message, and which of them ask for the act; what it quotes is somebody else's. */
export const readClauses = (act: BindingAct, message: string) =>
  sentencesOf(unquoted(message)).flatMap((sentence) =>
    clausesOf(sentence.replace(benign, " ")).map((clause) => ({
      clause,
      asks: clauseAsksFor(act, clause, isQuestion(sentence))
    }))
  )

/** Whether a message tells us to do it and leaves it at that. */
export const isInstruction = (act: BindingAct, message: string): boolean => {
  const clauses = readClauses(act, message)
  const last = clauses.findLastIndex(({ asks }) => asks)
  const isOpen = clauses.some(
    ({ asks, clause }, index) => !asks && leavesOpen(act, clause, index > last ? "behind" : "before")
  )
  return last >= 0 && !isOpen && !isEitherOr.test(message.toLowerCase())
}
