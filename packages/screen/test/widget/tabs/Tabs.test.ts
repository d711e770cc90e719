import { afterEach, assert, it } from "@effect/vitest"
import { Tabs } from "../../../src/widget/tabs/Tabs.ts"

const open: Array<Tabs> = []

/** A tab, and what it has heard; the promise is its next news. */
const tab = (subject: string | null) => {
  const heard: Array<string> = []
  let wake = () => {}
  const hear = (news: string) => () => {
    heard.push(news)
    wake()
  }
  const tabs = new Tabs({ guest: hear("guest"), talk: hear("talk") })
  tabs.join(subject)
  open.push(tabs)
  return { tabs, heard, next: () => new Promise<void>((resolve) => (wake = resolve)) }
}

afterEach(() => {
  for (const tabs of open.splice(0)) {
    tabs.close()
  }
})

it("tells of a conversation to tabs of the same customer only", async () => {
  const [first, second, other, nobody] = [tab("alice"), tab("alice"), tab("bob"), tab(null)]
  const told = [second.next(), other.next(), nobody.next()]
  first.tabs.tellTalk()
  await told[0]
  // What is told later arrives later.
  first.tabs.tellGuest()
  await Promise.all(told.slice(1))
  assert.deepStrictEqual(
    [first, second, other, nobody].map(({ heard }) => heard.filter((news) => news === "talk")),
    [[], ["talk"], [], []]
  )
})

it("hears no more of a customer who has left", async () => {
  const [first, second] = [tab("alice"), tab("alice")]
  second.tabs.join("bob")
  const told = second.next()
  first.tabs.tellTalk()
  first.tabs.tellGuest()
  await told
  assert.deepStrictEqual(second.heard, ["guest"])
})
