import { Struct } from "effect"
import { type BindingAct } from "../../tools/Binding.ts"
import { byAct, spaced, together } from "./Patterns.ts"
import * as Words from "./Words.ts"

/** Which act words are about. */

/** What has the words of an act, whether it asks for it or not. */
export const namesAct = byAct((act) => together(Words.english[act], (language) => language.acts[act], spaced))
export const namesActInEnglish = byAct((act) => new RegExp(spaced(Words.english[act]), "u"))
/** What speaks of an act, as a question does; of an order also its noun. */
export const isAskedAbout = byAct((act) =>
  together(
    Words.englishAsked[act],
    (language) => (act === "order" ? `${language.ordering}|${language.acts.order}` : language.acts[act]),
    spaced
  )
)

/** What sounds like an act and is none. */
export const idioms = new RegExp(spaced(Words.idioms), "gu")

export const acts = Struct.keys(namesAct)

/** Whether a text has the words of another act, and none of this one. */
export const namesOther = (act: BindingAct, text: string) =>
  !namesAct[act].test(text) && acts.some((other) => other !== act && namesAct[other].test(text))

/** People say why they undo something, and not why they do it. */
export const undoes = (act: BindingAct) => act !== "order" && act !== "readdress"
