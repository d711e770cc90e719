/**
 * Skips validation when an instance is built from a row that was just decoded: `new OrderSummary(row, decoded)`. A
 * `Schema.Class` would validate it again and, for transformed fields such as money or dates, recompile its validator
 * for every instance, which takes longer than the query. Never use it for other values.
 */
export const skipValidation = { disableValidation: true } as const
