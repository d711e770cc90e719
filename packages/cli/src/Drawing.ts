import { Array } from "effect"

/** A whole number as people read it: `12,345`. */
export const count = (value: number): string => value.toLocaleString("en-US")

/** A part of a line, from and to shares of it between 0 and 1; at least one character, so that nothing is unseen. */
export const bar = (width: number, from: number, to: number): string => {
  const start = Number.isFinite(from) ? Math.min(width - 1, Math.floor(from * width)) : 0
  const end = Number.isFinite(to) ? Math.max(start + 1, Math.round(to * width)) : width
  return `${" ".repeat(start)}${"█".repeat(end - start)}`
}

/** Rows, of which the first may be headings, in columns as wide as they must be; the named ones to the right. */
export const columns = (
  rows: ReadonlyArray<ReadonlyArray<string>>,
  toTheRight: ReadonlyArray<number> = []
): ReadonlyArray<string> => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((line) =>
    Array.zipWith(line, widths, (cell, width) => [cell, width] as const)
      .map(([cell, width], column) => (toTheRight.includes(column) ? cell.padStart(width) : cell.padEnd(width)))
      .join("  ")
      .trimEnd()
  )
}
