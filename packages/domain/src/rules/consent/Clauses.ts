import { editDistance } from "../EditDistance.ts"

/** How a message is taken apart before its words are looked at. */

/**
 * Several words in quotation marks are somebody else's, and so are a quoted line and all that follows a colon behind which
 * somebody is heard; a single one is a name or an id.
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
  /(?<!\p{L})(?:said|says|wrote|writes|reads|told (?:me|us)|reviews?|e-?mails?|letter|translate|summari[sz]e|reply|respond|draft)(?!\p{L})[^.:!?\n]*:\s[\s\S]*$/giu
]

export const unquoted = (text: string) =>
  quoted.reduce((left, mark) => left.replace(mark, (found) => (/[\s「]/u.test(found) ? " " : found)), text)

/** Names of acts that people mistype in a hurry. */
const mistyped = ["cancel", "return", "refund", "checkout", "address"]

/** "cancle", "retrun", "chekout". The plural and other forms of a name are words of their own. */
const spelt = (token: string) =>
  mistyped.find((name) => !token.startsWith(name) && !name.startsWith(token) && editDistance(token, name, 1) <= 1) ??
  token

/** Lower case, one form of apostrophe and white space, without slips of the keyboard. */
export const plain = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[‘’ʼ`´]/gu, "'")
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
const tag = /, ?(?:please|pls|plz|(?:can|could|would|will|won't) (?:you|u))(?: please| pls)?\?+$/u

export const isQuestion = (sentence: string) => /[?？؟]/u.test(sentence.replace(tag, ""))

/** Parts of a sentence that can be understood each by itself; "but" begins one. */
export const clausesOf = (sentence: string): ReadonlyArray<string> =>
  sentence.split(/[,:，、]| (?:and|so|because|since|then|as) | (?=but )/u).map((clause) => clause.trim())
