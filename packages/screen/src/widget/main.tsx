import { createRef, render } from "preact"
import { type Handled, type ToFrame, type ToPage } from "../page/Messages.ts"
import { awaitPage, readOrigins } from "../page/PagePort.ts"
import { Customer, storeIn } from "./customer/Customer.ts"
import { applyTheme } from "./Theme.ts"
import { Chat } from "./talk/Chat.ts"
import { type Opinion } from "./talk/Entries.ts"
import { keepIn } from "./talk/Kept.ts"
import { makeReplies } from "./talk/Replies.ts"
import { readJson } from "./talk/Requests.ts"
import { loadLanguage } from "./Texts.ts"
import { App } from "./view/App.tsx"
import { type Tools } from "./view/Context.ts"
import { type SignInProps } from "./view/SignIn.tsx"
import { followViewport } from "./view/Viewport.ts"
import "./widget.css"

/** The chat: in a frame of the shop's page, or as a page of its own. */

/** Opened by itself, as in an app's web view, the chat has no page around it. */
const isEmbedded = parent !== window

const page = isEmbedded ? await awaitPage(readOrigins()) : null
const tell = (message: ToPage) => page?.tell(message)
const handles = (name: Handled) => page?.hello.handles.includes(name) === true

const language = await loadLanguage([page?.hello.locale ?? "", ...navigator.languages])
document.documentElement.lang = language.locale
document.documentElement.dir = language.direction
document.title = language.texts.title
applyTheme(page?.hello.theme ?? {}, document.documentElement.style)

const root = new URL("..", location.href).href
const own = storeIn(() => sessionStorage)
const input = createRef<HTMLTextAreaElement>()

let product: string | null = null
let isSigningIn = false

const customer = new Customer({
  root,
  own,
  shared: storeIn(() => localStorage),
  now: Date.now,
  changed: () => show(),
  expired: () => tell({ type: "identity-expired" })
})

const chat = new Chat({
  customer,
  kept: keepIn(own, () => customer.identity),
  replies: makeReplies(),
  now: Date.now,
  newId: () => crypto.randomUUID(),
  page: () => ({ product_id: product, locale: language.locale }),
  changed: ({ running }) => {
    tell({ type: "awaiting", awaited: running !== null })
    show()
  }
})

const signIn = () => {
  if (handles("sign-in")) {
    tell({ type: "sign-in" })
  } else {
    setSigningIn(true)
  }
}

const setSigningIn = (value: boolean) => {
  isSigningIn = value
  show()
}

/** Another customer is here: nothing of the one before may stay. */
const change = async (identify: () => Promise<void>) => {
  chat.forget()
  await identify()
  await chat.load()
}

/** Signs in; what the customer was about to say as a guest goes on. */
const enter = async (identify: () => Promise<void>) => {
  const wish = customer.identity.kind === "guest" ? chat.wish : ""
  await change(identify)
  if (wish !== "") {
    chat.type(wish)
  }
}

const openProduct = ({
  externalId,
  id,
  url
}: {
  readonly id: string
  readonly externalId: string | null
  readonly url: string | null
}) => {
  tell({ type: "open-product", product_id: id, external_id: externalId, url })
}

const rate = async (messageId: string, { comment, rating }: Opinion) => {
  const json = { rating, ...(comment === "" ? {} : { comment }) }
  return await customer.send({ method: "POST", path: `feedback/${encodeURIComponent(messageId)}`, json }).then(
    () => true,
    () => false
  )
}

const readProduct = async (id: string): Promise<unknown> => {
  try {
    return await readJson(await customer.send({ method: "GET", path: `api/products/${encodeURIComponent(id)}` }))
  } catch {
    // The card shows what the list has.
    return null
  }
}

const checkOut = (url: string | null) => {
  if (handles("checkout")) {
    tell({ type: "checkout", url })
  } else if (url === null) {
    chat.say(language.texts.checkOut)
  } else {
    open(url, "_blank", "noopener")
  }
}

const toolsFor = (isGuest: boolean): Tools => ({
  language,
  isGuest,
  say: chat.say,
  decide: (action_id, decision) => chat.decide({ action_id, decision }),
  openProduct: handles("open-product") ? openProduct : null,
  readProduct,
  rate,
  checkOut,
  signIn
})

let tools = toolsFor(true)

/** Returns the same object as long as nothing changes, so that what was said is not drawn again. */
const currentTools = (): Tools => {
  const { kind } = customer.identity
  const isGuest = kind === "guest" || kind === "nobody"
  if (tools.isGuest !== isGuest) {
    tools = toolsFor(isGuest)
  }
  return tools
}

const signing: SignInProps = {
  logIn: (email, password) => enter(() => customer.logIn(email, password)),
  signUp: (email, password, name) => enter(() => customer.signUp(email, password, name)),
  done: () => setSigningIn(false)
}

const show = () =>
  render(
    <App
      state={chat.state}
      identity={customer.identity}
      isSigningIn={isSigningIn}
      isOnline={navigator.onLine}
      isEmbedded={isEmbedded}
      input={input}
      tools={currentTools()}
      signing={signing}
      retry={chat.retry}
      stop={chat.stop}
      begin={chat.begin}
      type={chat.type}
      reload={() => void chat.load()}
      unqueue={chat.unqueue}
      signOut={() => {
        chat.forget()
        customer.signOut()
      }}
      close={() => tell({ type: "closed" })}
    />,
    document.body
  )

const hear = (message: ToFrame) => {
  switch (message.type) {
    case "context":
      product = message.product_id
      break
    case "identity":
      void change(() => customer.take(message.token))
      break
    case "open":
      input.current?.focus()
      break
    case "close":
      break
  }
}

followViewport(document.body)
show()
addEventListener("online", show)
addEventListener("offline", show)
addEventListener("keydown", ({ isComposing, key }) => {
  if (key !== "Escape" || isComposing) {
    return
  }
  if (isSigningIn) {
    setSigningIn(false)
  } else {
    tell({ type: "closed" })
  }
})
page?.listen(hear)
tell({ type: "ready" })
await chat.load()
