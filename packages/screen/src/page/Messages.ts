import { fieldsOf, isFields } from "../json/Fields.ts"

/** Messages between a page and the frame of the chat, over the port that the loader hands to the frame. */

/** Custom properties of the page that give the chat its look, without their common prefix. */
export const themeNames = ["accent", "background", "text", "font", "radius"] as const

export type Theme = Readonly<Partial<Record<(typeof themeNames)[number], string>>>

/** Messages that a page can deal with itself. */
export const handledNames = ["open-product", "checkout", "sign-in"] as const

export type Handled = (typeof handledNames)[number]

/** First message to the frame, which carries the port. */
export interface Hello {
  readonly type: "hello"
  /** BCP 47 tag; empty if the page states none. */
  readonly locale: string
  readonly theme: Theme
  /** Messages that the page deals with. */
  readonly handles: ReadonlyArray<Handled>
}

export type ToFrame =
  /** Product that the customer looks at: an id of ours, or the shop's key or SKU. */
  | { readonly type: "context"; readonly product_id: string | null }
  /** Access token of a customer of the shop's own; null signs out. */
  | { readonly type: "identity"; readonly token: string | null }
  /** The chat is shown; `focus`: by the customer, who goes on in it. */
  | { readonly type: "open"; readonly focus: boolean }
  | { readonly type: "close" }

export type ToPage =
  /** The frame has taken its port. For the loader only. */
  | { readonly type: "hello" }
  | { readonly type: "ready" }
  | { readonly type: "closed" }
  | { readonly type: "resize"; readonly open: boolean; readonly width: number; readonly height: number }
  | {
      readonly type: "open-product"
      readonly product_id: string
      readonly external_id: string | null
      readonly url: string | null
    }
  | { readonly type: "checkout"; readonly url: string | null }
  | { readonly type: "sign-in" }
  | { readonly type: "identity-expired" }
  /** Answers that ended while the chat was closed. */
  | { readonly type: "unread"; readonly count: number }
  /** The cart as the assistant left it; all null if it has only become another one by a sign-in. */
  | {
      readonly type: "cart-changed"
      readonly item_count: number | null
      readonly subtotal: number | null
      /** ISO 4217. */
      readonly currency: string | null
    }
  /** An answer or a person is awaited: the next page shows the chat as it was. For the loader only. */
  | { readonly type: "awaiting"; readonly awaited: boolean }

/** Longest text in a message, in UTF-16 code units. */
const longest = 8192

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= longest

const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)

const isFlag = (value: unknown) => typeof value === "boolean"

const isCount = (value: unknown) => typeof value === "number"

const isCountOrNull = (value: unknown) => value === null || isCount(value)

/** Fields of the messages to a page. */
const toPage: Readonly<Record<ToPage["type"], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  hello: {},
  ready: {},
  closed: {},
  resize: { open: isFlag, width: isCount, height: isCount },
  "open-product": { product_id: isText, external_id: isTextOrNull, url: isTextOrNull },
  checkout: { url: isTextOrNull },
  "sign-in": {},
  "identity-expired": {},
  unread: { count: isCount },
  "cart-changed": { item_count: isCountOrNull, subtotal: isCountOrNull, currency: isTextOrNull },
  awaiting: { awaited: isFlag }
}

// Taken at once: the page may overwrite them.
const { entries, hasOwn } = Object

const isToPageType = (type: unknown): type is ToPage["type"] => isText(type) && hasOwn(toPage, type)

/** Returns whether something is a message to a page. */
export const isToPage = (data: unknown): data is ToPage => {
  const message = fieldsOf(data)
  const { type } = message
  if (!isToPageType(type)) {
    return false
  }
  for (const [name, is] of entries(toPage[type])) {
    if (!is(message[name])) {
      return false
    }
  }
  return true
}

/** Reads the first message from a page, which names what it deals with in one text; null if it is none. */
export const readHello = (data: unknown): Hello | null => {
  if (!isFields(data) || data["type"] !== "hello" || !isText(data["locale"])) {
    return null
  }
  const { handles, locale, theme } = data
  const given = fieldsOf(theme)
  const named = isText(handles) ? handles.split(/\s+/) : []
  return {
    type: "hello",
    locale,
    theme: Object.fromEntries(themeNames.flatMap((name) => (isText(given[name]) ? [[name, given[name]]] : []))),
    handles: handledNames.filter((name) => named.includes(name))
  }
}

/** Reads a later message from a page; null if it is none. */
export const readToFrame = (data: unknown): ToFrame | null => {
  if (!isFields(data)) {
    return null
  }
  const { focus, product_id, token, type } = data
  switch (type) {
    case "open":
      return { type, focus: focus === true }
    case "close":
      return { type }
    case "context":
      return isTextOrNull(product_id) ? { type, product_id } : null
    case "identity":
      return isTextOrNull(token) && token !== "" ? { type, token } : null
    default:
      return null
  }
}
