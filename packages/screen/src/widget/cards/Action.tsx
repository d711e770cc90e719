import { useEffect, useRef, useState } from "preact/hooks"
import { fieldsOf, textOf } from "../../json/Fields.ts"
import { wordOf } from "../Texts.ts"
import { useTools } from "../view/Context.ts"

/** Time in ms for which a proposal must have been in full view before it can be confirmed. */
const readingTime = 800

/** Visibility of an element behind what covers it: version 2 of the observer, which not every browser has. */
declare global {
  interface IntersectionObserverInit {
    readonly trackVisibility?: boolean
    /** Least time in ms between two looks. */
    readonly delay?: number
  }
  interface IntersectionObserverEntry {
    /** Nothing covers or distorts the element; undefined where the browser cannot tell. */
    readonly isVisible?: boolean
  }
}

type Shown = { readonly current: HTMLElement | null }

/**
 * Returns whether a card has been in full view for long enough; not while the page around covers it. Of a card that is
 * higher than the log its end counts.
 */
const useIsSeen = (card: Shown, end: Shown) => {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        clearTimeout(timer)
        if (entry === undefined || entry.intersectionRatio < 0.99) {
          return
        }
        if (entry.isVisible === false) {
          setSeen(false)
        } else {
          timer = setTimeout(() => setSeen(true), readingTime)
        }
      },
      { threshold: [0.99], trackVisibility: true, delay: 100 }
    )
    const log = card.current?.closest("[role=log]")
    const sizes = new ResizeObserver(() => {
      const isTooHigh = (card.current?.offsetHeight ?? 0) > (log?.clientHeight ?? Infinity)
      const shown = isTooHigh ? end.current : card.current
      observer.disconnect()
      if (shown !== null) {
        observer.observe(shown)
      }
    })
    for (const element of [card.current, log]) {
      if (element) {
        sizes.observe(element)
      }
    }
    return () => {
      clearTimeout(timer)
      sizes.disconnect()
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
  const end = useRef<HTMLDivElement>(null)
  const isSeen = useIsSeen(card, end)
  const fields = fieldsOf(data)
  const id = textOf(fields["action_id"])
  const state = textOf(fields["state"])
  const confirm = () => {
    if (isSeen) {
      decide(id, "confirm")
    } else {
      // oxlint-disable-next-line eslint/no-console -- the developer of a page that covers the chat looks there
      console.warn("storefront-assistant: nothing is confirmed before it has been seen; does the page cover the chat?")
    }
  }
  return (
    <section class="card action" ref={card}>
      <p dir="auto">{textOf(fields["summary"])}</p>
      {state === "open" && isDecided ? (
        <p class="state">{language.texts.decided}</p>
      ) : state === "open" ? (
        <div class="decision" ref={end}>
          <button type="button" class="main" aria-disabled={!isSeen} onClick={confirm}>
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
