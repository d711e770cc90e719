import { Struct } from "effect"

/**
 * Parts a page from its `total`, the number of rows on all pages: a window of the statement gives every row the same. It is
 * null beyond the last page, which has no row to tell it.
 */
export const paged = <Row extends { readonly total: number }>(page: ReadonlyArray<Row>, offset: number) => ({
  rows: page.map((row) => Struct.omit(row, "total")),
  total: page[0]?.total ?? (offset === 0 ? 0 : null)
})
