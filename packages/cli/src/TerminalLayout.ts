import { Array } from "effect"

/** Formats a whole number for people: `12,345`. */
export const count = (value: number): string => value.toLocaleString("en-US")

/** Draws a part of a line, between two fractions of its width; at least one character, so that it is visible. */
export const bar = (width: number, from: number, to: number): string => {
  const start = Number.isFinite(from) ? Math.min(width - 1, Math.floor(from * width)) : 0
  const end = Number.isFinite(to) ? Math.max(start + 1, Math.round(to * width)) : width
  return `${" ".repeat(start)}${"█".repeat(end - start)}`
}

/** Aligns rows in columns as narrow as possible, the given ones to the right. The first row may be headings. */
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
