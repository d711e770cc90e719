import { Array, Console } from "effect"

/** Prints rows below their headings, the first columns to the left, figures to the right. */
export const print = (headings: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>, texts = 1) => {
  const lines = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const render = (line: ReadonlyArray<string>) =>
    Array.zipWith(line, widths, (cell, width) => [cell, width] as const)
      .map(([cell, width], column) => (column < texts ? cell.padEnd(width) : cell.padStart(width)))
      .join("  ")
  return Console.log(lines.map(render).join("\n"))
}

/** Milliseconds with two decimals. */
export const millis = (value: number) => value.toFixed(2)
