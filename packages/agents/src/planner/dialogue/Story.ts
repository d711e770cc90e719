import { readMood } from "../classify/IntentMood.ts"
import { isIntent } from "../classify/Labels.ts"
import { type Piece } from "../classify/Piece.ts"
import { binding } from "../Intents.ts"
import { hasQuestionMark, withoutMarks, wordsOf } from "../text/Tokens.ts"

/** Messages of fewer words are no stories: every clause of them may be a wish. */
const leastWords = 28

const lead =
  "(?:(?:and|so|but|then|ok|okay|well|right|now|please|just|actually|also|sorry|oh|anyway|hey|hi|go on|first|finally|in short|long story short|therefore|hence|kindly|alright|still|meanwhile|for now|today|yes|no|instead) )*"

/** Verbs that tell a shop what to do, base forms. */
const imperative = new RegExp(
  `^${lead}(?:not )?(?:show|tell|give|find|list|cancel|return|send|add|put|remove|check|track|ship|deliver|buy|order|place|remember|forget|keep|note|apply|use|take|get|bring|change|update|make|set|compare|recommend|suggest|look|search|let (?:i|me)|let us|help|stop|call off|scrap|redirect|refund|pay|empty|clear|reserve|backorder|plan|draft|write|explain|describe|pick|throw|toss|chuck|pop|stick|hold|leave|open|pull|read|see if|see whether|do i a|have it|have them|start|arrange|issue|process|book|erase|delete|drop|swap|replace|double|confirm|finish|complete|finalise|finalize|ring|remind)(?: |$)`
)

/** The speaker wants something now; what was wanted once is told. */
const wants =
  /(?:^| )(?:i|we)(?: (?:would|will|do|am|are|be|really|just|still|also|only|now|quite|rather|simply|very much|badly|therefore|am still|have been|should))*(?: (?:want|need|like|love|wish|wonder|wondering|prefer|require|after|looking for|looking to|interested in|curious|fancy|trying to|hoping to|hoping you|asking|keen|returning|sending|cancelling|ordering|want to know))(?: |$)/
const pleads =
  /(?:^| )(?:please|kindly|pretty please|be so kind|do me a favou?r|if you do not mind|if you would|for me please)(?: |$)/
const addresses =
  /(?:^| )(?:can|could|would|will|may|might|should|do|did|have|are) (?:you|i|we)(?: |$)|(?:^| )you (?:should|could|can|must|ought to|have to|need to|may|might want to)(?: |$)|(?:^| )(?:any|no) (?:idea|chance|clue|news|sign|word|trace|way)(?: |$)/
const wondersAloud =
  /(?:^| )(?:wonder|wondering|curious|question|tell me|let me know|like to know|want to know|remind me|know (?:how|what|where|when|which|whether|if)|find out|question is|point is|upshot is|ask you)(?: |$)/
/** The order "has to go", the parcel "must not travel". */
const must =
  /(?:^| )(?:need|needs|has to|have to|must|must not|should|should not|ought to|ought not to|is to|are to) (?:be |go|come|travel|stay|not )?(?:\S+ing|cancelled|returned|refunded|changed|sent|shipped|delivered|stopped|back|off|away|elsewhere|go|travel|come)(?: |$)/

/** Asks, orders or wishes something in so many words. */
const isMarked = (piece: Piece): boolean => {
  const words = wordsOf(piece.tokens)
  return (
    hasQuestionMark(piece.tokens) ||
    imperative.test(piece.text) ||
    wants.test(words) ||
    pleads.test(words) ||
    addresses.test(words) ||
    wondersAloud.test(words) ||
    must.test(words) ||
    (isIntent(piece.label) && binding.has(piece.label) && readMood(piece.label, piece.tokens) === "request")
  )
}

/**
 * The pieces of a message, those of a long one that only tell the story around a wish marked as told. In a story a wish
 * is said in so many words; what stands before it in its sentence, and sentences without one, are told.
 */
export const withoutStories = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const length = pieces.reduce((sum, piece) => sum + withoutMarks(piece.tokens).length, 0)
  if (length < leastWords) {
    return pieces
  }
  const marked = pieces.filter(isMarked)
  return marked.length === 0
    ? pieces
    : pieces.map((piece, index) => {
        const isAfterMark = marked.some((mark) => mark.sentence === piece.sentence && pieces.indexOf(mark) <= index)
        return isAfterMark ? piece : { ...piece, isRequest: false, isStory: true }
      })
}
