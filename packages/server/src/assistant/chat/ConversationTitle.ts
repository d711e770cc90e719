import { Array } from "effect"

const maxLength = 80

/** Of a conversation that begins with a message which the guard blocked: nothing repeats what that says. */
export const ofBlocked = "New conversation"

/** The title of a conversation from its first message: one line, cut between words when it is long. */
export const make = (message: string): string => {
  const line = message.trim().replaceAll(/\s+/g, " ")
  const characters = Array.fromIterable(line)
  if (characters.length <= maxLength) {
    return line
  }
  // One place is for the ellipsis; a word that ends exactly before it is kept.
  const room = characters.slice(0, maxLength).join("")
  const edge = room.lastIndexOf(" ")
  return `${edge > 0 ? room.slice(0, edge) : characters.slice(0, maxLength - 1).join("")}…`
}
