import { type RefObject } from "preact"
import { useEffect, useState } from "preact/hooks"
import { type Identity } from "../customer/Customer.ts"
import { type ChatState } from "../talk/ChatState.ts"
import { Composer } from "./Composer.tsx"
import { useCountdown } from "./Countdown.ts"
import { Provide, type Tools } from "./Context.ts"
import { Header } from "./Header.tsx"
import { later } from "./Later.tsx"
import { Log } from "./Log.tsx"
import { type SignInProps } from "./SignIn.tsx"

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
  /** Takes what is typed. */
  readonly type: (draft: string) => void
  /** Reads the conversation again that could not be read. */
  readonly reload: () => void
  readonly unqueue: (key: string) => void
  readonly signOut: () => void
  readonly close: () => void
}

const Form = later(({ SignIn }) => SignIn)
const Status = later(({ Status }) => Status)

/** The form to sign in. Afterwards the focus goes back to where it was. */
const SignIn = (props: SignInProps) => {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // Once the rest of the page can have it again.
      requestAnimationFrame(() => {
        const isThere = before instanceof HTMLElement && before.isConnected
        const focused = isThere ? before : document.querySelector("textarea")
        focused?.focus()
      })
    },
    []
  )
  return <Form {...props} />
}

export const App = (props: AppProps) => {
  const { input, isOnline, isSigningIn, reload, retry, signing, state, stop, tools, type, unqueue } = props
  const { language } = tools
  const { texts } = language
  const left = useCountdown(state.refusal?.until ?? null)
  return (
    <Provide value={tools}>
      <Header {...props} />
      <main>
        <div class="talk" inert={isSigningIn}>
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
          <Status state={state} isOnline={isOnline} left={left} reload={reload} unqueue={unqueue} />
          <Composer
            input={input}
            draft={state.draft}
            type={type}
            isRunning={state.running !== null}
            isBlocked={left > 0 || state.isSignedOut}
            stop={stop}
          />
        </div>
        {isSigningIn && <SignIn {...signing} />}
      </main>
    </Provide>
  )
}
