/** Cells of comma-separated values that we write, and what spreadsheets make of them. */

const csvCell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Returns cells as a line with its line feed. */
export const csvLine = (cells: ReadonlyArray<string>): string => `${cells.map(csvCell).join(",")}\n`

/** Puts an apostrophe before a text that a spreadsheet would take for a formula. */
export const guardFormula = (text: string): string => text.replace(/^(?=[=+\-@])/, "'")

/** Drops the apostrophe that `guardFormula` has put, as WooCommerce does. */
export const unguardFormula = (text: string): string => text.replace(/^'(?=[=+\-@])/, "")
