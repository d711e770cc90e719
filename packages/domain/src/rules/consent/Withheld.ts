import { type BindingAct } from "../../tools/Binding.ts"
import { partOfOrder } from "./Part.ts"
import { inAnyLanguage, spaced, together, wholeWord, word } from "./Patterns.ts"
import { benign, foreignNo } from "./Refusals.ts"

/** What somebody says who names an act so that it is not to be done now, and as it is: the words, and a table of them. */

/** A condition out of politeness only. */
export const politeCondition =
  "if (?:possible|you (?:can|could|would|please|don't mind|do not mind)|that(?:'s| is) (?:ok|okay|possible|fine)|it(?:'s| is) (?:ok|okay|possible|not too late)|still possible)"
export const politeIf = wholeWord(politeCondition, "gu")

/** What leaves an act to something that is still to happen. */
const later = inAnyLanguage(
  "should (?:it|this|that|the|my|they|there|anything)(?= [^?]*$)|(?<!(?:tell me|me know|see|check|know|ask|asked) )if|once (?:i|we|you|it|they|my|the|that)|until|till|unless|as soon as(?! possible)|as long as|provided|assuming|only (?:when|after|before)|before (?:you|doing|placing|ordering|charging|cancell?ing|returning|refunding|that|anything)|after (?:i|we|you) (?:confirm|say|tell|pay|get|check|ask|decide|talk|speak|see|agree|approve)|after (?:my (?:ok|okay|confirmation|approval|go)|payday|work|the weekend|(?:my|the) (?:call|meeting|lunch|dinner|trip))|when (?:\\S+ ){1,2}(?:say|tell|confirm|approve|agree|decide|ask|call|am|is|are|gets?|drops?|falls?|arrives?|comes?|pay)|ask (?:me|first|before)|(?<!(?:n't|not) )wait|hold (?:on|off|it|back|your horses)|not (?:now|yet|today|right now)|first (?:tell|show|ask|let|check|add|remove|change|explain|give)|(?:tell|show|ask|let|check|add|remove|change|give)(?: \\S+){1,4} (?:first|before|beforehand)|for my (?:ok|okay|approval|confirmation)|i'll (?:confirm|let you know|tell you|give you|send you|think|check)|let me (?:think|check(?! ?out)|see|ask|sleep)|sleep on it|think about it",
  {
    separated:
      "morgen|später|wenn|falls|sobald|bevor|nachdem|erst|demain|plus tard|dès que|quand|avant|d'abord|après|si (?:je|on|nous|vous n|elle|il|ils|elles|la|le|c'est|ma|mon)|mañana|más tarde|luego|cuando|antes de|primero|si \\p{L}{2,15}o|si (?:no|el|la|es(?! posible)|llega|está|todavía|aún|ya)|domani|più tardi|quando|prima (?:di|che|voglio|vorrei|devo|dimmi|fammi)|appena|se (?:non|la|il|l'\\p{L}+|è(?! possibile)|arriva|\\p{L}{2,15}o)|amanhã|mais tarde|depois|assim que|se (?:não|a|o|for|ainda|já)|als (?:ik|het|de|hij|ze|u|je)|zodra|voordat|indien|eerst|завтра|позже|если|когда|как только|сначала|jutro|później|jeśli|jeżeli|gdyby|gdy|kiedy|najpierw|zanim|dopiero|yarın|eğer|önce|i morgon|senare|i morgen|senere|besok|hvis|når|först|først|innan|jika|kalau|setelah|sebelum|ngày mai|nếu|khi|sau khi|trước|غدا|إذا|اذا|عندما|قبل|بعد|कल|अगर|यदि|जब|पहले|के बाद",
    unspaced:
      "明天|以后|稍后|如果|要是|等到|除非|再说|明日|後で|もし|たら|れば|まず|てから|내일|나중에|만약|먼저|다음에"
  }
)

/** Another time than now. */
const times =
  "tomorrow|tonight|later|some ?day|(?<!as )soon|eventually|next (?:week|weekend|month|year|time|\\w{3,6}day)|another (?:time|day)|in (?:a|an|one|two|three|a few|some|\\d+) (?:\\S+ )?(?:minutes?|hours?|days?|weeks?|months?|moment|bit|while)|(?:on|by|this|after|from) (?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:this|at the) (?:weekend|evening|afternoon)|at \\d{1,2}(?::\\d\\d| ?(?:am|pm|o'clock))|at (?:noon|midnight)|after (?:christmas|xmas|new year|easter|black friday|the (?:holidays?|sale))"
const time = wholeWord(times)
const timeFirst = new RegExp(
  `^(?:(?:but|and|only|not|please|maybe|just|rather|better) )*(?:${times})(?![\\p{L}\\p{N}])`,
  "u"
)

/** Of what was or is needed a time is told, and not of what is to be done. */
const past = wholeWord(
  "arrived|came|come|was|were|bought|ordered|got|received|placed|made|delivered|need|needs|needed|supposed|should|(?<!(?:i|we) )will"
)

/** "But" in other languages: behind a yes it takes some of it back. */
export const foreignBut = {
  separated:
    "aber|jedoch|allerdings|mais|cependant|pero|mas|porém|però|ma (?:non|prima|con|solo|aspett\\S*|poi|dopo|se|senza|il|la|lo|è|ho|voglio|vorrei|tieni|lascia)|maar|но|однако|ale|jednak|ama|fakat|tapi|tetapi|men(?= (?:jag|jeg|inte|ikke|först|først|vent|vänta|bara|kun|min|det|den|om|hvis))|nhưng|و?لكن|लेकिन|मगर",
  unspaced: "但|可是|不过|不過|でも|ですが|けど|하지만|그런데|근데|지만"
}
const butBehind = new RegExp(
  `^(?:${word(`but(?! (?:please )?(?:not|keep|leave) )|except|${foreignBut.separated}`)}|${foreignBut.unspaced})`,
  "u"
)

/** The customer thinks better of what they said before. */
const revoked = together(
  "(?:actually |oh |no |please |haha? |lol )?(?:no|not|nope|wait|stop|hold on|don't|do not|never ?mind|forget (?:it|that)|(?:leave|keep) (?:it|them)|scratch that)",
  ({ no }) => no,
  (alternatives) => `^(?:${alternatives})[.!…]*$`
)

/** In front of an instruction it stops what was going on before. */
const interjected =
  /^(?:(?:oh|no|ok|ah|sorry|but|please) )*(?:wait|stop|hold on|hang on|not yet)(?: a (?:second|sec|minute|moment))?[.!?…]*$/u

/** Said of an act by whoever dares or mocks us. */
export const mockery =
  "over my dead body|very funny|hilarious|see you in court|i dare you|at your (?:own )?(?:peril|risk)|psych|like you(?: (?:did|always|do|all)(?!\\p{L})|(?=[.!]*$))|why don't you|🙄"

/** What somebody says who takes an act back right behind it. */
const withdrawn = new RegExp(
  spaced(
    `${mockery}|see (?:what happens|if i care)|testing you|just (?:testing|a test)|kidding|joking|a joke|after all|second thoughts?|take (?:it|that|this) back|(?:ignore|disregard|forget|scratch) (?:it|that|this|what|my|everything)|(?:didn't|did not) mean|though|however|actually (?:no|not|wait|don't|keep|leave|i want|i like|i need|i'll keep)|wrong (?:order|one|button|chat)(?=[.!]|$)`
  ),
  "u"
)

/** What follows if we do it: "and I will sue you". Not "or I will sue you". */
const threat =
  /^(?:(?:and )?(?:you|there)(?:'ll| will| are going to|'re going to) (?:\S+ ){0,3}(?:regret|sorry|hear|pay for (?:this|that|it)|see|lose|trouble|consequences|hell)|and (?:i|we|my \S+)(?:'ll|'m|'re| will| am| are| is) (?:\S+ ){0,5}(?:sue|suing|report|complain|complaining|lawyers?|attorney|solicitor|court|police|never|review|chargeback|dispute|scream|kill|hate|cry))(?!\p{L})/u

/** Somebody else is heard: "they said", "says my husband". */
const reports = {
  english:
    "^(?:says|said) .*|(?<!(?:^|[^\\p{L}])(?:i|we) )(?:said|says|saying|told (?:me|us)|wrote|writes|insists|claims)",
  separated:
    "sagt|sagte|meint|meinte|(?:il|elle|on|mari|femme|a) dit|disent|(?:me|él|ella|marido|mujer) dice|dicen|dijo|disse|diz|dizem|zegt|zei|говорит|сказал[аи]?|mówi|powiedział[ai]?|diyor|dedi|säger|sade|siger|sagde|sier|bilang|berkata|katanya|nói|bảo|يقول|تقول|قال|قالت|कहते हैं|कहता है|कहती है|कहा",
  unspaced: "(?<!我)[说說]|と言って(?:いた|います|いました)?|と言った|と言いました|라고 (?:했어요|해요|합니다|말했어요)"
}
const reported = new RegExp(`(?:${word(`${reports.english}|${reports.separated}`)}|${reports.unspaced})[.!…]*$`, "u")
/** How an answer is to look: what it is to "return" is not sent back. */
const format =
  /^(?:an? )?(?:\S+ )?(?:table|list|json|csv|markdown|bullet points?|summary|spreadsheet|text|file|pdf)[.!]*$/u

/** What does not order the whole cart at its price. */
const bounded = wholeWord(
  "max|maximum|at most|(?:no|not) more than|up to|(?:less than|under|below|limit of) [$€£¥]?\\d\\S*|budget|for (?:a total of )?(?:[$€£¥]\\d\\S*|\\d+ (?:dollars?|bucks?|euros?|pounds?))|minus|without(?! (?:any |the )?(?:express|overnight|priority|rush|further|delay))|except|excluding|apart from|other than|all but|only (?:the|one|two|half)|just (?:the|one|two|half)|half of|instead of|twice|\\d+ ?%|percent|invoice|paypal|instal?ments?"
)

/** What orders a part of the cart, in the words that order it or behind them. */
const partOfCart = wholeWord("for (?:two|three|four|five|\\d+) \\p{L}+")
/** What somebody asks or doubts who has not decided to order. */
const undecided = new RegExp(
  spaced(
    "yet(?![\\p{L}])|how much|what(?:'s| is| will| would| does) (?:it|the total|that|this|everything)|is (?:the|my) (?:\\S+ )?(?:address|total|cart|price)|(?:address|total|price|cart)(?: \\S+){1,2} (?:wrong|right|correct|old|incorrect)"
  ),
  "u"
)

/** Where a clause stands: the one that names the act, or one before or behind it. */
type Place = "in" | "before" | "behind"

/** What leaves an act open. */
interface Row {
  readonly says: RegExp
  /** Left out before it is looked for. */
  readonly less?: RegExp
  /** Beside this it says nothing. */
  readonly unless?: RegExp
  /** All acts, where there are none. */
  readonly acts?: ReadonlyArray<BindingAct>
  readonly places: ReadonlyArray<Place>
}

const anywhere = ["in", "before", "behind"] as const

const putOff: ReadonlyArray<Row> = [
  { says: later, less: politeIf, places: anywhere },
  { says: timeFirst, places: anywhere }
]

const ofPart: Row = { says: partOfOrder, acts: ["cancel", "return"], places: ["in"] }

const rows: ReadonlyArray<Row> = [
  ...putOff,
  ofPart,
  { says: bounded, acts: ["order"], places: anywhere },
  { says: undecided, acts: ["order"], places: anywhere },
  { says: partOfCart, acts: ["order"], places: ["in", "behind"] },
  { says: time, unless: past, places: ["in"] },
  { says: reported, places: ["before", "behind"] },
  { says: revoked, places: ["behind"] },
  { says: butBehind, places: ["behind"] },
  { says: withdrawn, places: ["behind"] },
  { says: threat, places: ["behind"] },
  { says: format, acts: ["return"], places: ["behind"] },
  { says: foreignNo, less: benign, acts: ["order"], places: ["behind"] }
]

const saysIt = ({ less, says, unless }: Row, clause: string): boolean =>
  says.test(less === undefined ? clause : clause.replace(less, " ")) && unless?.test(clause) !== true

const isAbout = ({ acts }: Row, act: BindingAct): boolean => acts === undefined || acts.includes(act)

/** Whether a clause that stands somewhere in a message leaves the act open that the message names. */
export const leavesOpen = (act: BindingAct, clause: string, place: Place): boolean =>
  !(place === "before" && interjected.test(clause)) &&
  rows.some((row) => row.places.includes(place) && isAbout(row, act) && saysIt(row, clause))

/** Whether a clause leaves something for later, or to something else that has to happen. */
export const isLater = (clause: string): boolean => putOff.some((row) => saysIt(row, clause))

/** Whether a clause is about a part of an order, which is cancelled, and goes back, only as a whole. */
export const isOfPart = (act: BindingAct, clause: string): boolean => isAbout(ofPart, act) && saysIt(ofPart, clause)
