import { type AppProps } from "./App.tsx"
import { Icon, IconButton } from "./Icons.tsx"

/** Who answers and what it does now, and the buttons for the chat as a whole. */
export const Header = ({
  begin,
  close,
  identity,
  isEmbedded,
  isOnline,
  signOut,
  state,
  tools: { language, signIn }
}: AppProps) => {
  const { texts } = language
  const present = isOnline ? (state.running === null ? "ready" : "working") : "offline"
  return (
    <header>
      <span class={`mark ${present}`}>
        <Icon name="chat" />
      </span>
      <div class="titles">
        <h1>{texts.title}</h1>
        <p>{texts.present[present]}</p>
      </div>
      {identity.kind === "account" ? (
        <IconButton icon="signOut" name={texts.signOut} act={signOut} />
      ) : (
        identity.kind !== "shop" && <IconButton icon="person" name={texts.signIn} act={signIn} />
      )}
      <IconButton icon="compose" name={texts.newChat} act={begin} />
      {isEmbedded && <IconButton icon="close" name={texts.close} act={close} />}
    </header>
  )
}
