import { useState } from "preact/hooks"
import { type ChatState, type Refusal } from "../talk/ChatState.ts"
import { wordsOf } from "../talk/Outgoing.ts"
import { useTools } from "./Context.ts"

/** The server's sentence. Its countdown is seen as it runs, and announced once. */
const Refused = ({ left, refusal: { detail, until } }: { readonly left: number; readonly refusal: Refusal }) => {
  const { count, texts } = useTools().language
  const [announced] = useState(() => (until === null ? 0 : Math.ceil((until - Date.now()) / 1000)))
  return (
    <p class="fault">
      {detail}
      {announced > 0 && <span class="hidden">{count(texts.again, announced)}</span>}
      {left > 0 && (
        <span class="again" aria-hidden="true">
          {count(texts.again, left)}
        </span>
      )}
    </p>
  )
}

/** Reasons for which nothing happens, and ways out. */
const Hindrance = ({ isOnline, left, reload, state }: Omit<StatusProps, "unqueue">) => {
  const { isGuest, language, signIn } = useTools()
  const { texts } = language
  const { history, isGone, isSignedOut, refusal, running } = state
  return (
    <>
      {running !== null && !isOnline ? <p>{texts.offline}</p> : running?.isLost === true && <p>{texts.reconnecting}</p>}
      {running?.isWaiting === true && <p>{texts.waiting}</p>}
      {running?.stopping === "failed" && <p class="fault">{texts.stopFailed}</p>}
      {refusal !== null && (refusal.until === null || left > 0) && (
        <Refused key={refusal.until} refusal={refusal} left={left} />
      )}
      {isGone && <p>{texts.gone}</p>}
      {history === "failed" && (
        <p class="fault">
          {texts.unreadable}{" "}
          <button type="button" class="quiet" onClick={reload}>
            {texts.retry}
          </button>
        </p>
      )}
      {isSignedOut && (
        <p class="fault">
          {isGuest ? texts.signInFirst : texts.signedOut}{" "}
          <button type="button" class="quiet" onClick={signIn}>
            {texts.signIn}
          </button>
        </p>
      )}
    </>
  )
}

export interface StatusProps {
  readonly state: ChatState
  readonly isOnline: boolean
  /** Seconds until something can be sent again. */
  readonly left: number
  readonly reload: () => void
  readonly unqueue: (key: string) => void
}

/** The state of things, between the log and the input. The work at hand is seen only: the log announces the specialists. */
export const Status = ({ unqueue, ...rest }: StatusProps) => {
  const { language } = useTools()
  const { texts } = language
  const { queue, running } = rest.state
  return (
    <div class="status">
      {running !== null && !running.isWaiting && (
        <p class="work" aria-hidden="true">
          {running.stopping === "asked"
            ? texts.stopping
            : running.tool === null
              ? texts.working
              : language.titleOf(running.tool)}
          …
        </p>
      )}
      <div role="status">
        <Hindrance {...rest} />
      </div>
      {queue.length > 0 && (
        <ul class="queue" aria-label={texts.queued}>
          {queue.map((wish) => (
            <li key={wish.key} class="queued">
              <span dir="auto">{wordsOf(wish, texts)}</span> <small>{texts.queued}</small>{" "}
              <button type="button" class="quiet" onClick={() => unqueue(wish.key)}>
                {texts.remove}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
