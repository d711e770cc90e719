/** Finds text hidden by encodings: one function per encoding in the table `decodings`. */

/** Minimum length of a base64 run, also in the regexes below; shorter runs are ordinary words and numbers. */
const minRunLength = 16

const base64Runs = /[A-Za-z0-9+/_-]{16,}={0,2}/g
/** Hex bytes with short separators, but not percent signs and backslashes, which have their own decoders. */
const hexRuns = /(?:(?:0x|U\+)?[0-9A-Fa-f]{2}[^0-9A-Za-z%\\&]{0,2}){8,}/g
const hexMarks = /0x|U\+|[^0-9A-Fa-f]/g
const percentRuns = /(?:%[0-9A-Fa-f]{2}|[A-Za-z0-9_.~+-]){8,}/g
const entities = /&(?:#x([0-9A-Fa-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos|nbsp));?/gi
const escapes = /[\\%][uU]\{?([0-9A-Fa-f]{4,8})\}?|\\x([0-9A-Fa-f]{2})/g
const tagCharacters = /[\u{E0020}-\u{E007E}]+/gu
const selectorRuns = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{8,}/gu

/** Runs of character codes with separators, by base. */
const codeRuns: ReadonlyArray<readonly [base: number, run: RegExp]> = [
  [2, /(?:[01]{7,8}[^0-9A-Za-z%]{1,3}){7,}[01]{7,8}/g],
  [8, /(?:[0-7]{2,3}[^0-9A-Za-z%]{1,3}(?:0?o)?){7,}[0-7]{2,3}/g],
  [10, /(?:\d{2,3}[^0-9A-Za-z%]{1,3}){7,}\d{2,3}/g]
]

const namedEntities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " " }

const character = (point: number) => (point <= 0x10_ff_ff ? String.fromCodePoint(point) : "")

const hexNumber = (digits: string | undefined) => Number.parseInt(digits ?? "", 16)

const utf8 = new TextDecoder("utf-8")
const utf16 = { le: new TextDecoder("utf-16le"), be: new TextDecoder("utf-16be") }
const unreadable = /[\uFFFD\p{Cc}]/gu

/** Share of the bytes at even or odd positions that must be below 16 for them to count as high bytes of UTF-16. */
const minHighBytes = 0.8

/** Decodes the bytes as UTF-16 if they look like it, else as UTF-8. */
const decode = (bytes: Uint8Array): string => {
  const low = [0, 0]
  for (let index = 0; index < bytes.length; index++) {
    low[index & 1] = (low[index & 1] ?? 0) + ((bytes[index] ?? 0) < 16 ? 1 : 0)
  }
  const [even, odd] = low.map((count) => count > (minHighBytes * bytes.length) / 2)
  return (even ? utf16.be : odd ? utf16.le : utf8).decode(bytes).replaceAll(/[\t\n\r]/g, " ")
}

/** Decodes the bytes if at least nine tenths of the result are readable; else returns nothing. */
const textOf = (bytes: Uint8Array): ReadonlyArray<string> => {
  const text = decode(bytes)
  const faults = text.match(unreadable)?.length ?? 0
  return text.length >= minRunLength / 2 && faults * 10 <= text.length ? [text] : []
}

const runsOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([run]) => run)

/** Decodes each run of base64, standard or URL-safe; wrapped base64 makes one run per line. */
const base64 = (text: string) =>
  runsOf(text, base64Runs).flatMap((run) =>
    textOf(Buffer.from(run.replaceAll("-", "+").replaceAll("_", "/"), "base64"))
  )

const readable = /[^\uFFFD\p{Cc}]{16,}/gu

/** Matches text in which capitals and digits alternate with small letters more often than in prose. */
const likeBase64 = /[A-Z0-9+/](?:[a-z]{1,6}[A-Z0-9+/]{1,6}){4}/

/** Decodes base64 split into groups: joins all letters and tries four offsets, as words before it shift it. */
const groups = (text: string) => {
  const letters = text.replaceAll(/[^A-Za-z0-9+/]+/g, "")
  return letters.length === text.length || !likeBase64.test(letters)
    ? []
    : [0, 1, 2, 3].flatMap((shift) => runsOf(decode(Buffer.from(letters.slice(shift), "base64")), readable))
}

const hex = (text: string) =>
  runsOf(text, hexRuns).flatMap((run) => textOf(Buffer.from(run.replaceAll(hexMarks, ""), "hex")))

const codes = (text: string) =>
  codeRuns.flatMap(([base, pattern]) =>
    runsOf(text, pattern).flatMap((run) =>
      textOf(Uint8Array.from(run.split(/[^0-9]+/).map((digits) => Number.parseInt(digits, base))))
    )
  )

const percent = (text: string) =>
  runsOf(text, percentRuns)
    .filter((run) => run.includes("%"))
    .flatMap((run) =>
      textOf(
        Buffer.from(
          run
            .replaceAll("+", " ")
            .replaceAll(/%([0-9A-Fa-f]{2})/g, (_, digits: string) => character(hexNumber(digits))),
          "latin1"
        )
      )
    )

/** Returns the decoded text, or nothing if it equals the original. */
const ifChanged = (text: string, decoded: string): ReadonlyArray<string> => (decoded === text ? [] : [decoded])

const decodedEntities = (text: string) =>
  text.includes("&")
    ? ifChanged(
        text,
        text.replaceAll(entities, (_, digits?: string, decimal?: string, name?: string) =>
          name !== undefined
            ? (namedEntities[name.toLowerCase()] ?? "")
            : character(digits !== undefined ? hexNumber(digits) : Number(decimal))
        )
      )
    : []

const decodedEscapes = (text: string) =>
  /[\\%]/.test(text)
    ? ifChanged(
        text,
        text
          .replaceAll(escapes, (_, long?: string, short?: string) => character(hexNumber(long ?? short)))
          .replaceAll("\\n", "\n")
      )
    : []

/** Replaces invisible tag characters in place, with spaces around them. */
const tags = (text: string) =>
  ifChanged(
    text,
    text.replaceAll(
      tagCharacters,
      (run) => ` ${[...run].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join("")} `
    )
  )

/** Returns the byte hidden in one of the 256 variation selectors, which can carry text behind a character. */
const byteOf = (selector: string): number => {
  const point = selector.codePointAt(0) ?? 0
  return point < 0xe0100 ? point - 0xfe00 : point - 0xe0100 + 16
}

const selectors = (text: string) =>
  runsOf(text, selectorRuns).flatMap((run) => textOf(Uint8Array.from([...run], byteOf)))

/** Decoders by encoding, whose name appears in findings. Each returns every text hidden in the given one. */
export const decodings: Readonly<Record<string, (text: string) => ReadonlyArray<string>>> = {
  base64,
  groups,
  hex,
  codes,
  percent,
  entities: decodedEntities,
  escapes: decodedEscapes,
  tags,
  selectors
}
