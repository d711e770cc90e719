import { type TaskView } from "@storefront/domain/turn/TaskView"
import { type ComponentChildren } from "preact"
import { useLayoutEffect, useRef, useState } from "preact/hooks"
import { ActionCard } from "../cards/Action.tsx"
import { Card } from "../cards/Card.tsx"
import { type ChatState, type Running } from "../talk/Chat.ts"
import { type Answered, type Entry } from "../talk/Entries.ts"
import { useTools } from "./Context.ts"
import { Spoken } from "./Spoken.tsx"

const Cards = ({ actions, cards }: Pick<TaskView, "actions" | "cards">) => (
  <>
    {cards.map((card) => (
      <Card key={card.artifactId} card={card} />
    ))}
    {actions.map((action) => (
      <ActionCard key={action.artifactId} data={action.data} />
    ))}
  </>
)

const Answer = ({
  entry,
  isLast,
  retry
}: {
  readonly entry: Answered
  readonly isLast: boolean
  readonly retry: () => void
}) => {
  const { texts } = useTools().language
  return (
    <article class="answer">
      <h2 class="hidden">{texts.assistant}</h2>
      {entry.text !== "" && <Spoken text={entry.text} />}
      <Cards actions={entry.actions} cards={entry.cards} />
      {entry.end === "stopped" && <p class="note">{entry.text === "" ? texts.stoppedIdle : texts.stopped}</p>}
      {entry.end === "failed" && (
        <p class="note fault">
          {entry.detail || texts.failed}{" "}
          {isLast && (
            <button type="button" class="quiet" onClick={retry}>
              {texts.retry}
            </button>
          )}
        </p>
      )}
    </article>
  )
}

const Line = ({ entry, ...rest }: { readonly entry: Entry; readonly isLast: boolean; readonly retry: () => void }) => {
  const { texts } = useTools().language
  switch (entry.from) {
    case "assistant":
      return <Answer entry={entry} {...rest} />
    case "customer":
      return (
        <article class="said">
          <h2 class="hidden">{texts.you}</h2>
          <p dir="auto">{entry.text}</p>
        </article>
      )
    case "staff":
      return (
        <article class="answer staff">
          <h2>{texts.staff.replace("{name}", entry.author)}</h2>
          <Spoken text={entry.text} />
        </article>
      )
  }
}

/** The answer so far. Specialists are announced once each, as they begin. */
const Present = ({ running: { view } }: { readonly running: Running }) => {
  const { language } = useTools()
  return (
    <article class="answer">
      <h2 class="hidden">{language.texts.assistant}</h2>
      {view.phase === "submitted" && view.taskId !== null && <p class="note">{language.texts.waiting}</p>}
      {view.calls
        .filter(({ kind }) => kind === "specialist")
        .map((call) => (
          <p key={call.call} class={call.isFinished ? "progress done" : "progress"}>
            {language.titleOf(call)}
          </p>
        ))}
      {view.text !== "" && <Spoken text={view.text} />}
      <Cards actions={view.actions} cards={view.cards} />
    </article>
  )
}

/** Distance in px from the end up to which the log counts as at its end. */
const nearEnd = 48

export interface LogProps {
  readonly state: ChatState
  readonly retry: () => void
  /** Shown before anything was said. */
  readonly children: ComponentChildren
}

/** What was said. It follows the newest words while its end is in view. */
export const Log = ({ children, retry, state }: LogProps) => {
  const { texts } = useTools().language
  const log = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(true)
  const toEnd = () => log.current?.scrollTo({ top: log.current.scrollHeight })
  useLayoutEffect(() => {
    if (isAtEnd) {
      toEnd()
    }
  })
  const watch = () => {
    const { clientHeight = 0, scrollHeight = 0, scrollTop = 0 } = log.current ?? {}
    setAtEnd(scrollHeight - scrollTop - clientHeight < nearEnd)
  }
  return (
    <div class="history">
      <div class="log" ref={log} role="log" aria-live="polite" tabIndex={0} onScroll={watch}>
        {state.entries.length === 0 && state.running === null && children}
        {state.entries.map((entry, at) => (
          <Line key={entry.key} entry={entry} isLast={at === state.entries.length - 1} retry={retry} />
        ))}
        {state.running !== null && <Present running={state.running} />}
      </div>
      {!isAtEnd && (
        <button type="button" class="latest" onClick={toEnd}>
          ↓ {texts.latest}
        </button>
      )}
    </div>
  )
}
