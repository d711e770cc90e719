import { type ComponentProps } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { Refused } from "../talk/Requests.ts"
import { useTools } from "./Context.ts"

export interface SignInProps {
  readonly logIn: (email: string, password: string) => Promise<void>
  readonly signUp: (email: string, password: string, name: string) => Promise<void>
  readonly done: () => void
}

const names = ["name", "email", "password"] as const

type Name = (typeof names)[number]

/** Returns the field that a sentence of the server names at its beginning. */
const fieldIn = (sentence: string): Name | null => names.find((name) => sentence.startsWith(`${name}:`)) ?? null

interface FieldProps {
  readonly name: Name
  readonly label: string
  readonly input: ComponentProps<"input">
  /** The server's sentence about the field; empty if there is none. */
  readonly fault: string
  readonly hint?: string
}

const Field = ({ fault, hint, input, label, name }: FieldProps) => (
  <div>
    <label>
      {label}
      <input
        {...input}
        name={name}
        required
        aria-invalid={fault !== ""}
        aria-describedby={`${hint === undefined ? "" : "hint "}${fault === "" ? "" : "fault"}`.trim() || undefined}
      />
    </label>
    {hint !== undefined && <small id="hint">{hint}</small>}
  </div>
)

/** The form to log in, or to become a customer. */
export const SignIn = ({ done, logIn, signUp }: SignInProps) => {
  const { texts } = useTools().language
  const [isNew, setNew] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState("")
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current?.querySelector("input")?.focus()
  }, [isNew])
  const faulty = fieldIn(fault)
  const faultOf = (name: Name) => (faulty === name ? fault : "")
  const enter = async () => {
    const data = new FormData(form.current ?? undefined)
    const field = (name: Name) => String(data.get(name) ?? "")
    setBusy(true)
    setFault("")
    try {
      await (isNew
        ? signUp(field("email"), field("password"), field("name"))
        : logIn(field("email"), field("password")))
      done()
    } catch (error) {
      const sentence = error instanceof Refused ? error.message : texts.unreachable
      setFault(sentence)
      form.current?.querySelector<HTMLInputElement>(`[name="${fieldIn(sentence) ?? "password"}"]`)?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      class="sign-in"
      ref={form}
      aria-labelledby="sign-in"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy) {
          void enter()
        }
      }}
    >
      <h2 id="sign-in">{isNew ? texts.signUp : texts.signIn}</h2>
      {isNew && (
        <Field
          name="name"
          label={texts.name}
          input={{ autocomplete: "name", maxLength: 100 }}
          fault={faultOf("name")}
        />
      )}
      <Field
        name="email"
        label={texts.email}
        input={{ type: "email", autocomplete: "username", maxLength: 254 }}
        fault={faultOf("email")}
      />
      <Field
        name="password"
        label={texts.password}
        input={{ type: "password", autocomplete: isNew ? "new-password" : "current-password" }}
        fault={faultOf("password")}
        {...(isNew ? { hint: texts.passwordRule } : {})}
      />
      <p id="fault" class="note fault" role="alert">
        {fault}
      </p>
      <button class="main" aria-disabled={isBusy}>
        {isNew ? texts.signUp : texts.signIn}
      </button>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          setFault("")
          setNew(!isNew)
        }}
      >
        {isNew ? texts.haveAccount : texts.noAccount}
      </button>
      <button type="button" class="quiet" onClick={done}>
        {texts.cancel}
      </button>
    </form>
  )
}
