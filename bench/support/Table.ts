import { columns } from "@storefront/cli/TerminalLayout"
import { Array, Console, Effect } from "effect"

/** Prints rows below their headings, the first columns to the left, figures to the right. */
export const print = (headings: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>, texts = 1) =>
  Console.log(columns([headings, ...rows], Array.range(texts, headings.length)).join("\n"))

/** Milliseconds with two decimals. */
export const millis = (value: number) => value.toFixed(2)

/** Something that was counted or timed, and how much of it is allowed. */
export interface Figure {
  readonly name: string
  readonly found: number
  readonly allowed: number
}

/** Also when nothing was found. */
const isWrong = ({ allowed, found }: Figure) => !(found <= allowed)

/** Prints figures; answers whether one of them is above what is allowed. */
export const judge = (figures: ReadonlyArray<Figure>) =>
  Effect.as(
    print(
      ["", "found", "allowed", ""],
      figures.map((figure) => [
        figure.name,
        String(Math.round(figure.found * 100) / 100),
        String(figure.allowed),
        isWrong(figure) ? "WRONG" : "ok"
      ])
    ),
    figures.some(isWrong)
  )
