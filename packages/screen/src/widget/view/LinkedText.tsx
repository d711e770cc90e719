import { type ComponentChild } from "preact"
import { linkOf } from "../../json/Fields.ts"

/** Addresses in a text, without the punctuation of the sentence around them. */
const address = /https?:\/\/[^\s<>"'“”]*[^\s<>"'“”.,;:!?)\]]/gu

/** A text with its web addresses as links, and nothing else in it as markup. */
export const LinkedText = ({ text }: { readonly text: string }) => {
  const parts: Array<ComponentChild> = []
  let at = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const href = linkOf(found)
    if (href !== null) {
      parts.push(
        text.slice(at, index),
        <a href={href} target="_blank" rel="noopener noreferrer">
          {found}
        </a>
      )
      at = index + found.length
    }
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
