/** Ids in paths, keyed by path parameter; all examples refer to the same entities. */
export const ids = {
  product_id: "01a05bc4-8180-7f46-b332-197f55bcd2c1",
  order_id: "01a1d9bb-6760-7b93-9485-0d0bfb9b1b13",
  conversation_id: "01a1edfd-ddc0-7a39-845d-3256438cefbe",
  request_id: "01a1ef2b-fd80-79fa-ae17-5f1aa1c20e89"
}
