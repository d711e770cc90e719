/** Step 2 to 5: which characters a text is made of. */

const ascii = /^[\0-\x7F]*$/

/** Whether a text has no characters but those that need no Unicode. */
export const isAscii = (text: string): boolean => ascii.test(text)

/** Characters that some readers take for a line end. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Letters of scripts that join: what stands between two of them may be a joiner. */
const joining = ["Arab", "Syrc", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh"]
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join("")

/** The flags of England, Scotland and Wales: a black flag and the region in tags. No others are in use. */
const tagFlags = ["gbeng", "gbsct", "gbwls"]
  .map((region) => [...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(""))
  .map((tags) => `\u{1F3F4}${tags}\u{E007F}`)
  .join("|")

/**
 * Code points that show nothing but can hide, reorder or separate text, and those without a meaning of their own. Tab,
 * line feed, joiners and the two selectors of emoji are not among them. Flags are the first group.
 */
const invisible = new RegExp(
  String.raw`(${tagFlags})|(?!\t|\r?\n|\u200C|\u200D|\uFE0E|\uFE0F)` +
    String.raw`[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]`,
  "gu"
)

/** Joiners that join nothing. */
const looseJoiners = new RegExp(
  String.raw`(?!(?<=\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D\p{Extended_Pictographic})` +
    String.raw`(?!(?<=[${joining}])[\u200C\u200D][${joining}])[\u200C\u200D]`,
  "gu"
)

/** Selectors that follow neither an emoji nor a key in its cap. */
const looseSelectors = /(?<!\p{Extended_Pictographic})(?!(?<=[\d#*])\uFE0F\u20E3)[\uFE0E\uFE0F]/gu

/** Only what can be seen. */
export const seen = (text: string): string =>
  text.replaceAll(invisible, "$1").replaceAll(looseJoiners, "").replaceAll(looseSelectors, "")

/** Only what can be seen, and line feeds as the only line ends. */
export const visible = (text: string): string => seen(text.replaceAll(lineEnds, "\n"))

/** Whether nothing of a text can be seen, or nothing but what could not be kept (`storable`). */
export const isBlank = (text: string): boolean => /^[\s\uFFFD]*$/.test(visible(text))

/** Where compatible characters would run into the digits before them: 5½ must not become 51/2, nor 10² 102. */
const fractionAfterDigit = /(?<=\d)(?=[\u00BC-\u00BE\u2150-\u215E\u2189])/g
const powerAfterDigit = /(?<=\d)(?=[\u00B2\u00B3\u00B9\u2070\u2074-\u2079])/g
const fractionSlash = /\u2044/g

/** Marks after the fourth of a letter. */
const manyMarks = /(?<=(?:\p{M}[\u200C\u200D]?){4})\p{M}/gu

/** Compatible characters as the ordinary ones, with at most 4 marks each; as NFKC has them. */
export const compatible = (text: string): string =>
  isAscii(text)
    ? text
    : text
        // The time of normalising is quadratic in a run of marks.
        .replaceAll(manyMarks, "")
        .replaceAll(fractionAfterDigit, " ")
        .replaceAll(powerAfterDigit, "^")
        .normalize("NFKD")
        .replaceAll(manyMarks, "")
        .normalize("NFC")
        .replaceAll(fractionSlash, "/")

const oddSpaces = /(?! )\p{Zs}/gu
const blankRuns = /[\t ]{2,}/g
const emptyLines = /\n(?:[\t ]?\n){2,}/g

/** Without runs of blanks and of empty lines. */
export const compact = (text: string): string =>
  text.replaceAll(oddSpaces, " ").replaceAll(blankRuns, " ").replaceAll(emptyLines, "\n\n")
