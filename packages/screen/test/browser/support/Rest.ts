import { type Suite } from "./Suite.ts"

/** The REST interface, as an account uses it. */
export class Rest {
  readonly #url: string
  readonly #token: string

  private constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  /** Logs in. */
  static readonly logIn = async ({ process: { url } }: Suite, email: string, password: string): Promise<Rest> => {
    const response = await fetch(`${url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password })
    })
    const { access_token } = (await response.json()) as { readonly access_token: string }
    return new Rest(url, access_token)
  }

  /** Reads a list or an object of the account. */
  readonly read = async <A>(path: string): Promise<A> => {
    const response = await fetch(`${this.#url}/api/${path}`, { headers: { authorization: `Bearer ${this.#token}` } })
    return (await response.json()) as A
  }

  /** Statuses of the account's orders, newest first. */
  readonly orders = async (): Promise<
    ReadonlyArray<{ readonly id: string; readonly status: string; readonly total: number }>
  > => {
    const { orders } = await this.read<{
      readonly orders: ReadonlyArray<{ id: string; status: string; total: number }>
    }>("orders")
    return orders
  }
}
