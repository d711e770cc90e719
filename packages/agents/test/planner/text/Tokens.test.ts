import { assert, describe, it } from "@effect/vitest"
import { tag } from "../../../src/planner/text/Tags.ts"
import { tokenize } from "../../../src/planner/text/Tokens.ts"

const read = (message: string) => tokenize(message).map(({ word }) => word)

/** The words that are tagged as names. */
const names = (message: string) =>
  tag(tokenize(message))
    .filter((token) => token.tag === "name")
    .map(({ word }) => word)

describe("the words of a message", () => {
  it.each([
    "how are my takings this week",
    "my refund has not shown up",
    "it fell apart",
    "my mum brought it home",
    "deduct the voucher",
    "disable the code",
    "my return is still pending",
    "revert the discount",
    "the shopping centre",
    "tack another lamp on",
    "rework the order",
    "i like teal",
    "the tenth anniversary",
    "wipe the slate clean",
    "has anybody dealt with it",
    "what were my takings"
  ])("leaves good English as it is: %s", (message) => {
    assert.deepStrictEqual(read(message), message.split(" "))
    assert.deepStrictEqual(names(message), [])
  })

  it.each([
    ["where is my pacakge", "package"],
    ["any reveiws of it", "reviews"],
    ["wher is my delivry", "delivery"],
    ["a leahter jacket", "leather"],
    ["a travl guide", "travel"],
    ["shipping to san fransisco", "francisco"]
  ])("corrects slips: %s", (message, meant) => {
    assert.include(read(message), meant)
  })

  it.each([
    ["i slept badly and nobody heard me", ["sleep", "hear"]],
    ["it was written and thrown away", ["write", "throw"]],
    ["they dried and tried", ["dry", "try"]]
  ])("knows irregular forms: %s", (message, lemmas) => {
    assert.includeMembers(
      tokenize(message).map(({ lemma }) => lemma),
      lemmas
    )
  })

  it("takes a rare word for a name only where it is written like one", () => {
    assert.deepStrictEqual(names("juniper or foundry"), [])
    assert.deepStrictEqual(names("do you sell the Juniper Foundry"), ["juniper", "foundry"])
  })

  it("takes an e-mail address for one name, which ends no sentence", () => {
    assert.deepStrictEqual(read("my mail is Foo.Bar@shop.example.com. Find it"), [
      "my",
      "mail",
      "is",
      "foo.bar@shop.example.com",
      ".",
      "find",
      "it"
    ])
    assert.deepStrictEqual(names("search for bob@secret.com backpacks"), ["bob@secret.com"])
    assert.deepStrictEqual(read("three @ 20"), ["three", "@", "20"])
  })

  it("takes what is in no dictionary for a name", () => {
    assert.deepStrictEqual(names("anything by nordvind or kestrelon"), ["nordvind", "kestrelon"])
  })
})
