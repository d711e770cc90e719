import { useRef } from "preact/hooks"
import { LinkedText } from "./LinkedText.tsx"

/**
 * A text that grows. What was released together is an element of its own, which never changes: a screen reader says each
 * sentence once, in order. A text that does not go on begins anew. One that was no part of the answer is progress.
 */
export const Spoken = ({ isDiscarded = false, text }: { readonly text: string; readonly isDiscarded?: boolean }) => {
  const released = useRef<{ readonly text: string; readonly parts: ReadonlyArray<string> }>({ text: "", parts: [] })
  if (released.current.text !== text) {
    const { parts, text: before } = released.current
    released.current = {
      text,
      parts: text.startsWith(before) ? [...parts, text.slice(before.length)] : [text]
    }
  }
  return (
    <p class={isDiscarded ? "spoken discarded" : "spoken"} dir="auto">
      {released.current.parts.map((part, at) => (
        <span key={at}>
          <LinkedText text={part} />
        </span>
      ))}
    </p>
  )
}
