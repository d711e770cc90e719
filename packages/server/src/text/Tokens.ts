/** About how many tokens a text has: four ASCII characters make one, any other character is one by itself. */
export const estimated = (text: string): number => {
  const others = text.length - text.replace(/[^\0-\x7f]/g, "").length
  return Math.ceil((text.length - others) / 4) + others
}
