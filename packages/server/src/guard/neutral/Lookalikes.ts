import { isAscii } from "./Characters.ts"

/** Latin letters with the characters of other scripts, and the Latin ones beyond ASCII, that look like them. */
const lookalikes: Readonly<Record<string, string>> = {
  a: "аαɑᴀⱥꭺаᗅꓮ⍺ӕæ",
  b: "вьʙβƀɓбᏏᖯъϐ",
  c: "сϲᴄⅽꞇςᏟⲥ",
  d: "ԁᴅɗđꓒժᏧð",
  e: "еєεᴇҽɛəөзℯ℮эǝⲉꬲ",
  f: "ꜰƒϝքẝꬵ",
  g: "ɡɢցǥɠᶃԍ",
  h: "һнʜհħԋᏂ",
  i: "іιıɪӏɩɨꙇᎥⲓїﺍו",
  j: "јϳᴊʝɉȷյ",
  k: "кκᴋƙⲕқ",
  l: "łӏǀʟⅼᏞןוƚɫ∣❘",
  m: "мᴍɱϻṃ",
  n: "ոηɴпŋռиɲƞ",
  o: "оοօᴏσøɵჿဝ০०૦๐ⲟഠ𐐬",
  p: "рρᴘƥþϱⲣ",
  q: "ԛգզʠ",
  r: "гʀɼɾᴦⲅꭇɽ",
  s: "ѕꜱʂƽꮪʃ",
  t: "тτᴛŧƭƫⲧţ",
  u: "սυᴜʋμцꭎʊᴜџ",
  v: "νѵᴠ∨ᶌט",
  w: "ԝωᴡшɯѡաꮃщ",
  x: "хχ×ⅹᕁ᙮ⲭ",
  y: "уγʏүɏყỿұ",
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
        .toLowerCase()
        .normalize("NFKD")
        .replaceAll(marks, "")
        .replaceAll(beyondAscii, (character) => letters.get(character) ?? character)
