import { render } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { fieldsOf, numberOf, textOf } from "../json/Fields.ts"
import { storeIn } from "../widget/customer/Store.ts"
import { addressOf, type Place, readPlace } from "./Place.ts"
import { type Detail, type Listing, Shop } from "./Shop.ts"
import { Grid, Link, Product } from "./Views.tsx"
import "./demo.css"

/** A shop page around the chat, as a shop would build one: it knows of the chat only what `docs/widget.md` says. */

/** The element that `widget.js` defines. */
interface Assistant extends HTMLElement {
  product: string | null
  identity: string | null
  open(): void
}

const root = new URL("./", location.href).href
const shop = new Shop(
  root,
  storeIn(() => sessionStorage)
)

/** The snippet that puts the chat on a page. */
const snippet = `<script src="${root}widget.js" async></script>`

const isAssistant = (element: Element | null): element is Assistant =>
  element instanceof HTMLElement && "product" in element && "identity" in element && "open" in element

/** Tells the chat something as soon as its element is there. */
const tell = async (say: (assistant: Assistant) => void) => {
  await customElements.whenDefined("storefront-assistant")
  const element = document.querySelector("storefront-assistant")
  if (isAssistant(element)) {
    say(element)
  }
}

const ask = () => void tell((assistant) => assistant.open())

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Events of the chat, for as long as the page is shown. */
const useAssistant = (events: Readonly<Record<string, (detail: unknown) => void>>) => {
  const current = useRef(events)
  current.current = events
  useEffect(() => {
    for (const name of Object.keys(events)) {
      addEventListener(`storefront-${name}`, (event) => {
        current.current[name]?.(event instanceof CustomEvent ? event.detail : null)
      })
    }
  }, [])
}

const Demonstration = () => {
  const [place, setPlace] = useState(() => readPlace(location.href))
  const [listing, setListing] = useState<Listing | null>(null)
  const [detail, setDetail] = useState<Detail | null>(null)
  const [isLoggedIn, setLoggedIn] = useState(shop.account !== null)
  const [items, setItems] = useState(0)
  const [fault, setFault] = useState("")
  const dialog = useRef<HTMLDialogElement>(null)

  const go = (to: Partial<Place>) => {
    history.pushState(null, "", addressOf(to))
    setPlace(readPlace(location.href))
    scrollTo({ top: 0 })
  }

  const logIn = async () => {
    dialog.current?.close()
    try {
      const token = await shop.logIn()
      setLoggedIn(true)
      setFault("")
      await tell((assistant) => {
        assistant.identity = token
      })
    } catch (error) {
      setFault(messageOf(error))
    }
  }

  const logOut = () => {
    shop.logOut()
    setLoggedIn(false)
    setItems(0)
    void tell((assistant) => {
      assistant.identity = null
    })
  }

  useAssistant({
    "open-product": (message) => go({ product: textOf(fieldsOf(message)["product_id"]) }),
    "sign-in": () => dialog.current?.showModal(),
    "identity-expired": () => void logIn(),
    "cart-changed": (message) => setItems(numberOf(fieldsOf(message)["item_count"]))
  })

  useEffect(() => {
    const back = () => setPlace(readPlace(location.href))
    addEventListener("popstate", back)
    const token = shop.account
    if (token !== null) {
      void tell((assistant) => {
        assistant.identity = token
      })
    }
    return () => removeEventListener("popstate", back)
  }, [])

  useEffect(() => {
    const loading = new AbortController()
    const load = async () => {
      if (place.product === null) {
        document.title = "Demonstration shop"
        setDetail(null)
        setListing(await shop.list(place, loading.signal))
      } else {
        const read = await shop.detail(place.product, loading.signal)
        document.title = `${read.name} · Demonstration shop`
        setDetail(read)
      }
      setFault("")
    }
    void tell((assistant) => {
      assistant.product = place.product
    })
    load().catch((error: unknown) => {
      if (!loading.signal.aborted) {
        setFault(messageOf(error))
      }
    })
    return () => loading.abort()
  }, [place])

  useEffect(() => {
    if (detail !== null) {
      document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true })
    }
  }, [detail?.id])

  return (
    <>
      <aside class="strip" aria-label="About this page">
        This is a demonstration: nothing is sold here, and the customers are invented. <a href="docs">API reference</a>{" "}
        <a href="#snippet">Put the chat on your page</a>
      </aside>
      <header>
        <Link class="wordmark" to={{}} go={go}>
          Demonstration shop
        </Link>
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault()
            go({ words: String(new FormData(event.currentTarget).get("q") ?? "").trim() })
          }}
        >
          <input
            key={place.words}
            type="search"
            name="q"
            maxLength={100}
            defaultValue={place.words}
            aria-label="Search the shop"
            placeholder="Search the shop"
          />
        </form>
        <button type="button" onClick={ask}>
          Cart <span class={items === 0 ? "count none" : "count"}>{items}</span>
          <span class="hidden"> {items === 1 ? "item" : "items"}</span>
        </button>
        {isLoggedIn ? (
          <button type="button" onClick={logOut}>
            Alice · Log out
          </button>
        ) : (
          <button type="button" onClick={() => void logIn()}>
            Log in as Alice
          </button>
        )}
      </header>
      <main>
        {fault !== "" && (
          <p class="fault" role="alert">
            {fault}
          </p>
        )}
        {place.product === null ? (
          <Grid place={place} listing={listing} go={go} ask={ask} />
        ) : (
          <Product detail={detail} go={go} ask={ask} />
        )}
      </main>
      <footer id="snippet">
        <h2>The chat on your page</h2>
        <p>
          One line before the end of the page; all else is in <code>docs/widget.md</code>:
        </p>
        <pre tabIndex={0}>
          <code>{snippet}</code>
        </pre>
      </footer>
      <dialog ref={dialog} aria-labelledby="sign-in">
        <h2 id="sign-in">Log in</h2>
        <p>A real shop shows its own log-in here. In this one you are Alice, a customer with orders.</p>
        <button type="button" class="main" onClick={() => void logIn()}>
          Log in as Alice
        </button>{" "}
        <button type="button" onClick={() => dialog.current?.close()}>
          Not now
        </button>
      </dialog>
    </>
  )
}

const room = document.getElementById("shop")
if (room !== null) {
  render(<Demonstration />, room)
}
