/** Names of the formats, as `--from` takes them. */
export const formatNames = [
  "csv",
  "jsonl",
  "shopify-csv",
  "woocommerce-csv",
  "google-merchant",
  "schema-org-jsonld",
  "medusa-csv"
] as const

export type FormatName = (typeof formatNames)[number]
