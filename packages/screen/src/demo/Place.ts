/** A place of the page, as its address says it: back, forward, reload and new tabs work by themselves. */
export interface Place {
  /** Id of the product that is open. */
  readonly product: string | null
  /** Empty for all. */
  readonly category: string
  readonly words: string
}

export const readPlace = (address: string): Place => {
  const query = new URL(address).searchParams
  return { product: query.get("product"), category: query.get("category") ?? "", words: query.get("q") ?? "" }
}

/** Returns the address of a place, relative to the page. */
export const addressOf = ({ category = "", product = null, words = "" }: Partial<Place>): string => {
  const query = new URLSearchParams()
  if (product !== null) {
    query.set("product", product)
  } else {
    if (category !== "") {
      query.set("category", category)
    }
    if (words !== "") {
      query.set("q", words)
    }
  }
  const text = query.toString()
  return text === "" ? "demo" : `demo?${text}`
}
