import { useEffect, useRef, useState } from "preact/hooks"
import { fieldsOf, textOf } from "../../json/Fields.ts"
import { wordOf } from "../Texts.ts"
import { useTools } from "../view/Context.ts"

/** Time in ms for which a proposal must have been in full view before it can be confirmed. */
const readingTime = 800

/** Returns whether an element has been in full view for long enough; it stays so. */
const useHasBeenSeen = (element: { readonly current: HTMLElement | null }) => {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer)
        if (entry !== undefined && entry.intersectionRatio >= 0.99) {
          timer = setTimeout(() => setSeen(true), readingTime)
        }
      },
      { threshold: [0.99] }
    )
    if (element.current !== null) {
      observer.observe(element.current)
    }
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [])
  return isSeen
}

/** A proposal: what would be done, and the customer's decision. */
export const ActionCard = ({
  data,
  isDecided
}: {
  readonly data: unknown
  /** A decision is on its way, or waits for the end of an answer. */
  readonly isDecided: boolean
}) => {
  const { decide, language } = useTools()
  const card = useRef<HTMLElement>(null)
  const isSeen = useHasBeenSeen(card)
  const fields = fieldsOf(data)
  const id = textOf(fields["action_id"])
  const state = textOf(fields["state"])
  return (
    <section class="card action" ref={card}>
      <p dir="auto">{textOf(fields["summary"])}</p>
      {state === "open" && isDecided ? (
        <p class="state">{language.texts.decided}</p>
      ) : state === "open" ? (
        <div class="decision">
          <button type="button" class="main" aria-disabled={!isSeen} onClick={() => isSeen && decide(id, "confirm")}>
            {language.texts.confirm}
          </button>
          <button type="button" class="quiet" onClick={() => decide(id, "decline")}>
            {language.texts.notNow}
          </button>
        </div>
      ) : (
        <p class="state">{wordOf(language.texts.actionState, state)}</p>
      )}
    </section>
  )
}
