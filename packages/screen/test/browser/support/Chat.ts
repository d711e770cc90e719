import { type Frame, type Locator, type Page } from "playwright-core"

/** The chat on a page, as a customer sees and uses it. */
export class Chat {
  readonly page: Page
  readonly #assistant: string

  constructor(page: Page, assistant: string) {
    this.page = page
    this.#assistant = assistant
  }

  /** The element on the page. Its shadow tree is closed. */
  get element(): Locator {
    return this.page.locator("storefront-assistant")
  }

  /** Finds the frame, once there is one. */
  readonly frame = async (): Promise<Frame> => {
    const found = () => this.page.frames().find((frame) => frame.url().startsWith(`${this.#assistant}/widget/`))
    for (let frame = found(); ; frame = found()) {
      if (frame !== undefined) {
        return frame
      }
      await this.page.waitForEvent("framenavigated")
    }
  }

  /** Clicks on the button at the corner, and waits until the chat can be used. */
  readonly open = async (): Promise<Frame> => {
    await this.element.waitFor({ state: "attached" })
    const { height, width } = await this.page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
    await this.page.mouse.click(width - 48, height - 48)
    const frame = await this.frame()
    await this.input(frame).waitFor()
    return frame
  }

  readonly input = (frame: Frame): Locator => frame.locator(".composer textarea")

  /** The log of the conversation. */
  readonly log = (frame: Frame): Locator => frame.getByRole("log")

  /** Types a message and sends it. */
  readonly send = async (text: string): Promise<void> => {
    const input = this.input(await this.frame())
    await input.fill(text)
    await input.press("Enter")
  }

  /** Sends a message, and waits until a text is in the log. */
  readonly ask = async (text: string, awaited: string): Promise<Frame> => {
    await this.send(text)
    const frame = await this.frame()
    await this.log(frame).getByText(awaited).last().waitFor()
    return frame
  }
}
