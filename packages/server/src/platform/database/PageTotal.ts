import { Struct } from "effect"

/**
 * Splits a page into its rows and `total`, the number of rows on all pages, which a window function puts on every row.
 * The total is null beyond the last page, where no row carries it.
 */
export const paged = <Row extends { readonly total: number }>(page: ReadonlyArray<Row>, offset: number) => ({
  rows: page.map((row) => Struct.omit(row, "total")),
  total: page[0]?.total ?? (offset === 0 ? 0 : null)
})
