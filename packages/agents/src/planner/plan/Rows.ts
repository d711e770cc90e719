import { mostRows } from "@storefront/domain/tools/Parameters"

/** How many rows to ask a tool for: as many as the customer wants, if tools give that many. */
export const rows = (wanted: number | null, otherwise: number): number =>
  Math.min(mostRows, Math.max(1, wanted ?? otherwise))
