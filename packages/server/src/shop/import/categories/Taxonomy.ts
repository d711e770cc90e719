/** Taxonomies of products, such as `Apparel > Shoes`. */

/** Returns the parts of a taxonomy from the top. */
export const partsOf = (taxonomy: string): ReadonlyArray<string> =>
  taxonomy
    .split(">")
    .map((part) => part.trim())
    .filter((part) => part !== "")

/** Returns the distinct taxonomies among some texts, each written with ` > ` between its parts. */
export const taxonomiesOf = (texts: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(texts.map((text) => partsOf(text).join(" > ")).filter((taxonomy) => taxonomy !== ""))
]

/** Returns the taxonomy with most parts, the first of several. */
export const deepest = (taxonomies: ReadonlyArray<string>): string | undefined =>
  taxonomies.reduce<string | undefined>(
    (best, taxonomy) => (best === undefined || partsOf(taxonomy).length > partsOf(best).length ? taxonomy : best),
    undefined
  )
