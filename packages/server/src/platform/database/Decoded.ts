/**
 * How instances are made of rows that were decoded a moment ago: `new OrderSummary(row, decoded)`. A `Schema.Class`
 * would validate them a second time, and where a field is transformed, such as money or a date, compile its validator
 * anew for every instance. That takes longer than the query.
 */
export const decoded = { disableValidation: true } as const
