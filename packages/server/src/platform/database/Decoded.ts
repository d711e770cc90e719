/**
 * Options for building instances from rows that were just decoded: `new OrderSummary(row, decoded)`. A `Schema.Class`
 * would validate them again and, for transformed fields such as money or dates, recompile its validator for every
 * instance, which takes longer than the query.
 */
export const decoded = { disableValidation: true } as const
