import { useState } from "preact/hooks"
import { useTools } from "./Context.ts"

export interface SignInProps {
  readonly logIn: (email: string, password: string) => Promise<void>
  readonly signUp: (email: string, password: string, name: string) => Promise<void>
  readonly done: () => void
}

/** The form to log in, or to become a customer. */
export const SignIn = ({ done, logIn, signUp }: SignInProps) => {
  const { texts } = useTools().language
  const [isNew, setNew] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState("")
  const enter = async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const field = (name: string) => String(data.get(name) ?? "")
    setBusy(true)
    setFault("")
    try {
      await (isNew
        ? signUp(field("email"), field("password"), field("name"))
        : logIn(field("email"), field("password")))
      done()
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      class="sign-in"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) {
          void enter(event.currentTarget)
        }
      }}
    >
      <h2>{isNew ? texts.signUp : texts.signIn}</h2>
      {isNew && (
        <label>
          {texts.name}
          <input name="name" required maxLength={100} autocomplete="name" />
        </label>
      )}
      <label>
        {texts.email}
        <input name="email" type="email" required maxLength={254} autocomplete="email" />
      </label>
      <label>
        {texts.password}
        <input name="password" type="password" required autocomplete={isNew ? "new-password" : "current-password"} />
      </label>
      {fault !== "" && (
        <p class="note fault" role="alert">
          {fault}
        </p>
      )}
      <button class="main" aria-disabled={isBusy}>
        {isNew ? texts.signUp : texts.signIn}
      </button>
      <button type="button" class="quiet" onClick={() => setNew(!isNew)}>
        {isNew ? texts.haveAccount : texts.noAccount}
      </button>
      <button type="button" class="quiet" onClick={done}>
        {texts.cancel}
      </button>
    </form>
  )
}
