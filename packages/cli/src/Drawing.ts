import { Array } from "effect"

/** A whole number as people read it: `12,345`. */
export const count = (value: number): string => value.toLocaleString("en-US")

/** A part of a line, from and to shares of it between 0 and 1; at least one character, so that nothing is unseen. */
export const bar = (width: number, from: number, to: number): string => {
  const start = Number.isFinite(from) ? Math.min(width - 1, Math.floor(from * width)) : 0
  const end = Number.isFinite(to) ? Math.max(start + 1, Math.round(to * width)) : width
  return `${" ".repeat(start)}${"█".repeat(end - start)}`
}

/** Rows below their headings in columns as wide as they must be; the named columns to the right. */
export const columns = (
  headings: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>,
  toTheRight: ReadonlyArray<number>
): ReadonlyArray<string> => {
  const lines = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) =>
    Array.zipWith(line, widths, (cell, width) => [cell, width] as const)
      .map(([cell, width], column) => (toTheRight.includes(column) ? cell.padStart(width) : cell.padEnd(width)))
      .join("  ")
      .trimEnd()
  )
}
