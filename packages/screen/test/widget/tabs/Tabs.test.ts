import { afterEach, assert, it } from "@effect/vitest"
import { Tabs } from "../../../src/widget/tabs/Tabs.ts"

const open: Array<Tabs> = []

/** A tab, and how often it has heard that something was said; the promise is the next time. */
const tab = (subject: string | null) => {
  let heard = 0
  let wake = () => {}
  const tabs = new Tabs(() => {
    heard++
    wake()
  })
  tabs.join(subject)
  open.push(tabs)
  return { tabs, heard: () => heard, next: () => new Promise<void>((resolve) => (wake = resolve)) }
}

afterEach(() => {
  for (const tabs of open.splice(0)) {
    tabs.close()
  }
})

it("tells of a conversation to tabs of the same customer only", async () => {
  const [first, second, other, nobody] = [tab("alice"), tab("alice"), tab("bob"), tab(null)]
  const told = [second.next(), other.next()]
  first.tabs.tellTalk()
  await told[0]
  // What is told later arrives later.
  tab("bob").tabs.tellTalk()
  await told[1]
  assert.deepStrictEqual(
    [first, second, other, nobody].map(({ heard }) => heard()),
    [0, 1, 1, 0]
  )
})

it("hears no more of a customer who has left", async () => {
  const [first, second, third] = [tab("alice"), tab("alice"), tab("alice")]
  second.tabs.join("bob")
  const told = third.next()
  first.tabs.tellTalk()
  await told
  const toldLater = second.next()
  tab("bob").tabs.tellTalk()
  await toldLater
  assert.strictEqual(second.heard(), 1)
})
