import { isAscii } from "./Characters.ts"

/**
 * Latin letters with the characters of other scripts, and the Latin ones beyond ASCII, that look like them. A capital is
 * listed where it looks like another letter than its small one.
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

/** Plain small letters as a reader sees them: without accents, and of whatever script. It has the lines of the text. */
export const plain = (text: string): string =>
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
