// oxlint-disable unicorn/prefer-add-event-listener -- every byte counts here, and nobody else sees these elements
import { isToPage, themeNames, type ToFrame } from "../page/Messages.ts"
import styles from "./styles.css"

/**
 * `widget.js`: the button on the shop's page, and the frame that has the chat. It runs among the scripts of somebody
 * else's page, so it is small, adds one element, takes nothing from the page but what the element states, and avoids
 * what the page may have overwritten.
 */

const script = document.currentScript
const base = script instanceof HTMLScriptElement ? script.src : ""
const tag = "storefront-assistant"

/** Times in ms in which a frame loads, and then takes its port. */
const loadWait = 10_000
const portWait = 5000

/** Reads what the page before has kept in this tab. */
const recall = (name: string) => {
  try {
    return sessionStorage.getItem(tag + name) === "true"
  } catch {
    return false
  }
}

/** Keeps a state for the next page; without storage that one begins closed. */
const keep = (name: string, value: boolean) => {
  try {
    sessionStorage.setItem(tag + name, `${value}`)
  } catch {
    // Not kept.
  }
}

/** Says on the console, where a page's developer looks, why there is no chat. */
const complain = (reason: string) => {
  // oxlint-disable-next-line eslint/no-console -- see above
  console.error(`${tag}: ${reason}`)
}

/** Draws the button and the dialog of an element, with the chat of an address in it. */
const assist = (element: HTMLElement, { href, origin }: URL) => {
  const page = document.documentElement
  const root = element.attachShadow({ mode: "closed" })
  const button = document.createElement("button")
  const badge = document.createElement("span")
  const dialog = document.createElement("dialog")
  const frame = document.createElement("iframe")
  const view = visualViewport
  const narrow = matchMedia("(max-width: 639px)")
  let product: string | null = null
  let identity: string | null | undefined
  let port: MessagePort | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRetry = false
  let unread = 0
  let isOpen = recall("open")
  let isOver = false
  /** Style of the page's root that a chat which covers the page replaces. */
  let overflow = ""

  const languageOf = () => (element.getAttribute("locale") ?? page.lang) || navigator.language

  const label = () => {
    const chat = languageOf().startsWith("ar") ? "الدردشة" : "Chat"
    badge.textContent = unread === 0 ? "" : `${unread}`
    button.ariaLabel = unread === 0 ? chat : `${chat} (${unread})`
    dialog.ariaLabel = frame.title = chat
  }

  /** Keeps the chat that covers the page above the keyboard. A page that is zoomed in stays as it is. */
  const fit = () => {
    if (view?.scale === 1) {
      dialog.style.height = isOver ? `${view.height}px` : ""
      dialog.style.top = isOver ? `${view.offsetTop}px` : ""
    }
  }

  /**
   * Shows the chat, if it is open, beside the page or, where that is narrow, over it once it can be closed there. The page
   * behind keeps its place. Takes no focus beside the page: it may have been open on the page before.
   */
  const show = () => {
    const isShown = isOpen && element.isConnected
    const wasOver = isOver
    isOver = isShown && narrow.matches && frame.className !== ""
    button.ariaExpanded = `${isShown}`
    dialog.close()
    if (isOver) {
      dialog.showModal()
    } else {
      dialog.open = isShown
    }
    if (isOver && !wasOver) {
      overflow = page.style.overflow
      page.style.setProperty("overflow", "hidden", "important")
    } else if (wasOver && !isOver) {
      page.style.overflow = overflow
    }
    fit()
  }

  const post = (message: ToFrame) => port?.postMessage(message)

  const tell = (type: string, detail: object) =>
    element.dispatchEvent(new CustomEvent(`storefront-${type}`, { detail, bubbles: true }))

  /** Gives the frame time to go on. */
  const expect = (wait: number) => {
    clearTimeout(timer)
    timer = setTimeout(miss, wait)
  }

  /** Loads the frame; once it has loaded, begins it anew. */
  const reload = () => {
    expect(loadWait)
    frame.src = href
  }

  const load = () => {
    if (!frame.isConnected) {
      reload()
      dialog.append(frame)
    }
  }

  /** Tells that the chat is open; on a page where it is from the beginning, the page keeps the focus. */
  const postOpen = () => post({ type: "open", focus: root.activeElement === frame })

  const turn = (value: boolean) => {
    isOpen = value
    keep("open", value)
    show()
  }

  const open = () => {
    load()
    turn(true)
    frame.focus()
    postOpen()
  }

  const close = () => {
    if (isOpen) {
      const hasFocus = root.activeElement !== null
      turn(false)
      if (hasFocus) {
        button.focus()
      }
      post({ type: "close" })
      tell("closed", {})
    }
  }

  /** Loads a frame that has not answered once more, since a file may have been missing; then it counts as blocked. */
  const miss = () => {
    if (isRetry) {
      complain(`${origin} is silent: allow it in frame-src and ${location.origin} in WIDGET_ORIGINS`)
      close()
      element.remove()
    } else {
      isRetry = true
      reload()
    }
  }

  const receive = (data: unknown) => {
    clearTimeout(timer)
    isRetry = false
    if (frame.className === "") {
      frame.className = "ready"
      if (narrow.matches) {
        show()
      }
    }
    if (!isToPage(data)) {
      return
    }
    const { type, ...detail } = data
    switch (data.type) {
      case "hello":
        return
      case "awaiting":
        keep(type, data.awaited)
        return
      case "closed":
        close()
        return
      case "unread":
        unread = data.count
        label()
        break
      case "open-product":
      case "checkout":
      case "sign-in":
        // The page shows something, and would be covered.
        if (isOver) {
          close()
        }
        break
      default:
    }
    tell(type, detail)
  }

  const hello = () => {
    const stated = getComputedStyle(element)
    const theme: Record<string, string> = {}
    for (const name of themeNames) {
      theme[name] = stated.getPropertyValue(`--storefront-${name}`)
    }
    return { type: "hello", locale: languageOf(), theme, handles: element.getAttribute("handles") }
  }

  /** Hands a port to the frame that has loaded, and tells what the page has stated. */
  frame.onload = () => {
    const { port1, port2 } = new MessageChannel()
    port?.close()
    port = port1
    port1.onmessage = ({ data }: MessageEvent<unknown>) => receive(data)
    expect(portWait)
    frame.contentWindow?.postMessage(hello(), origin, [port2])
    if (identity !== undefined) {
      post({ type: "identity", token: identity })
    }
    post({ type: "context", product_id: product })
    if (isOpen) {
      postOpen()
    }
  }
  button.ariaHasPopup = "dialog"
  button.onpointerenter = button.onfocus = load
  button.onclick = () => (isOpen ? close() : open())
  button.onkeydown = ({ key }) => {
    if (key === "Escape") {
      close()
    }
  }
  dialog.oncancel = (event) => {
    event.preventDefault()
    close()
  }
  narrow.onchange = show
  // Handlers that the page may have set stay.
  view?.addEventListener("resize", fit)
  view?.addEventListener("scroll", fit)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  button.append(badge)
  root.append(button, dialog)

  return {
    open,
    close,
    show,
    connect: () => {
      label()
      if (isOpen || recall("awaiting")) {
        load()
      }
      show()
    },
    change: () => {
      label()
      if (frame.isConnected) {
        reload()
      }
    },
    product: () => product,
    setProduct: (id: string | null | undefined) => {
      product = id ?? null
      post({ type: "context", product_id: product })
    },
    setIdentity: (token: string | null | undefined) => {
      identity = token ?? null
      post({ type: "identity", token: identity })
    }
  }
}

const define = (address: URL) =>
  customElements.define(
    tag,
    class StorefrontAssistant extends HTMLElement {
      static readonly observedAttributes = ["locale", "handles"]
      readonly #chat = assist(this, address)
      readonly open = this.#chat.open
      readonly close = this.#chat.close

      connectedCallback() {
        // Properties that the page set before the element was defined hide those of the class.
        for (const name of ["product", "identity"] as const) {
          const own = Object.getOwnPropertyDescriptor(this, name)
          if (own !== undefined) {
            delete this[name]
            this[name] = own.value
          }
        }
        this.#chat.connect()
      }

      disconnectedCallback() {
        this.#chat.show()
      }

      /** The frame is told once how it looks and speaks, so it begins anew. */
      attributeChangedCallback(_name: string, before: string | null, now: string | null) {
        if (before !== now) {
          this.#chat.change()
        }
      }

      get product(): string | null {
        return this.#chat.product()
      }

      set product(product: string | null | undefined) {
        this.#chat.setProduct(product)
      }

      /** Access token of the shop's own customer. It cannot be read back. */
      set identity(token: string | null | undefined) {
        this.#chat.setIdentity(token)
      }
    }
  )

const addElement = () => {
  if (document.querySelector(tag) === null) {
    document.body.append(document.createElement(tag))
  }
}

if (base === "") {
  complain("needs a <script src>")
} else if (customElements.get(tag) === undefined) {
  define(new URL("widget/", base))
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", addElement)
  } else {
    addElement()
  }
}
