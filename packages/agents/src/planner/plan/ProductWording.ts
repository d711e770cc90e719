/** A product name with its article: "the Ridge Runner", but "The Slow Pantry Cookbook". */
export const theProduct = (name: string): string => (/^(?:the|an?) /i.test(name) ? name : `the ${name}`)

/** `2 × Ember Lamp`; a single one by its name alone. */
export const amountOf = ({ name, quantity }: { readonly name: string; readonly quantity: number }): string =>
  quantity === 1 ? name : `${quantity} × ${name}`

/** `2 × Ember Lamp`; a single one with its article. */
export const theAmountOf = ({ name, quantity }: { readonly name: string; readonly quantity: number }): string =>
  quantity === 1 ? theProduct(name) : amountOf({ name, quantity })
