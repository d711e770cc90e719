/** A product name with its article: "the Ridge Runner", but "The Slow Pantry Cookbook". */
export const theProduct = (name: string): string => (/^(?:the|an?) /i.test(name) ? name : `the ${name}`)
