/**
 * Latin letters with their look-alikes in other scripts, to fold both texts and lexicon. A change also changes the
 * n-grams of `Linear.ts`: train its weights anew.
 */
const lookalikes: Readonly<Record<string, string>> = {
  a: "аαɑᴀⱥꭺɐ",
  b: "вьʙβƀɓбᏏᴃ",
  c: "сϲᴄⅽꞇɔ",
  d: "ԁᴅɗđꓒᴆ",
  e: "еєεᴇҽɛəөз℮ǝⱻ",
  f: "ꜰƒϝ",
  g: "ɡɢցǥɠʛᵷ",
  h: "һнʜհħɥ",
  i: "іιıɪӏlӀɩłՙǀʟᴌᴉᵻ",
  j: "јϳᴊʝɉ",
  k: "кκᴋƙʞ",
  m: "мᴍɯ",
  n: "ոηɴпŋᴎ",
  o: "оοօᴏσøɵᴑᴐ",
  p: "рρᴘƥᴩ",
  q: "ԛգꞯ",
  r: "гʀɼɾɹʁᴙᴚ",
  s: "ѕꜱʂš",
  t: "тτᴛŧƭʇ",
  u: "սυᴜʋμц",
  v: "νѵᴠʌ",
  w: "ԝωᴡшʍ",
  x: "хχ×",
  y: "уγʏүɏʎ",
  z: "ᴢƶʐᴣ"
}

/** Leetspeak: letters for digits and signs, applied only in words that also have letters. */
const leet: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "2": "z",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "!": "i",
  "|": "i",
  "+": "t",
  "€": "e"
}

/** Values of `folds` for non-letters; a higher value is the letter or digit that a code unit folds to. */
export const dropped = 0
export const lineBreak = 10
export const space = 32

const sentenceEnds = "\n\r\u0085\u2028\u2029.!?;…。！？；।۔؟:："

const isDropped = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u0300-\u036F]/u
const isText = /[\p{L}\p{N}\p{M}]/u

const latinOf = new Map(
  Object.entries(lookalikes).flatMap(([letter, others]) => [...others].map((other) => [other, letter]))
)

const foldOf = (unit: number): number => {
  const character = String.fromCharCode(unit)
  if (sentenceEnds.includes(character)) {
    return lineBreak
  }
  if (character === "\t") {
    return space
  }
  if (isDropped.test(character)) {
    return dropped
  }
  // Scripts from U+2E80 on have neither letter case nor diacritics to strip.
  return !isText.test(character)
    ? space
    : unit >= 0x2e80 && !latinOf.has(character)
      ? unit
      : baseOf(character).charCodeAt(0)
}

/** Returns the letter without diacritics, in lower case, and as its Latin look-alike if it has one. */
const baseOf = (character: string): string => {
  const base = character.toLowerCase().normalize("NFD").charAt(0)
  return latinOf.get(base) ?? base
}

/** Folded letter, or one of the values above, by code unit. */
export const folds: Uint16Array = Uint16Array.from({ length: 0x1_00_00 }, (_, unit) => foldOf(unit))

/** Leetspeak letter by code unit below 128; 0 if there is none. */
export const leetFolds: Uint16Array = Uint16Array.from({ length: 0x80 }, (_, unit) =>
  (leet[String.fromCharCode(unit)] ?? "\0").charCodeAt(0)
)

/** Returns whether a folded code is of a script written without spaces, or with particles attached to words. */
export const isUnspaced = (code: number): boolean =>
  (code >= 0x2e80 && code <= 0xdfff) || (code >= 0xf900 && code <= 0xfaff)

export const isLatin = (code: number): boolean => code >= 97 && code <= 122
