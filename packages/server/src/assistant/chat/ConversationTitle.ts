import { Array } from "effect"

const maxLength = 80

/** Title of a conversation whose first message was blocked by the guard, so that the message is not repeated. */
export const forBlocked = "New conversation"

/** Builds the title from the first message: one line of at most `maxLength` characters, cut between words. */
export const make = (message: string): string => {
  const line = message.trim().replaceAll(/\s+/g, " ")
  const characters = Array.fromIterable(line)
  if (characters.length <= maxLength) {
    return line
  }
  // One character is reserved for the ellipsis; a word that ends exactly before it is kept.
  const room = characters.slice(0, maxLength).join("")
  const edge = room.lastIndexOf(" ")
  return `${edge > 0 ? room.slice(0, edge) : characters.slice(0, maxLength - 1).join("")}…`
}
