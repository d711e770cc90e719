import { type BindingAct } from "../../tools/Binding.ts"
import { languages } from "./Languages.ts"
import { withoutIds } from "./Names.ts"
import { byAct, inAnyLanguage, together, word } from "./Patterns.ts"

/** How customers tell us in another language to do something that binds them. */

/** What makes a question a request, and thanks, in another language. */
export const foreignPlease = together("(?!)", ({ please }) => please, word)
export const foreignThanks = inAnyLanguage("(?!)", {
  separated:
    "danke|merci|gracias|grazie|obrigad\\S*|bedankt|dank (?:je|u)|спасибо|dzięki|dziękuję|teşekkür\\S*|tack|takk|terima kasih|cảm ơn|شكرا|धन्यवाद",
  unspaced: "谢谢|謝謝|ありがとう|감사"
})
const polite = new RegExp(`${foreignPlease.source}|${foreignThanks.source}`, "gu")

/** What tells us to do it in each language, and all that may be said with it. */
const readers = byAct((act) =>
  languages.map(({ isUnspaced, wish: { acts, articles, beside, place, wanting } }) => {
    // A vowel sign belongs to its word.
    const form = (alternatives: string) =>
      isUnspaced === true ? `(?:${alternatives})` : `${word(alternatives)}(?!\\p{M})`
    const goods =
      act === "return" && articles !== undefined ? `(?:${acts.return}|${wanting}) (?:${articles}) \\p{L}+|` : ""
    const where = act === "readdress" ? `${place}|` : ""
    return {
      tells: new RegExp(form(acts[act]), "u"),
      said: new RegExp(form(`${where}${goods}${acts[act]}|${wanting}|${beside}`), "gu")
    }
  })
)

/**
 * Whether a clause tells us in another language to do it and says nothing else: "Ich möchte meine Bestellung stornieren",
 * but not "Meine Bestellung wurde storniert" or "Mein Mann will die Bestellung stornieren".
 */
export const tellsAbroad = (act: BindingAct, clause: string): boolean => {
  const words = withoutIds(clause).replace(/['-]/gu, " ").replace(/ +/gu, " ")
  return readers[act].some(
    ({ said, tells }) => tells.test(words) && !/[\p{L}\p{M}]/u.test(words.replace(said, " ").replace(polite, " "))
  )
}
