import { Array } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { languages } from "./Languages.ts"

/** Alternatives where a word begins. */
export const spaced = (alternatives: string) => `(?<![\\p{L}\\p{N}])(?:${alternatives})`
/** Alternatives that are whole words. */
export const word = (alternatives: string) => `${spaced(alternatives)}(?![\\p{L}\\p{N}])`
/** Finds one of them. */
export const wholeWord = (alternatives: string, flags: "u" | "gu" = "u") => new RegExp(word(alternatives), flags)

const [separated, unspaced] = Array.partition(languages, ({ isUnspaced }) => isUnspaced === true)

type Column = (language: (typeof languages)[number]) => string

/** One pattern for all languages; words that are not separated are found anywhere. */
export const together = (english: string, column: Column, form: (alternatives: string) => string) =>
  new RegExp(
    [form([english, ...separated.map(column)].join("|")), ...unspaced.map(column)]
      .map((part) => `(?:${part})`)
      .join("|"),
    "u"
  )

/** One pattern for English and for a table of other languages. */
export const inAnyLanguage = (english: string, foreign: { readonly separated: string; readonly unspaced: string }) =>
  new RegExp(`${word(`${english}|${foreign.separated}`)}|${foreign.unspaced}`, "u")

/** Something for each act. */
export const byAct = <A>(make: (act: BindingAct) => A): { readonly [Act in BindingAct]: A } => ({
  order: make("order"),
  cancel: make("cancel"),
  readdress: make("readdress"),
  return: make("return"),
  refund: make("refund")
})
