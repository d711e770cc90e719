/** Steps of `neutralText` that reduce a text to visible, ordinary characters. */

const ascii = /^[\0-\x7F]*$/

export const isAscii = (text: string): boolean => ascii.test(text)

/** Characters that some readers treat as a line end. */
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Character class of the scripts that use joiners between letters. */
const joining = ["Arab", "Syrc", "Deva", "Beng", "Guru", "Gujr", "Orya", "Taml", "Telu", "Knda", "Mlym", "Sinh"]
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join("")

/** Flags of England, Scotland and Wales, the only ones in use that are written with tag characters. */
const tagFlags = ["gbeng", "gbsct", "gbwls"]
  .map((region) => [...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(""))
  .map((tags) => `\u{1F3F4}${tags}\u{E007F}`)
  .join("|")

/**
 * Invisible code points, which can hide, reorder or separate text. Excludes tab, line feed, joiners and the two emoji
 * selectors. The first group captures flags, so that they are kept.
 */
const invisible = new RegExp(
  String.raw`(${tagFlags})|(?!\t|\r?\n|\u200C|\u200D|\uFE0E|\uFE0F)` +
    String.raw`[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]`,
  "gu"
)

/** Joiners without letters or emoji to join. */
const looseJoiners = new RegExp(
  String.raw`(?!(?<=\p{Extended_Pictographic}[\uFE0F\u{1F3FB}-\u{1F3FF}]?)\u200D\p{Extended_Pictographic})` +
    String.raw`(?!(?<=[${joining}])[\u200C\u200D][${joining}])[\u200C\u200D]`,
  "gu"
)

/** Selectors that follow neither an emoji nor a keycap base. */
const looseSelectors = /(?<!\p{Extended_Pictographic})(?!(?<=[\d#*])\uFE0F\u20E3)[\uFE0E\uFE0F]/gu

/** Removes invisible characters. */
export const removeInvisible = (text: string): string =>
  text.replaceAll(invisible, "$1").replaceAll(looseJoiners, "").replaceAll(looseSelectors, "")

/** Removes invisible characters and makes all line ends line feeds. */
export const normalizeVisible = (text: string): string => removeInvisible(text.replaceAll(lineEnds, "\n"))

/** Returns whether a text has nothing visible, apart from replacement characters of `storable`. */
export const isBlank = (text: string): boolean => /^[\s\uFFFD]*$/.test(normalizeVisible(text))

/** Positions where decomposition would merge a number with preceding digits: 5½ into 51/2, 10² into 102. */
const fractionAfterDigit = /(?<=\d)(?=[\u00BC-\u00BE\u2150-\u215E\u2189])/g
const powerAfterDigit = /(?<=\d)(?=[\u00B2\u00B3\u00B9\u2070\u2074-\u2079])/g
const fractionSlash = /\u2044/g

/** Combining marks after the fourth on a letter. */
const manyMarks = /(?<=(?:\p{M}[\u200C\u200D]?){4})\p{M}/gu

/** Replaces compatibility characters as NFKC does, keeping at most 4 marks per letter. */
export const normalizeCompatibility = (text: string): string =>
  isAscii(text)
    ? text
    : text
        // Normalising takes quadratic time in a run of marks.
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

/** Collapses runs of blanks and of empty lines. */
export const collapseBlanks = (text: string): string =>
  text.replaceAll(oddSpaces, " ").replaceAll(blankRuns, " ").replaceAll(emptyLines, "\n\n")
