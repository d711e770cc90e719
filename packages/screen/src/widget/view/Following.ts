import { type RefObject } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"

/** Distance in px from the end up to which the log counts as at its end. */
const nearEnd = 48

/** Distance in px from the log's upper edge to the message whose answer is read. */
const topMargin = 12

/** Returns the position at which the customer's newest message is at the upper edge. */
const questionTop = (log: HTMLElement): number => {
  let line = log.lastElementChild
  while (line !== null && !line.classList.contains("said")) {
    line = line.previousElementSibling
  }
  return line === null
    ? Number.POSITIVE_INFINITY
    : line.getBoundingClientRect().top - log.getBoundingClientRect().top + log.scrollTop - topMargin
}

/**
 * Keeps the newest words of a log in view, while its reader stays there. An answer that is longer than the log is followed
 * until its question has reached the upper edge: its beginning stays, and the reader goes on. Who has gone to the end
 * follows the end.
 */
export const useFollowing = (log: RefObject<HTMLElement | null>, question: string | null) => {
  const [isEndInView, setEndInView] = useState(true)
  const follows = useRef<"question" | "end" | "nothing">("end")
  /** Where the log was put, in contrast to where its reader went. */
  const put = useRef(0)
  const followed = useRef(question)

  const follow = () => {
    const element = log.current
    if (element === null) {
      return
    }
    const end = element.scrollHeight - element.clientHeight
    if (follows.current !== "nothing") {
      const target = follows.current === "end" ? end : Math.min(end, questionTop(element))
      if (target > element.scrollTop) {
        element.scrollTop = target
      }
      put.current = element.scrollTop
    }
    setEndInView(end - element.scrollTop < nearEnd)
  }

  useLayoutEffect(() => {
    if (followed.current !== question) {
      followed.current = question
      follows.current = "question"
    }
    follow()
  })

  useLayoutEffect(() => {
    const element = log.current
    if (element === null) {
      return undefined
    }
    // The frame becomes smaller, as above a keyboard, and pictures and texts grow.
    const sizes = new ResizeObserver(follow)
    const observe = () => {
      sizes.disconnect()
      sizes.observe(element)
      if (element.lastElementChild !== null) {
        sizes.observe(element.lastElementChild)
      }
    }
    const lines = new MutationObserver(observe)
    observe()
    lines.observe(element, { childList: true })
    return () => {
      sizes.disconnect()
      lines.disconnect()
    }
  }, [])

  const watch = () => {
    const element = log.current
    if (element !== null) {
      const isNear = element.scrollHeight - element.clientHeight - element.scrollTop < nearEnd
      setEndInView(isNear)
      if (Math.abs(element.scrollTop - put.current) > 1) {
        follows.current = isNear ? "end" : "nothing"
      }
    }
  }

  const toEnd = () => {
    follows.current = "end"
    follow()
  }

  return { isEndInView, watch, toEnd }
}
