/** Texts that are hidden in another one. */

/** Shorter runs are words and numbers. */
const leastRun = 16

const base64Runs = /[A-Za-z0-9+/_-]{16,}={0,2}/g
const hexRuns = /(?:(?:0x|\\x)?[0-9A-Fa-f]{2}[\s,:]?){8,}/g
const percentRuns = /(?:%[0-9A-Fa-f]{2}|[A-Za-z0-9_.~+-]){8,}/g
const entities = /&(?:#x([0-9A-Fa-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos|nbsp));?/gi
const escapes = /\\u\{?([0-9A-Fa-f]{4,6})\}?|\\x([0-9A-Fa-f]{2})/g
const tagCharacters = /[\u{E0020}-\u{E007E}]+/gu
const selectorRuns = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]{8,}/gu

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " " }

const character = (point: number) => (point <= 0x10_ff_ff ? String.fromCodePoint(point) : "")

const hexNumber = (digits: string | undefined) => Number.parseInt(digits ?? "", 16)

const utf8 = new TextDecoder("utf-8")
const unreadable = /[\uFFFD\p{Cc}]/gu

/** The bytes as text, when most of it can be read. */
const textOf = (bytes: Uint8Array): ReadonlyArray<string> => {
  const text = utf8.decode(bytes)
  const faults = text.replaceAll(/[\t\n\r]/g, " ").match(unreadable)?.length ?? 0
  return text.length >= leastRun / 2 && faults * 10 <= text.length ? [text] : []
}

const runsOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([run]) => run)

/** What base64 runs say; a line of it may have been wrapped. */
const base64 = (text: string) =>
  runsOf(text, base64Runs).flatMap((run) =>
    textOf(Buffer.from(run.replaceAll("-", "+").replaceAll("_", "/"), "base64"))
  )

const hex = (text: string) =>
  runsOf(text, hexRuns).flatMap((run) => textOf(Buffer.from(run.replaceAll(/0x|\\x|[\s,:]/g, ""), "hex")))

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

const decodedEntities = (text: string) =>
  text.includes("&")
    ? [
        text.replaceAll(entities, (_, digits?: string, decimal?: string, name?: string) =>
          name !== undefined
            ? (named[name.toLowerCase()] ?? "")
            : character(digits !== undefined ? hexNumber(digits) : Number(decimal))
        )
      ].filter((decoded) => decoded !== text)
    : []

const decodedEscapes = (text: string) =>
  text.includes("\\")
    ? [
        text
          .replaceAll(escapes, (_, long?: string, short?: string) => character(hexNumber(long ?? short)))
          .replaceAll("\\n", "\n")
      ].filter((decoded) => decoded !== text)
    : []

/** In their places, with room around. */
const tags = (text: string) =>
  [
    text.replaceAll(
      tagCharacters,
      (run) => ` ${[...run].map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join("")} `
    )
  ].filter((decoded) => decoded !== text)

/** The byte that a variation selector stands for where somebody hides a text behind a character: there are 256 of them. */
const byteOf = (selector: string): number => {
  const point = selector.codePointAt(0) ?? 0
  return point < 0xe0100 ? point - 0xfe00 : point - 0xe0100 + 16
}

const selectors = (text: string) =>
  runsOf(text, selectorRuns).flatMap((run) => textOf(Uint8Array.from([...run], byteOf)))

/** Every text that is hidden in this one, by the encoding. */
export const decodings: Readonly<Record<string, (text: string) => ReadonlyArray<string>>> = {
  base64,
  hex,
  percent,
  entities: decodedEntities,
  escapes: decodedEscapes,
  tags,
  selectors
}
