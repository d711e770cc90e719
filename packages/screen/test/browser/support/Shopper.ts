import { type Frame, type Locator } from "playwright-core"
import arabic from "../../../texts/ar.json"
import english from "../../../texts/en.json"
import { type Chat } from "./Chat.ts"
import { type Hand, keyboard, mouse } from "./Hand.ts"
import { type Suite } from "./Suite.ts"

/** A customer on a journey. */

/** Hand and language of a journey. */
export interface Way {
  readonly hand: Hand
  readonly locale: "en" | "ar"
}

/** Each journey is made by mouse, by keyboard alone, and in Arabic. */
export const ways: ReadonlyArray<Way> = [
  { hand: mouse, locale: "en" },
  { hand: keyboard, locale: "en" },
  { hand: mouse, locale: "ar" }
]

export const nameOf = ({ hand, locale }: Way): string => `by ${hand.name}, in ${locale === "ar" ? "Arabic" : "English"}`

const languages = { en: english, ar: arabic }

/** Password of the demonstration shop's accounts. */
export const demoPassword = "storefront-demo"

export interface Arrival {
  /** Path of the page, with the chat in the way's language. */
  readonly path?: string
  readonly body?: string
  /** Attributes of the element. */
  readonly attributes?: string
  /** Runs in the page and in the frame, before theirs. */
  readonly script?: string
}

export class Shopper {
  readonly chat: Chat
  readonly frame: Frame
  readonly texts: typeof english
  readonly #way: Way

  private constructor(chat: Chat, frame: Frame, way: Way) {
    this.chat = chat
    this.frame = frame
    this.texts = languages[way.locale]
    this.#way = way
  }

  /** Comes to a page of the shop, in a browser of their own, and opens the chat. */
  static readonly arrive = async (
    { shop, visit }: Suite,
    way: Way,
    { attributes = "", body = "", path = "/", script }: Arrival = {}
  ): Promise<Shopper> => {
    shop.set(path, {
      body: `${body}<storefront-assistant locale="${way.locale}" ${attributes}></storefront-assistant>`
    })
    const chat = await visit({ path })
    if (script !== undefined) {
      await chat.page.addInitScript(script)
      await chat.page.reload()
    }
    return new Shopper(chat, await way.hand.open(chat), way)
  }

  /** Finds the chat again, which was open when the page was left. */
  readonly again = async (): Promise<Shopper> => {
    const frame = await this.chat.frame()
    await this.chat.log(frame).locator("article").last().waitFor()
    return new Shopper(this.chat, frame, this.#way)
  }

  get log(): Locator {
    return this.chat.log(this.frame)
  }

  /** The newest answer. */
  get answer(): Locator {
    return this.log.locator(".answer").last()
  }

  readonly button = (name: string, within: Locator = this.frame.locator("body")): Locator =>
    within.getByRole("button", { name, exact: true })

  readonly press = (control: Locator): Promise<void> => this.#way.hand.press(control)

  readonly choose = (option: Locator, value: string): Promise<void> => this.#way.hand.choose(option, value)

  readonly write = (field: Locator, text: string): Promise<void> => this.#way.hand.write(field, text)

  /** Decides on the proposal of the newest answer, once that is stored and stays where it is. */
  readonly decide = async (decision: "confirm" | "notNow"): Promise<void> => {
    await this.answer.locator(".opinion").waitFor()
    await this.press(this.button(this.texts[decision]))
  }

  /** Waits until a proposal has been settled. */
  readonly settle = (state: "confirmed" | "dropped"): Promise<void> =>
    this.log.locator(".action .state").getByText(this.texts.actionState[state], { exact: true }).waitFor()

  /** Says something, and waits until it has been answered with a text. */
  readonly say = async (text: string, awaited: string): Promise<void> => {
    await this.begin(text)
    await this.hear(awaited)
  }

  /** Says something. */
  readonly begin = async (text: string): Promise<void> => {
    await this.#way.hand.write(this.chat.input(this.frame), text)
    await this.chat.page.keyboard.press("Enter")
  }

  /** Waits for the end of the newest answer, which has a text. */
  readonly hear = async (awaited: string): Promise<void> => {
    await this.answer.getByText(awaited).first().waitFor()
    await this.button(this.texts.stop).waitFor({ state: "detached" })
  }

  /** Fills in the form that is open, and waits until somebody is signed in. */
  readonly enter = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    const form = this.frame.locator("form.sign-in")
    for (const [label, value] of Object.entries(fields)) {
      await this.#way.hand.write(form.getByLabel(label, { exact: true }), value)
    }
    await this.press(form.locator("button.main"))
    await this.button(this.texts.signOut).waitFor()
    await this.log.waitFor()
  }

  readonly logIn = async (email: string): Promise<void> => {
    const { texts } = this
    await this.press(this.button(texts.signIn, this.frame.locator("header")))
    await this.enter({ [texts.email]: email, [texts.password]: demoPassword })
  }

  readonly signUp = async (name: string, email: string, password: string): Promise<void> => {
    const { texts } = this
    await this.press(this.button(texts.noAccount))
    await this.enter({ [texts.name]: name, [texts.email]: email, [texts.password]: password })
  }

  /** Formats an amount as the customer's browser does. */
  readonly money = (amount: number): Promise<string> =>
    this.frame.evaluate(
      ([amount, locale]) => new Intl.NumberFormat(locale, { style: "currency", currency: "USD" }).format(amount),
      [amount, this.#way.locale] as const
    )
}
