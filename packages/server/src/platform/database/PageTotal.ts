/** Counts the rows on all pages by a window over one page: every row has the count, so a page beyond the last has none. */
export const totalOf = (page: ReadonlyArray<{ readonly total: number }>, offset: number): number | null =>
  page[0]?.total ?? (offset === 0 ? 0 : null)
