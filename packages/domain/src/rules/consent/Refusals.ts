import { englishActs } from "./Acts.ts"
import { clausesOf } from "./Clauses.ts"
import { byAct, spaced, together, wholeWord, word } from "./Patterns.ts"

/** How customers, and our questions, say that an act is not to be done. */

/** "No", where it is a yes, or makes one surer. */
const agreeing = "no (?:problem|doubt)|why not|without (?:a )?doubt|not a problem"
/** "No", where it says that nothing has to happen before. */
const unhurried =
  "no (?:rush|hurry|worries)|no need to (?:ask|wait|hurry|rush|worry|confirm|check)(?: (?:me|again|first|about it|with me))*(?= *(?:[^\\p{L}\\p{N} ]|(?:just|please)(?![\\p{L}])|$))"

/** What sounds like a no and is a yes. */
export const agreeable = wholeWord(agreeing, "gu")
/** What sounds like a no and is none. */
export const benign = wholeWord(`${agreeing}|${unhurried}`, "gu")
/** A no, or not yet, in another language. */
export const foreignNo = together("(?!)", ({ no }) => no, word)

/** What refuses an act in English that is named a few words behind. */
export const refusing = "not|never|no|nobody|neither|nor|avoid|without|stop|rather than|instead of|cannot"
/** Verbs behind a "don't" that gives a reason, and forbids nothing. */
const reasoning = "need|want|like|love|have|get|care|know|think|understand|even|really|fit|use|see"

/** The act a few words behind is refused. */
export const refuses = byAct(
  (act) =>
    new RegExp(
      `(?:${spaced(refusing)}|[a-z]n't)(?: \\S+){0,4} (?:${englishActs[act]})|^(?:please )?(?:don't|do not|never) (?!(?:${reasoning})(?!\\p{L}))(?:\\S+ )*(?:${englishActs[act]})`,
      "u"
    )
)

/** The act is undone or kept from being done: "stop the cancellation of my order", "block the refund". */
export const isUndone = new RegExp(
  `${spaced("stop|prevent|block|reject|decline|protect|revoke|withdraw|undo|reverse|retract|take back|call off")}(?:(?: \\S+){0,4} cancell?(?:ations?|ing)|(?: (?:the|my|any|this|that))?(?: \\S+)? (?:refunds?|check ?out))(?!\\p{L})`,
  "u"
)

/** What is named behind these words is to be left alone. */
export const sparing = "not|keep|leave|except|excluding|other than|apart from|besides|instead of|rather than"
const beforeSpared = new RegExp(` (?=(?:${sparing}) )`, "u")

/** The clauses of a sentence, with what is to be left alone apart. */
export const clausesAndSpared = (sentence: string): ReadonlyArray<string> =>
  clausesOf(sentence).flatMap((clause) => clause.split(beforeSpared))
