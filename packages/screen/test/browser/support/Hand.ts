import { type Frame, type Locator } from "playwright-core"
import { type Chat } from "./Chat.ts"

/** A customer's way to use the chat. Journeys are written once, and made with each hand. */
export interface Hand {
  readonly name: string
  /** Opens the chat, whose input then has the focus. */
  readonly open: (chat: Chat) => Promise<Frame>
  /** Presses a button or a link. */
  readonly press: (control: Locator) => Promise<void>
  /** Writes into a field, in place of what stands there. */
  readonly write: (field: Locator, text: string) => Promise<void>
  /** Chooses a value of an option. */
  readonly choose: (option: Locator, value: string) => Promise<void>
}

export const mouse: Hand = {
  name: "mouse",
  open: (chat) => chat.open(),
  press: (control) => control.click(),
  write: (field, text) => field.fill(text),
  choose: (option, value) => option.locator(`[value="${value}"]`).check()
}

/** Presses of a key after which something counts as out of reach. */
const patience = 80

const hasFocus = (control: Locator) => control.evaluate((element) => element.matches(":focus-within"))

/** Goes to a control, or into a group of them, by Tab, or by Shift+Tab where it stands before the one that has the focus. */
const reach = async (control: Locator) => {
  await control.waitFor()
  const { keyboard } = control.page()
  for (let presses = 0; !(await hasFocus(control)); presses++) {
    if (presses === patience) {
      throw new Error(`The keyboard does not reach ${control}`)
    }
    const isBefore = await control.evaluate(
      (element) =>
        ((document.activeElement ?? document.body).compareDocumentPosition(element) &
          Node.DOCUMENT_POSITION_PRECEDING) !==
        0
    )
    await keyboard.press(isBefore ? "Shift+Tab" : "Tab")
  }
}

export const keyboard: Hand = {
  name: "keyboard",
  open: async (chat) => {
    await chat.element.waitFor({ state: "attached" })
    while (!(await hasFocus(chat.element))) {
      await chat.page.keyboard.press("Tab")
    }
    await chat.page.keyboard.press("Enter")
    const frame = await chat.frame()
    await frame.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA")
    return frame
  },
  press: async (control) => {
    // What is possible later, as Confirm is, is waited for; what was drawn anew meanwhile is reached again.
    do {
      await reach(control)
      await control.evaluate(
        (element) =>
          new Promise<void>((resolve) => {
            const look = () =>
              element.isConnected && element.ariaDisabled === "true" ? requestAnimationFrame(look) : resolve()
            look()
          })
      )
    } while (!(await hasFocus(control)))
    await control.page().keyboard.press("Enter")
  },
  write: async (field, text) => {
    await reach(field)
    await field.page().keyboard.press("Control+A")
    await field.page().keyboard.insertText(text)
  },
  choose: async (option, value) => {
    const { keyboard } = option.page()
    await reach(option)
    await keyboard.press("Space")
    while (!(await option.locator(`[value="${value}"]`).isChecked())) {
      await keyboard.press("ArrowDown")
    }
  }
}
