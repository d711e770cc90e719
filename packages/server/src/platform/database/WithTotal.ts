import { Struct } from "effect"

/**
 * Separates the rows of a page from `total`, the number of rows on all pages, which a window function puts on each row.
 * The total is null (unknown) beyond the last page, where no row carries it.
 */
export const withTotal = <Row extends { readonly total: number }>(page: ReadonlyArray<Row>, offset: number) => ({
  rows: page.map((row) => Struct.omit(row, "total")),
  total: page[0]?.total ?? (offset === 0 ? 0 : null)
})
