import { createRef, render } from "preact"
import { numberOf } from "../json/Fields.ts"
import { type Handled, type ToFrame, type ToPage } from "../page/Messages.ts"
import { awaitPage, readOrigins } from "../page/PagePort.ts"
import { loadAnew } from "./Anew.ts"
import { cartChangeOf } from "./customer/CartChange.ts"
import { Customer, isVisitor } from "./customer/Customer.ts"
import { storeIn, storeOf } from "./customer/Store.ts"
import { exclusively, Tabs } from "./tabs/Tabs.ts"
import { Chat } from "./talk/Chat.ts"
import { type Opinion } from "./talk/Entries.ts"
import { makeReplies } from "./talk/Replies.ts"
import { readJson, send } from "./talk/Requests.ts"
import { loadLanguage } from "./Texts.ts"
import { applyTheme } from "./Theme.ts"
import { App } from "./view/App.tsx"
import { type Tools } from "./view/Context.ts"
import { parts } from "./view/Later.tsx"
import { type SignInProps } from "./view/SignIn.tsx"
import { followViewport } from "./view/Viewport.ts"
import "./widget.css"

/** The chat: in a frame of the shop's page, or as a page of its own. */

/** Opened by itself, as in an app's web view, the chat has no page around it. */
const isEmbedded = parent !== window

const page = isEmbedded ? await awaitPage(readOrigins()) : null
const tell = (message: ToPage) => page?.tell(message)
const handles = (name: Handled) => page?.hello.handles.includes(name) === true

const language = await loadLanguage([page?.hello.locale ?? "", ...navigator.languages]).catch(loadAnew)
if (document.querySelector<HTMLLinkElement>("link[rel=stylesheet]")?.sheet === null) {
  await loadAnew(new Error("The style sheet is missing"))
}
document.documentElement.lang = language.locale
document.documentElement.dir = language.direction
document.title = language.texts.title
applyTheme(page?.hello.theme ?? {}, document.documentElement.style)

const root = new URL("..", location.href).href
const own = storeIn(() => sessionStorage)
const replies = makeReplies()
const input = createRef<HTMLTextAreaElement>()

let product: string | null = null
let isSigningIn = false
let isOpen = !isEmbedded
/** Something was said in another tab since the chat was read. */
let isStale = false

const customer = new Customer({
  send: (request) => send(root, request),
  own,
  shared: storeIn(() => localStorage),
  now: Date.now,
  exclusively,
  pause: (millis) => new Promise((resolve) => setTimeout(resolve, millis)),
  watch: {
    changed: () => {
      tabs.join(customer.subject)
      show()
    },
    arrived: () => {
      visit.leave()
      visit = newVisit()
      isSigningIn = false
      visit.show()
    },
    resumed: () => void visit.chat.resume(),
    claimed: (lines) => {
      if (lines > 0) {
        tell({ type: "cart-changed", item_count: null, subtotal: null, currency: null })
      }
    },
    expired: () => tell({ type: "identity-expired" })
  }
})

const catchUp = () => {
  if (isStale && document.visibilityState === "visible") {
    isStale = false
    void visit.chat.refresh()
  }
}

const tabs = new Tabs(() => {
  isStale = true
  catchUp()
})

/** Begins the chat of the customer who is here. All that it does ends when another one arrives. */
const newVisit = () => {
  const left = new AbortController()
  const { signal } = left
  const store = storeOf(own, customer.owner)
  let unread = numberOf(store.read("unread"))
  let awaited: boolean | undefined

  const showVisit = () => {
    if (signal.aborted) {
      return
    }
    const isAwaited = chat.state.running !== null || unread > 0 || store.read("running") !== null
    if (isAwaited !== awaited) {
      awaited = isAwaited
      tell({ type: "awaiting", awaited })
    }
    show()
  }

  const count = (answers: number) => {
    if (answers !== unread) {
      unread = answers
      store.write("unread", unread)
      tell({ type: "unread", count: unread })
      showVisit()
    }
  }

  const chat: Chat = new Chat({
    customer: {
      get identity() {
        return customer.identity
      },
      send: (request) =>
        customer.send({
          ...request,
          signal: request.signal === undefined ? signal : AbortSignal.any([request.signal, signal])
        })
    },
    kept: store,
    replies,
    loadTurn: () => parts,
    now: Date.now,
    newId: () => crypto.randomUUID(),
    page: () => ({ product_id: product, locale: language.locale }),
    changed: showVisit,
    ended: (view) => {
      const cart = cartChangeOf(view)
      if (cart !== null) {
        tell(cart)
      }
      tabs.tellTalk()
      if (!isOpen) {
        count(unread + 1)
      }
    }
  })

  return {
    chat,
    /** Shows the chat to the page and the customer. */
    show: () => {
      tell({ type: "unread", count: unread })
      showVisit()
    },
    /** The customer sees the answers. */
    see: () => count(0),
    /** Ends everything, and forgets it. */
    leave: () => {
      left.abort(new DOMException("Another customer is here", "AbortError"))
      chat.forget()
      store.remove("unread")
    }
  }
}

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

const openProduct: Tools["openProduct"] = handles("open-product")
  ? ({ externalId, id, url }) => tell({ type: "open-product", product_id: id, external_id: externalId, url })
  : null

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
    visit.chat.say(language.texts.checkOut)
  } else {
    open(url, "_blank", "noopener")
  }
}

const toolsFor = (isGuest: boolean): Tools => ({
  language,
  isGuest,
  say: (text, product) => visit.chat.say(text, product),
  decide: (action_id, decision) => visit.chat.decide({ action_id, decision }),
  openProduct,
  readProduct,
  rate,
  checkOut,
  signIn
})

let tools = toolsFor(true)

/** Returns the same object as long as nothing changes, so that what was said is not drawn again. */
const currentTools = (): Tools => {
  const isGuest = isVisitor(customer.identity)
  if (tools.isGuest !== isGuest) {
    tools = toolsFor(isGuest)
  }
  return tools
}

/** Signs in; what the customer was about to say as a guest goes on. */
const enter = async (identify: () => Promise<void>) => {
  const wish = isVisitor(customer.identity) ? visit.chat.wish : ""
  await identify()
  if (wish !== "") {
    visit.chat.type(wish)
  }
}

const signing: SignInProps = {
  logIn: (email, password) => enter(() => customer.logIn(email, password)),
  signUp: (email, password, name) => enter(() => customer.signUp(email, password, name)),
  done: () => setSigningIn(false)
}

const show = () =>
  render(
    <App
      state={visit.chat.state}
      identity={customer.identity}
      isSigningIn={isSigningIn}
      isOnline={navigator.onLine}
      isEmbedded={isEmbedded}
      input={input}
      tools={currentTools()}
      signing={signing}
      retry={visit.chat.retry}
      stop={visit.chat.stop}
      begin={visit.chat.begin}
      type={visit.chat.type}
      reload={() => void visit.chat.load()}
      unqueue={visit.chat.unqueue}
      signOut={customer.signOut}
      close={() => tell({ type: "closed" })}
    />,
    document.body
  )

const tellSize = () =>
  tell({ type: "resize", open: isOpen, width: isOpen ? innerWidth : 0, height: isOpen ? innerHeight : 0 })

const hear = (message: ToFrame) => {
  switch (message.type) {
    case "context":
      product = message.product_id
      break
    case "identity":
      void customer.take(message.token)
      break
    case "open":
      isOpen = true
      visit.see()
      tellSize()
      if (message.focus) {
        input.current?.focus()
      }
      break
    case "close":
      isOpen = false
      tellSize()
      break
  }
}

followViewport(document.body)
let visit = newVisit()
tabs.join(customer.subject)
visit.show()
addEventListener("online", show)
addEventListener("offline", show)
addEventListener("visibilitychange", catchUp)
// Another tab has changed the guest. A message of that tab could come before this one sees the change.
addEventListener("storage", customer.sync)
addEventListener("pageshow", ({ persisted }) => {
  isStale ||= persisted
  catchUp()
})
addEventListener("resize", () => {
  if (isOpen) {
    tellSize()
  }
})
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
await customer.start()
