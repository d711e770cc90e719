import { fieldsOf, isFields, listOf } from "../json/Fields.ts"

/** What a page and the frame of the chat tell each other, over the port that the loader hands to the frame. */

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
  | { readonly type: "open" }
  | { readonly type: "close" }

export type ToPage =
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
  | { readonly type: "unread"; readonly count: number }
  | { readonly type: "cart-changed"; readonly item_count: number; readonly subtotal: number }
  /** An answer or a person is awaited: the next page shows the chat as it was. For the loader only. */
  | { readonly type: "awaiting"; readonly isAwaited: boolean }

/** Longest text in a message, in UTF-16 code units. */
const longest = 8192

const isText = (value: unknown): value is string => typeof value === "string" && value.length <= longest

const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)

/** Reads the first message from a page; null if it is none. */
export const readHello = (data: unknown): Hello | null => {
  if (!isFields(data) || data["type"] !== "hello" || !isText(data["locale"])) {
    return null
  }
  const { handles, locale, theme } = data
  const given = fieldsOf(theme)
  const named = listOf(handles)
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
  const { product_id, token, type } = data
  switch (type) {
    case "open":
    case "close":
      return { type }
    case "context":
      return isTextOrNull(product_id) ? { type, product_id } : null
    case "identity":
      return isTextOrNull(token) ? { type, token } : null
    default:
      return null
  }
}
