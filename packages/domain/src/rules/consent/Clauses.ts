import { editDistance } from "../EditDistance.ts"

/** How a message is taken apart before its words are looked at. */

/** Who may be heard instead of the customer. */
const people =
  "he|she|they|me|you|everyone|everybody|somebody|someone|dad|daddy|father|mum|mom|mother|wife|husband|partner|boyfriend|girlfriend|son|daughter|brother|sister|friend|neighbou?r|boss|colleague|kids?|seller|agent|assistant|bot|support|courier|driver|manager|shop|store|bank"

/**
 * Several words in quotation marks are somebody else's, and so are a quoted line and all that follows a colon behind which
 * somebody is heard, "the review says:", "My dad:"; a single one is a name or an id.
 */
const quoted = [
  /"[^"]*"/gu,
  /“[^“”]*”/gu,
  /«[^«»]*»/gu,
  /„[^„“”]*[“”]/gu,
  /「[^「」]*」/gu,
  /(?<![\p{L}\p{N}])['‘][^'‘’\n]*['’](?![\p{L}\p{N}])/gu,
  /^[ \t]*>[^\n]*$/gmu,
  /(?<!\p{L})(?:with|add) (?:the |a |this )?(?:delivery )?note\s*:[^.!?\n]*/giu,
  /(?<!\p{L})(?:said|says|saying|suggest(?:s|ed)?|wrote|writes|reads|sms|tweet|told (?:me|us)|reviews?|e-?mails?|letter|translate|summari[sz]e|reply|respond|draft)(?!\p{L})[^.:!?\n]*:\s[\s\S]*$/giu,
  new RegExp(
    `(?<=^|[\\n.!?] ?)(?:(?:my|the|your|our) )?(?:(?!hi |hello |hey |dear )[^\\s:]{1,20} )?(?:${people}) ?:\\s[\\s\\S]*$`,
    "giu"
  )
]

/** A text without what somebody else says in it. */
export const unquoted = (text: string) =>
  quoted.reduce((left, mark) => left.replace(mark, (found) => (/[\s「]/u.test(found) ? " " : found)), text)

/** Names of acts that people mistype in a hurry. */
const mistyped = ["cancel", "return", "refund", "checkout", "address"]

/** "cancle", "retrun", "chekout". The plural and other forms of a name are words of their own. */
const spelt = (token: string) =>
  mistyped.find((name) => !token.startsWith(name) && !name.startsWith(token) && editDistance(token, name, 1) <= 1) ??
  token

/** "I wont", "you cant". */
const withoutApostrophe =
  /(?<!\p{L})(wo|ca|do|does|did|would|should|could|is|are|was|were|has|have|had|ai|must|need)nt(?!\p{L})/gu

/** What decorates words. Those that agree are words themselves, and those that doubt or refuse have to be seen. */
const decoration =
  /(?![👍👌✅])(?![👎❌❎🚫🛑⛔✋🙅🤷🤔🤨🙄😒😕😬😅🤣😂❓❔🤦🖕])\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f/gu

/** Lower case, one form of apostrophe and white space, without slips of the keyboard. */
export const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’ʼ`´]/gu, "'")
    .replace(withoutApostrophe, "$1n't")
    .replace(decoration, " ")
    .replace(/[👍👌✅]/gu, " $& ")
    .replace(/[ \t\u00a0]+/gu, " ")
    .replace(/(?<=\p{L} )no\. ?(?=[0-9a-f]{8}-|#?\d)/gu, "number ")
    .replace(/[a-z]{5,9}/g, spelt)

/** Sentences with their marks. */
export const sentencesOf = (text: string): ReadonlyArray<string> =>
  plain(text)
    .split(/(?<=[.!?;])\s+|\n+|(?<=[。！？；؟।])/u)
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** "…, would you?" and "…, please?" tell us to do what stands before them. */
const tag =
  /, ?(?:please|pls|plz|ok|okay|alright|all right|shall we|(?:can|could|would|will|won't) (?:you|u|ya))(?: please| pls)?\?+$/u

/** Chinese and Japanese also ask by the last word. */
export const isQuestion = (sentence: string) => /[?？؟]|[吗嗎か][。.!！]*$/u.test(sentence.replace(tag, ""))

/** One act in two verbs: what refuses or reports the first one does so with the second. */
const twoVerbs = /(?<!\p{L})(go(?: ahead| on)?|proceed|try) and (?=\p{L})/gu

/** Who forbids one thing "and" another forbids both. */
const forbidden =
  /((?<=^|[,:] |please )(?:don't|do not|never)|(?<!\p{L})(?:you (?:must|should|may|can)(?:n't| not)|(?:don't|not|never) want (?:you|anyone|anybody|them) to)) ([^,:，、]{1,60}?) and (?=\p{L})(?!(?:please|just|i|i'd|i'll|we|then|so) )/gu

/** Between what forbids and what is forbidden: "do not, under any circumstances, cancel it". "I don't, sorry" only answers. */
const insertion =
  /(?<!\p{L})(?<!(?:i|we|you|he|she|it|they) )(don't|do not|never)(?:, ?[^,]{1,60}, ?| [-–—]+ [^-–—]{1,60} [-–—]+ | ?\([^)]{1,60}\) ?)(?=\p{L})/gu

/** "Anything but cancel it" forbids just that; "cancel everything but order 5" is no such thing. */
const exceptThat =
  /(?<=^|[,:;] |(?<!\p{L})(?:please|do|does|try|want|prefer|accept|take) )(?:anything|everything) (?:but|except|apart from|other than) (?:to )?(?=(?:cancel|return|refund|place|order (?:it|this|that|them)|buy|check|send|ship|change)(?!\p{L}))/gu

/** "Is there any way you could …", "I was wondering if you could …": the polite "could you …". */
const asksPolitely =
  /(?<!\p{L})(?:(?:is there )?(?:any|a) (?:way|chance|possibility)|(?:is|would) it (?:be )?possible|(?:i|we)(?: was| were| am|'m| are|'re)? (?:just )?wonder(?:ing|ed)?) (?:that |if |whether |for )?(?:you|u) (?:can|could|to) /gu

/** Parts of a sentence that can be understood each by itself; "but" begins one, and so does what somebody will do "and" why. */
export const clausesOf = (sentence: string): ReadonlyArray<string> =>
  sentence
    .replace(asksPolitely, "could you ")
    .replace(twoVerbs, "$1 ")
    .replace(forbidden, "$1 $2 or ")
    .replace(insertion, "$1 ")
    .replace(exceptThat, "never ")
    .split(
      / (?=but |and (?:i|we|my \S+)(?:'ll|'m|'re| will| am| are| is) |and (?:you|there|it)(?:'ll|'re| will| are) )|[,:，、]| [-–—]+ |—| (?:and|so(?! (?:kind|good|like))|because|since|then|(?<!soon )as(?! soon)) /u
    )
    .map((clause) => clause.trim())

/** The sentences of a text, clause by clause. */
export const allClauses = (text: string): ReadonlyArray<string> =>
  sentencesOf(text)
    .flatMap(clausesOf)
    .filter((clause) => clause !== "")
