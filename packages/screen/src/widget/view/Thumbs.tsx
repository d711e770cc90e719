import { useEffect, useRef, useState } from "preact/hooks"
import { type Opinion } from "../talk/Entries.ts"
import { useTools } from "./Context.ts"

/** Longest comment that the server takes, in UTF-16 code units. */
const maxComment = 500

export interface ThumbsProps {
  readonly messageId: string
  /** The stored opinion. */
  readonly given: Opinion
}

/** The customer's opinion of an answer: a thumb up or down, which pressed again is withdrawn, and words to a bad one. */
export const Thumbs = ({ given, messageId }: ThumbsProps) => {
  const { language, rate } = useTools()
  const { texts } = language
  const [opinion, setOpinion] = useState(given)
  const [isAsking, setAsking] = useState(false)
  const [note, setNote] = useState("")
  const stored = useRef(given)
  /** The opinion on its way, or null. */
  const sent = useRef<Promise<void> | null>(null)

  // Given in another tab, perhaps.
  useEffect(() => {
    if (sent.current === null) {
      stored.current = given
      setOpinion(given)
    }
  }, [given.rating, given.comment])

  /** Shows an opinion at once, and the stored one again if it is refused. Opinions are sent one after another. */
  const give = (next: Opinion, said: string) => {
    setOpinion(next)
    setNote("")
    const attempt = Promise.resolve(sent.current).then(async () => {
      const isStored = await rate(messageId, next)
      if (isStored) {
        stored.current = next
      }
      if (sent.current === attempt) {
        sent.current = null
        setOpinion(stored.current)
        setNote(isStored ? said : texts.notRated)
        if (isStored && next.comment !== "") {
          setAsking(false)
        }
      }
    })
    sent.current = attempt
  }

  const thumb = (rating: 1 | -1, name: string) => (
    <button
      type="button"
      class={rating === 1 ? "quiet thumb" : "quiet thumb down"}
      aria-label={name}
      aria-pressed={opinion.rating === rating}
      onClick={() => {
        const isWithdrawn = opinion.rating === rating
        setAsking(rating === -1 && !isWithdrawn)
        give({ rating: isWithdrawn ? 0 : rating, comment: "" }, isWithdrawn ? "" : texts.rated)
      }}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M7 10v10H3V10ZM9 19V10l4-7c2 0 2.6 1.5 2.2 3L14.5 9H20c1 0 1.5.9 1.3 1.8l-1.7 7.5c-.2 1-.9 1.7-2 1.7h-7Z" />
      </svg>
    </button>
  )

  return (
    <div class="opinion">
      {thumb(1, texts.good)}
      {thumb(-1, texts.bad)}
      <span class="note" role="status">
        {note}
      </span>
      {isAsking && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            const comment = new FormData(event.currentTarget).get("comment")
            if (typeof comment === "string" && comment.trim() !== "") {
              give({ rating: -1, comment: comment.trim() }, texts.rated)
            } else {
              setAsking(false)
            }
          }}
        >
          <label>
            {texts.whyBad}
            <textarea name="comment" dir="auto" rows={2} maxLength={maxComment} />
          </label>
          <button class="quiet">{texts.send}</button>
        </form>
      )}
      {!isAsking && opinion.comment !== "" && (
        <p class="note" dir="auto">
          {opinion.comment}
        </p>
      )}
    </div>
  )
}
