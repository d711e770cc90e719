import { isAscii } from "./Characters.ts"

/**
 * Latin letters with their look-alikes beyond ASCII. A capital is listed if it resembles a different letter than its
 * small form does. Independent of the scanner's `Confusables`, which folds single code units.
 */
const lookalikes: Readonly<Record<string, string>> = {
  a: "аαɑᴀⱥꭺаᗅꓮ⍺ӕæ",
  b: "ΒвьʙβƀɓбᏏᖯъϐ",
  c: "сϲᴄⅽꞇςᏟⲥ",
  d: "ԁᴅɗđꓒժᏧð",
  e: "еєεᴇҽɛəөзℯ℮эǝⲉꬲ",
  f: "ꜰƒϝքẝꬵ",
  g: "ɡɢցǥɠᶃԍ",
  h: "ΗһнʜհħԋᏂ",
  i: "іιıɪӏɩɨꙇᎥⲓї",
  j: "јϳᴊʝɉȷյ",
  k: "кκᴋƙⲕқ",
  l: "łӏǀʟⅼᏞןוƚɫ",
  m: "Μмᴍɱϻṃ",
  n: "Νոηɴпŋռиɲƞ",
  o: "оοօᴏσøɵჿဝ০०૦๐ⲟഠ𐐬",
  p: "рρᴘƥþϱⲣ",
  q: "ԛգզʠ",
  r: "гʀɼɾᴦⲅꭇɽ",
  s: "ѕꜱʂƽꮪʃ",
  t: "тτᴛŧƭƫⲧţ",
  u: "սυᴜʋμцꭎʊᴜџ",
  v: "νѵᴠ∨ᶌ",
  w: "ԝωᴡшɯѡաꮃщ",
  x: "хχ×ⅹᕁⲭ",
  y: "Υуγʏүɏყỿұ",
  z: "ᴢƶʐʒⲍ"
}

const letters = new Map(
  Object.entries(lookalikes).flatMap(([letter, characters]) =>
    [...characters].map((character) => [character, letter] as const)
  )
)

const beyondAscii = /[^\0-\x7F]/gu
const marks = /\p{M}/gu

/** Folds a text to plain lower-case letters as a reader sees them, without accents. Keeps the number of lines. */
export const foldToPlain = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : text
        .normalize("NFKD")
        .replaceAll(marks, "")
        .replaceAll(
          beyondAscii,
          (character) => letters.get(character) ?? letters.get(character.toLowerCase()) ?? character
        )
        .toLowerCase()
