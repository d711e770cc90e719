import { Component, type ComponentChildren } from "preact"
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks"
import { type ChatState, pendingDecisions } from "../talk/ChatState.ts"
import { actionIdOf, type Answered, type Entry, isOpen, type Said } from "../talk/Entries.ts"
import { type Decision, wordsOf } from "../talk/Outgoing.ts"
import { type Step } from "../talk/Steps.ts"
import { fill } from "../Texts.ts"
import { useTools } from "./Context.ts"
import { useFollowing } from "./Following.ts"
import { Icon } from "./Icons.tsx"
import { later } from "./Later.tsx"
import { Spoken } from "./Spoken.tsx"

const Card = later(({ Card }) => Card)
const ActionCard = later(({ ActionCard }) => ActionCard)
const Thumbs = later(({ Thumbs }) => Thumbs)

interface LineProps<E extends Entry> {
  readonly entry: E
  /** Decisions on their way about proposals of this entry. */
  readonly decisions: ReadonlyArray<Decision>
  /** Sends the message once more; null if it did not fail, or another one came after it. */
  readonly retry: (() => void) | null
}

/**
 * Specialists are announced once each, as they begin. A text keeps its element when it turns out to be progress, so that
 * it is not said again: all are siblings, and texts are counted.
 */
const Telling = ({ steps, text }: { readonly steps: ReadonlyArray<Step>; readonly text: string }) => {
  const { language } = useTools()
  let texts = 0
  const told = steps.map((step) =>
    step.kind === "discarded" ? (
      <Spoken key={texts++} text={step.text} isDiscarded />
    ) : (
      <p key={step.call} class={step.isFinished ? "progress done" : "progress"}>
        {language.titleOf(step)}
      </p>
    )
  )
  return <>{text === "" ? told : [...told, <Spoken key={texts} text={text} />]}</>
}

const Answer = ({ decisions, entry, retry }: LineProps<Answered>) => {
  const { texts } = useTools().language
  const { actions, cards, detail, end, messageId, opinion, steps, text } = entry
  return (
    <article class="answer">
      <h2 class="hidden">{texts.assistant}</h2>
      <Telling steps={steps} text={text} />
      {cards.map((card, at) => (
        <Card key={at} card={card} />
      ))}
      {actions.map((action) => (
        <ActionCard
          key={actionIdOf(action)}
          data={action.data}
          isDecided={decisions.some(({ action_id }) => action_id === actionIdOf(action))}
        />
      ))}
      {messageId !== null && <Thumbs messageId={messageId} given={opinion} />}
      {end === "stopped" && (
        <p class="note">{text === "" && actions.length === 0 ? texts.stoppedIdle : texts.stopped}</p>
      )}
      {end === "failed" && (
        <p class="note fault">
          {detail || texts.failed}{" "}
          {retry !== null && (
            <button type="button" class="quiet" onClick={retry}>
              {texts.retry}
            </button>
          )}
        </p>
      )}
    </article>
  )
}

const Message = ({ entry }: { readonly entry: Said }) => {
  const { texts } = useTools().language
  return (
    <article class="said">
      <h2 class="hidden">{texts.you}</h2>
      <p dir="auto">{wordsOf(entry, texts)}</p>
    </article>
  )
}

/** An entry of the log. One that has not changed is not rendered again, however long the log is. */
class Line extends Component<LineProps<Entry>> {
  override shouldComponentUpdate({ decisions, entry, retry }: LineProps<Entry>) {
    return decisions !== this.props.decisions || entry !== this.props.entry || retry !== this.props.retry
  }

  override render() {
    const { entry, ...rest } = this.props
    switch (entry.from) {
      case "assistant":
        return <Answer entry={entry} {...rest} />
      case "customer":
        return <Message entry={entry} />
      case "staff":
        return <StaffMessage author={entry.author} text={entry.text} />
    }
  }
}

const StaffMessage = ({ author, text }: { readonly author: string; readonly text: string }) => {
  const { texts } = useTools().language
  return (
    <article class="answer staff">
      <h2>{fill(texts.staff, { name: author })}</h2>
      <Spoken text={text} />
    </article>
  )
}

const none: ReadonlyArray<Decision> = []

/** Becomes true when what was said before is in the log, and has been painted there: only what comes then is announced. */
const useIsLive = (history: ChatState["history"]) => {
  const [isLive, setLive] = useState(false)
  useEffect(() => {
    if (history !== "read") {
      setLive(false)
      return undefined
    }
    const request = requestAnimationFrame(() => setLive(true))
    return () => cancelAnimationFrame(request)
  }, [history])
  return isLive
}

export interface LogProps {
  readonly state: ChatState
  readonly retry: () => void
  /** Shown before anything was said. */
  readonly children: ComponentChildren
}

/** The conversation so far. */
export const Log = ({ children, retry, state }: LogProps) => {
  const { texts } = useTools().language
  const log = useRef<HTMLDivElement>(null)
  const { entries, failed, history, isSignedOut } = state
  const isReading = history === "reading" && !isSignedOut
  const isLive = useIsLive(history)
  const { isEndInView, toEnd, watch } = useFollowing(
    log,
    entries.findLast(({ from }) => from === "customer")?.key ?? null
  )
  const decisions = pendingDecisions(state)
  const decided = decisions.length === 0 ? none : decisions

  // The focused element can disappear, for example the buttons of a proposal once it is settled.
  const focused = useRef<Element | null>(null)
  useLayoutEffect(() => {
    if (focused.current?.isConnected === false) {
      focused.current = null
      if (document.activeElement === document.body) {
        log.current?.focus({ preventScroll: true })
      }
    }
  })

  return (
    <div class="history">
      <div
        class="log"
        ref={log}
        role="log"
        aria-label={texts.log}
        aria-live={isLive ? "polite" : "off"}
        aria-busy={isReading}
        tabIndex={0}
        onScroll={watch}
        onFocusIn={({ target }) => {
          focused.current = target instanceof Element ? target : null
        }}
      >
        {!isReading && entries.length === 0 && children}
        {entries.map((entry, at) => (
          <Line
            key={entry.key}
            entry={entry}
            decisions={entry.from === "assistant" && entry.actions.some(isOpen) ? decided : none}
            retry={failed !== null && at === entries.length - 1 ? retry : null}
          />
        ))}
      </div>
      {!isEndInView && (
        <button type="button" class="latest" onClick={toEnd}>
          <Icon name="down" /> {texts.latest}
        </button>
      )}
    </div>
  )
}
