import { columns } from "@storefront/cli/Drawing"
import { Array, Console } from "effect"

/** Prints rows below their headings, the first columns to the left, figures to the right. */
export const print = (headings: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>, texts = 1) =>
  Console.log(columns([headings, ...rows], Array.range(texts, headings.length)).join("\n"))

/** Milliseconds with two decimals. */
export const millis = (value: number) => value.toFixed(2)
