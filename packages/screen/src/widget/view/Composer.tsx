import { type RefObject } from "preact"
import { useEffect, useState } from "preact/hooks"
import { useTools } from "./Context.ts"
import { Icon, IconButton } from "./Icons.tsx"

export interface ComposerProps {
  readonly input: RefObject<HTMLTextAreaElement | null>
  /** Text that was refused for now. */
  readonly returned: string
  readonly isRunning: boolean
  readonly isBlocked: boolean
  readonly stop: () => void
}

/** Enter of an input method ends its composition, and sends nothing. */
const sends = ({ isComposing, key, keyCode, shiftKey }: KeyboardEvent) =>
  key === "Enter" && !shiftKey && !isComposing && keyCode !== 229

/** Where the customer types. */
export const Composer = ({ input, isBlocked, isRunning, returned, stop }: ComposerProps) => {
  const { language, say } = useTools()
  const { texts } = language
  const [text, setText] = useState("")
  useEffect(() => {
    if (returned !== "") {
      setText((typed) => (typed === "" ? returned : typed))
    }
  }, [returned])
  const send = () => {
    const said = text.trim()
    if (said !== "" && !isBlocked) {
      setText("")
      say(said)
    }
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <textarea
        ref={input}
        aria-label={texts.message}
        placeholder={texts.message}
        dir="auto"
        rows={1}
        maxLength={4000}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (sends(event)) {
            event.preventDefault()
            send()
          }
        }}
      />
      {isRunning && <IconButton icon="stop" name={texts.stop} act={stop} />}
      <button
        class="main icon-button"
        aria-label={texts.send}
        title={texts.send}
        aria-disabled={isBlocked || text.trim() === ""}
      >
        <Icon name="send" />
      </button>
    </form>
  )
}
