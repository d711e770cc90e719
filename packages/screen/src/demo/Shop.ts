import { fieldsOf, listOf, numberOf, textOf } from "../json/Fields.ts"
import { type Store } from "../widget/customer/Store.ts"
import { readJson, Refused, type Request, send } from "../widget/talk/Requests.ts"
import { type Place } from "./Place.ts"

/** Requests of the demonstration shop to its server: products, as a guest or as Alice, and to log in. */

/** A customer of the demonstration, whose password everybody knows. */
const alice = { email: "alice@example.com", password: "storefront-demo" }

const summaryOf = (value: unknown) => {
  const fields = fieldsOf(value)
  return {
    id: textOf(fields["id"]),
    name: textOf(fields["name"]),
    brand: textOf(fields["brand"]),
    category: textOf(fields["category"]),
    description: textOf(fields["description"]),
    picture: textOf(fields["image_url"]),
    price: numberOf(fields["price"]),
    before: numberOf(fields["original_price"]),
    rating: numberOf(fields["rating"]),
    reviewCount: numberOf(fields["review_count"])
  }
}

export type Summary = ReturnType<typeof summaryOf>

const reviewOf = (value: unknown) => {
  const { body, id, rating, reviewer, title } = fieldsOf(value)
  return {
    id: textOf(id),
    rating: numberOf(rating),
    title: textOf(title),
    body: textOf(body),
    reviewer: textOf(reviewer)
  }
}

const specOf = (value: unknown) => (typeof value === "boolean" ? (value ? "yes" : "no") : String(value))

const detailOf = (value: unknown) => {
  const fields = fieldsOf(value)
  return {
    ...summaryOf(fields),
    stock: numberOf(fields["total_stock"]),
    specs: Object.entries(fieldsOf(fields["specs"])).map(([name, spec]) => [name, specOf(spec)] as const),
    reviews: listOf(fields["reviews"]).map(reviewOf)
  }
}

export type Detail = ReturnType<typeof detailOf>

export interface Listing {
  readonly products: ReadonlyArray<Summary>
  readonly categories: ReadonlyArray<string>
}

export class Shop {
  readonly #root: string
  readonly #own: Store

  constructor(root: string, own: Store) {
    this.#root = root
    this.#own = own
  }

  /** Access token of Alice, if she is logged in in this tab. */
  get account(): string | null {
    return textOf(this.#own.read("demo-account")) || null
  }

  /** Logs Alice in, as a shop's own log-in would. */
  readonly logIn = async (): Promise<string> => {
    const session = await this.#post("api/auth/login", alice)
    this.#own.write("demo-account", session)
    return session
  }

  readonly logOut = (): void => this.#own.remove("demo-account")

  readonly list = async ({ category, words }: Place, signal: AbortSignal): Promise<Listing> => {
    const query = new URLSearchParams({
      limit: "100",
      ...(category === "" ? {} : { category }),
      ...(words === "" ? {} : { search: words })
    })
    const { categories, products } = fieldsOf(await this.#read(`api/products?${query}`, signal))
    return { products: listOf(products).map(summaryOf), categories: listOf(categories).map(textOf) }
  }

  readonly detail = async (id: string, signal: AbortSignal): Promise<Detail> =>
    detailOf(await this.#read(`api/products/${encodeURIComponent(id)}`, signal))

  async #post(path: string, json?: object): Promise<string> {
    const request: Request = { method: "POST", path, ...(json === undefined ? {} : { json }) }
    return textOf(fieldsOf(await readJson(await send(this.#root, request)))["access_token"])
  }

  /** Catalogue reads need a token: the tab's guest, or Alice where the shop takes no guests. */
  async #read(path: string, signal: AbortSignal): Promise<unknown> {
    const stored = textOf(this.#own.read("demo-reader"))
    const get = async (token: string) => readJson(await send(this.#root, { method: "GET", path, token, signal }))
    if (stored !== "") {
      try {
        return await get(stored)
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 401) {
          throw error
        }
      }
    }
    return await get(await this.#openReader())
  }

  async #openReader(): Promise<string> {
    const token = await this.#post("guests").catch((error: unknown) => {
      if (error instanceof Refused && error.status === 404) {
        return this.#post("api/auth/login", alice)
      }
      throw error
    })
    this.#own.write("demo-reader", token)
    return token
  }
}
