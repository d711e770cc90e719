import { clausesOf } from "./Clauses.ts"
import { byAct, spaced, together, word } from "./Patterns.ts"
import * as Words from "./Words.ts"

/** How customers, and our questions, say that an act is not to be done. */

/** What sounds like a no and is a yes. */
export const agreeable = new RegExp(word(Words.agreeable), "gu")
/** What sounds like a no and is none. */
export const benign = new RegExp(word(`${Words.agreeable}|${Words.unhurried}`), "gu")
/** A no, or not yet, in another language. */
export const foreignNo = together("(?!)", ({ no }) => no, word)

/** The act a few words behind is refused. */
export const refuses = byAct(
  (act) =>
    new RegExp(
      `(?:${spaced(Words.refusing)}|[a-z]n't)(?: \\S+){0,4} (?:${Words.english[act]})|^(?:please )?(?:don't|do not|never) (?!(?:${Words.reasoning})(?!\\p{L}))(?:\\S+ )*(?:${Words.english[act]})`,
      "u"
    )
)
/** The act is undone or kept from being done: "stop the cancellation of my order", "block the refund". */
export const isUndone = new RegExp(
  `${spaced("stop|prevent|block|reject|decline|protect|revoke|withdraw|undo|reverse|retract|take back|call off")}(?:(?: \\S+){0,4} cancell?(?:ations?|ing)|(?: (?:the|my|any|this|that))?(?: \\S+)? (?:refunds?|check ?out))(?!\\p{L})`,
  "u"
)

const beforeSpared = new RegExp(` (?=(?:${Words.spares}) )`, "u")

/** The clauses of a sentence, with what is to be left alone apart. */
export const clausesAndSpared = (sentence: string): ReadonlyArray<string> =>
  clausesOf(sentence).flatMap((clause) => clause.split(beforeSpared))
