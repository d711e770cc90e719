import { handledNames, type Hello, type Theme, themeNames, type ToFrame, type ToPage } from "../page/Messages.ts"
import { styles } from "./styles.ts"

/**
 * `widget.js`: the button on the shop's page, and the frame that has the chat. It runs among the scripts of somebody
 * else's page, so it is small, adds one element, and takes nothing from the page but what the element states.
 */

const script = document.currentScript
const base = script instanceof HTMLScriptElement ? script.src : ""

/** Time in ms after which a frame that has not answered counts as blocked. */
const frameWait = 10_000

/** Width in CSS pixels below which the chat covers the page. */
const narrow = 640

/** Labels of the button and the frame, by language. */
const labels: Readonly<Record<string, readonly [open: string, chat: string]>> = {
  en: ["Open the chat", "Chat with the shop's assistant"],
  es: ["Abrir el chat", "Chat con el asistente de la tienda"],
  de: ["Chat öffnen", "Chat mit dem Assistenten des Shops"],
  fr: ["Ouvrir le chat", "Discussion avec l’assistant de la boutique"],
  ar: ["افتح الدردشة", "الدردشة مع مساعد المتجر"]
}

const bubble =
  "M12 3C6.5 3 2 6.8 2 11.5c0 2.5 1.3 4.8 3.4 6.3L4.6 21l4-1.9c1.1.3 2.2.4 3.4.4 5.5 0 10-3.8 10-8.5S17.5 3 12 3z"

/** What a page keeps for the next one of the same tab. */
const memory = {
  read: (name: string) => {
    try {
      return sessionStorage.getItem(`storefront-assistant-${name}`) === "1"
    } catch {
      return false
    }
  },
  write: (name: string, value: boolean) => {
    try {
      sessionStorage.setItem(`storefront-assistant-${name}`, value ? "1" : "0")
    } catch {
      // Without storage the next page begins closed.
    }
  }
}

class StorefrontAssistant extends HTMLElement {
  #product: string | null = null
  #identity: string | null | undefined
  #frame: HTMLIFrameElement | undefined
  #port: MessagePort | undefined
  #isOpen = false
  readonly #root = this.attachShadow({ mode: "closed" })
  readonly #button = document.createElement("button")
  readonly #badge = document.createElement("span")
  readonly #dialog = document.createElement("dialog")
  readonly #width = matchMedia(`(max-width: ${narrow - 1}px)`)

  connectedCallback() {
    if (this.#button.isConnected) {
      return
    }
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(styles)
    this.#root.adoptedStyleSheets = [sheet]
    const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg")
    drawing.setAttribute("viewBox", "0 0 24 24")
    drawing.setAttribute("aria-hidden", "true")
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path")
    path.setAttribute("d", bubble)
    drawing.append(path)
    this.#button.type = "button"
    this.#button.setAttribute("aria-label", this.#labels[0])
    this.#button.setAttribute("aria-haspopup", "dialog")
    this.#badge.hidden = true
    this.#button.append(drawing, this.#badge)
    this.#dialog.setAttribute("aria-label", this.#labels[1])
    this.#root.append(this.#button, this.#dialog)
    this.#button.addEventListener("pointerenter", () => this.#load())
    this.#button.addEventListener("focus", () => this.#load())
    this.#button.addEventListener("click", () => this.open())
    this.#dialog.addEventListener("cancel", (event) => {
      event.preventDefault()
      this.close()
    })
    this.#width.addEventListener("change", () => this.#show())
    if (memory.read("open")) {
      this.open()
    } else if (memory.read("awaiting")) {
      this.#load()
    }
  }

  get product() {
    return this.#product
  }

  set product(product: string | null) {
    this.#product = product
    this.#post({ type: "context", product_id: product })
  }

  /** Access token of the shop's own customer. It cannot be read back. */
  set identity(token: string | null) {
    this.#identity = token
    this.#post({ type: "identity", token })
  }

  open() {
    this.#load()
    this.#isOpen = true
    memory.write("open", true)
    this.#show()
    this.#post({ type: "open" })
  }

  close() {
    if (!this.#isOpen) {
      return
    }
    this.#isOpen = false
    memory.write("open", false)
    this.#dialog.close()
    this.#post({ type: "close" })
    this.#button.focus()
  }

  get #language() {
    const stated = this.getAttribute("locale") ?? document.documentElement.lang
    return stated === "" ? navigator.language : stated
  }

  get #labels() {
    return labels[this.#language.slice(0, 2)] ?? labels["en"]!
  }

  /** Shows the open chat beside the page or, where that is narrow, over it. */
  #show() {
    if (this.#isOpen) {
      this.#dialog.close()
      if (this.#width.matches) {
        this.#dialog.showModal()
      } else {
        this.#dialog.show()
      }
      this.#frame?.focus()
    }
  }

  #post(message: ToFrame) {
    this.#port?.postMessage(message)
  }

  get #theme(): Theme {
    const stated = getComputedStyle(this)
    const theme: Partial<Record<keyof Theme, string>> = {}
    for (const name of themeNames) {
      const value = stated.getPropertyValue(`--storefront-${name}`)
      if (value !== "") {
        theme[name] = value
      }
    }
    return theme
  }

  get #hello(): Hello {
    const stated = ` ${this.getAttribute("handles") ?? ""} `
    return {
      type: "hello",
      locale: this.#language,
      theme: this.#theme,
      handles: handledNames.filter((name) => stated.includes(` ${name} `))
    }
  }

  /** Creates the frame, and hands it the port when it has loaded. */
  #load() {
    if (this.#frame !== undefined) {
      return
    }
    const frame = document.createElement("iframe")
    this.#frame = frame
    frame.title = this.#labels[1]
    frame.allow = "clipboard-write"
    const { origin } = new URL(base)
    const blocked = setTimeout(() => this.#refuse(origin), frameWait)
    frame.addEventListener("load", () => {
      const { port1, port2 } = new MessageChannel()
      this.#port = port1
      port1.addEventListener("message", ({ data }: MessageEvent<ToPage>) => {
        clearTimeout(blocked)
        this.#receive(data)
      })
      port1.start()
      frame.contentWindow?.postMessage(this.#hello, origin, [port2])
      if (this.#identity !== undefined) {
        this.#post({ type: "identity", token: this.#identity })
      }
      if (this.#product !== null) {
        this.#post({ type: "context", product_id: this.#product })
      }
      if (this.#isOpen) {
        this.#post({ type: "open" })
      }
    })
    frame.src = new URL("widget/", base).href
    this.#dialog.append(frame)
  }

  #refuse(origin: string) {
    // oxlint-disable-next-line eslint/no-console -- the console is where a page's developer looks
    console.error(
      `storefront-assistant: the chat of ${origin} does not answer. Allow ${origin} in frame-src of this page's policy, and ${location.origin} in WIDGET_ORIGINS`
    )
    this.remove()
  }

  #receive(message: ToPage) {
    switch (message.type) {
      case "awaiting":
        memory.write("awaiting", message.isAwaited)
        return
      case "closed":
        this.close()
        break
      case "unread":
        this.#badge.hidden = message.count === 0
        this.#badge.textContent = String(message.count)
        break
      default:
    }
    const { type, ...detail } = message
    this.dispatchEvent(new CustomEvent(`storefront-${type}`, { detail, bubbles: true }))
  }
}

const addElement = () => {
  if (document.querySelector("storefront-assistant") === null) {
    document.body.append(document.createElement("storefront-assistant"))
  }
}

if (base === "") {
  // oxlint-disable-next-line eslint/no-console -- the console is where a page's developer looks
  console.error("storefront-assistant: widget.js must be a script of the page, not a module")
} else if (customElements.get("storefront-assistant") === undefined) {
  customElements.define("storefront-assistant", StorefrontAssistant)
  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", addElement)
  } else {
    addElement()
  }
}
