import { type RefObject } from "preact"
import { useLayoutEffect } from "preact/hooks"
import { useTools } from "./Context.ts"
import { Icon, IconButton } from "./Icons.tsx"

export interface ComposerProps {
  readonly input: RefObject<HTMLTextAreaElement | null>
  readonly draft: string
  readonly type: (draft: string) => void
  readonly isRunning: boolean
  readonly isBlocked: boolean
  readonly stop: () => void
}

/** Longest message, in UTF-16 code units. */
const longest = 4000

/** Enter of an input method ends its composition, and sends nothing. */
const sends = ({ isComposing, key, keyCode, shiftKey }: KeyboardEvent) =>
  key === "Enter" && !shiftKey && !isComposing && keyCode !== 229

/** Lets the input grow with its text where the style sheet cannot; it says up to which height. */
const useGrowth = (input: RefObject<HTMLTextAreaElement | null>, text: string) =>
  useLayoutEffect(() => {
    const element = input.current
    if (element !== null && !CSS.supports("field-sizing", "content")) {
      element.style.blockSize = "auto"
      element.style.blockSize = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`
    }
  }, [text])

/** Where the customer types. */
export const Composer = ({ draft, input, isBlocked, isRunning, stop, type }: ComposerProps) => {
  const { language, say } = useTools()
  const { texts } = language
  const excess = draft.length - longest
  const said = draft.trim()
  useGrowth(input, draft)
  const send = () => {
    if (said !== "" && excess <= 0 && !isBlocked) {
      type("")
      say(said)
    }
    input.current?.focus()
  }
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p id="length" role="status" class="fault">
        {excess > 0 && language.count(texts.tooLong, excess)}
      </p>
      <textarea
        ref={input}
        aria-label={texts.message}
        aria-describedby="length"
        aria-invalid={excess > 0}
        placeholder={texts.message}
        dir="auto"
        rows={1}
        enterkeyhint="send"
        value={draft}
        onInput={({ currentTarget }) => type(currentTarget.value)}
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
        aria-disabled={isBlocked || said === "" || excess > 0}
      >
        <Icon name="send" />
      </button>
    </form>
  )
}
