import { type RefObject } from "preact"
import { useEffect, useState } from "preact/hooks"
import { type Identity } from "../customer/Customer.ts"
import { type ChatState, type Limit } from "../talk/Chat.ts"
import { Composer } from "./Composer.tsx"
import { Provide, type Tools } from "./Context.ts"
import { Header } from "./Header.tsx"
import { Log } from "./Log.tsx"
import { SignIn, type SignInProps } from "./SignIn.tsx"

/** Everything that the chat shows, and everything that it can be told to do. */
export interface AppProps {
  readonly state: ChatState
  readonly identity: Identity
  readonly isSigningIn: boolean
  readonly isOnline: boolean
  /** False where the chat is a page of its own. */
  readonly isEmbedded: boolean
  readonly input: RefObject<HTMLTextAreaElement | null>
  readonly tools: Tools
  readonly signing: SignInProps
  readonly retry: () => void
  readonly stop: () => void
  readonly begin: () => void
  readonly unqueue: (at: number) => void
  readonly signOut: () => void
  readonly close: () => void
}

/** The seconds left until a limit ends; 0 once it has. */
const useCountdown = (limit: Limit | null): number => {
  const [now, setNow] = useState(Date.now)
  const left = limit === null ? 0 : Math.max(0, Math.ceil((limit.until - now) / 1000))
  useEffect(() => {
    setNow(Date.now())
    if (limit !== null) {
      const timer = setInterval(() => setNow(Date.now()), 1000)
      return () => clearInterval(timer)
    }
    return undefined
  }, [limit])
  return left
}

export const App = (props: AppProps) => {
  const { input, isOnline, isSigningIn, retry, signing, state, stop, tools, unqueue } = props
  const { language } = tools
  const { texts } = language
  const left = useCountdown(state.limit)
  const tool = state.running?.view.calls.findLast(({ isFinished, kind }) => kind === "tool" && !isFinished)
  return (
    <Provide value={tools}>
      <Header {...props} />
      {isSigningIn ? (
        <SignIn {...signing} />
      ) : (
        <>
          <Log state={state} retry={retry}>
            <h2 class="greeting">{texts.greeting}</h2>
            <p class="note">{texts.disclosure}</p>
            <div class="starters">
              {texts.starters.map((starter) => (
                <button key={starter} type="button" class="quiet" onClick={() => tools.say(starter)}>
                  {starter}
                </button>
              ))}
            </div>
          </Log>
          <div class="status">
            {tool !== undefined && <p aria-hidden="true">{language.titleOf(tool)}…</p>}
            {state.running?.isLost === true && <p role="status">{isOnline ? texts.reconnecting : texts.offline}</p>}
            {state.queue.map((text, at) => (
              <p key={at} class="queued">
                <span dir="auto">{text}</span> <small>{texts.queued}</small>{" "}
                <button type="button" class="quiet" onClick={() => unqueue(at)}>
                  {texts.remove}
                </button>
              </p>
            ))}
            {state.limit !== null && (
              <p role="status" class="fault">
                {state.limit.detail} {left > 0 && language.count(texts.again, left)}
              </p>
            )}
            {state.isSignedOut && (
              <p role="status" class="fault">
                {texts.signedOut}{" "}
                <button type="button" class="quiet" onClick={tools.signIn}>
                  {texts.signIn}
                </button>
              </p>
            )}
          </div>
          <Composer
            input={input}
            returned={state.returned}
            isRunning={state.running !== null}
            isBlocked={left > 0 || state.isSignedOut}
            stop={stop}
          />
        </>
      )}
    </Provide>
  )
}
