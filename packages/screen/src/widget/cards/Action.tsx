import { useEffect, useRef, useState } from "preact/hooks"
import { fieldsOf, textOf } from "../../json/Fields.ts"
import { wordOf } from "../Texts.ts"
import { useTools } from "../view/Context.ts"

/** Time in ms for which the end of a proposal must have been in view before it can be confirmed. */
const readingTime = 800

interface Place {
  readonly current: HTMLElement | null
}

/** Returns whether a card has been seen from its start to its end, which stood there long enough; it stays so. */
const useHasBeenSeen = (start: Place, end: Place) => {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    // A card that is higher than the log is never in view as a whole.
    let isStartSeen = false
    let isEndInView = false
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { intersectionRatio, target } of entries) {
          const isInView = intersectionRatio >= 0.99
          if (target === end.current) {
            isEndInView = isInView
          } else {
            isStartSeen ||= isInView
          }
        }
        clearTimeout(timer)
        if (isStartSeen && isEndInView) {
          timer = setTimeout(() => setSeen(true), readingTime)
        }
      },
      { threshold: [0.99] }
    )
    for (const { current } of [start, end]) {
      if (current !== null) {
        observer.observe(current)
      }
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
  const start = useRef<HTMLElement>(null)
  const end = useRef<HTMLDivElement>(null)
  const isSeen = useHasBeenSeen(start, end)
  const fields = fieldsOf(data)
  const id = textOf(fields["action_id"])
  const state = textOf(fields["state"])
  return (
    <section class="card action">
      <p dir="auto">
        <span ref={start} />
        {textOf(fields["summary"])}
      </p>
      {state === "open" && isDecided ? (
        <p class="state">{language.texts.decided}</p>
      ) : state === "open" ? (
        <div class="decision" ref={end}>
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
