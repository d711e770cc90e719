import { assert, describe, it } from "@effect/vitest"
import { type Candidate, closest, nearest, withAllWords } from "../../src/rules/Relevance.ts"
import { contentWords } from "../../src/rules/SearchWords.ts"
import { FastCheck } from "effect"

const candidate = (name: string, facts: Partial<Candidate> = {}): Candidate => ({
  name,
  brand: "Brand",
  is_match: false,
  named: [],
  found: [],
  similarity: null,
  ...facts
})

/** Those with all words, or else the closest. */
const kept = <A extends Candidate>(asked: ReadonlyArray<string>, candidates: ReadonlyArray<A>) => {
  const complete = withAllWords(asked, candidates)
  return complete.length > 0 ? complete : closest(asked, candidates)
}

const shown = (query: string, ...candidates: ReadonlyArray<Candidate>) =>
  kept(contentWords(query), candidates).map(({ name }) => name)

describe("relevant products", () => {
  it("are those that have all words, whatever else resembles them", () => {
    const trail = candidate("Trail Shoes", { is_match: true, named: [0, 1], found: [0, 1] })
    assert.deepStrictEqual(
      shown(
        "trail shoes",
        candidate("Trail Mix", { named: [0], found: [0] }),
        trail,
        candidate("Sandals", { similarity: 0.9 })
      ),
      ["Trail Shoes"]
    )
  })

  it("are those with a word in the name when others only mention it", () => {
    const bank = candidate("Power Bank", { is_match: true, found: [0] })
    assert.deepStrictEqual(shown("laptop", bank, candidate("Laptop", { is_match: true, named: [0], found: [0] })), [
      "Laptop"
    ])
    assert.deepStrictEqual(shown("laptop", bank), ["Power Bank"])
  })

  it("have words in name and text together", () => {
    const jacket = candidate("Winter Jacket", { named: [1], found: [0, 1] })
    assert.deepStrictEqual(shown("warm winter", candidate("Blanket", { found: [0] }), jacket), ["Winter Jacket"])
  })

  it("may be misspelt in the query, but not in the first letter", () => {
    const all = [candidate("Headphones"), candidate("Headlamp"), candidate("Kettle"), candidate("Bottle")]
    assert.deepStrictEqual(shown("hedphones", ...all), ["Headphones"])
    assert.deepStrictEqual(shown("kettel", ...all), ["Kettle"])
    assert.deepStrictEqual(shown("xettle", ...all), [])
  })

  it("may be written together, apart, or in an odd plural", () => {
    const all = [candidate("Headphones"), candidate("T-Shirt"), candidate("Knife Set"), candidate("Wall Shelf")]
    assert.deepStrictEqual(shown("head phones", ...all), ["Headphones"])
    assert.deepStrictEqual(shown("tshirt", ...all), ["T-Shirt"])
    assert.deepStrictEqual(shown("T-Shirts", ...all), ["T-Shirt"])
    assert.deepStrictEqual(shown("knives", ...all), ["Knife Set"])
    assert.deepStrictEqual(shown("shelves", ...all), ["Wall Shelf"])
  })

  it("have most of the words when none has all, one of them in the name", () => {
    const one = candidate("Backpack", { named: [1], found: [1] })
    const two = candidate("Jacket", { named: [2], found: [0, 2] })
    const mention = candidate("Tent", { found: [0, 1] })
    assert.deepStrictEqual(shown("waterproof hiking jacket women", one, two, mention), ["Jacket"])
  })

  it("are none when too few of the words fit", () => {
    assert.deepStrictEqual(
      shown("history of the hoverboard industry", candidate("History", { named: [0], found: [0] })),
      []
    )
  })

  it("are near in meaning, convincingly, when no word fits", () => {
    const far = candidate("Duvet", { similarity: 0.41 })
    assert.deepStrictEqual(shown("gift", far, candidate("Book", { similarity: 0.6 }), candidate("Rug")), ["Book"])
    assert.deepStrictEqual(shown("gift", far), ["Duvet"])
    assert.deepStrictEqual(shown("gift", candidate("Duvet", { similarity: 0.39 })), [])
  })

  it("are the full text's own for a query of nothing but filler words", () => {
    assert.deepStrictEqual(shown("something", candidate("Rug"), candidate("Song", { is_match: true })), ["Song"])
  })

  it("are of the kind that was asked for; what only mentions it comes last of all", () => {
    const socks = candidate("Wool Socks", { is_match: true, found: [0] })
    const sneakers = candidate("Low Sneakers", { named: [0] })
    assert.deepStrictEqual(shown("shoes", socks, sneakers), ["Low Sneakers"])
    assert.deepStrictEqual(withAllWords(["shoes"], [socks]), [])
    assert.deepStrictEqual(shown("shoes", socks), ["Wool Socks"])
    assert.deepStrictEqual(shown("shoes", socks, candidate("Sandals", { similarity: 0.6 })), ["Sandals"])
    // One kind in the name is enough.
    const bag = candidate("Backpack", { is_match: true, named: [1], found: [0, 1] })
    assert.deepStrictEqual(withAllWords(["laptop", "backpack"], [bag]), [bag])
  })

  it("are not of a kind that is spelt much like another", () => {
    assert.deepStrictEqual(shown("speakers", candidate("Low Sneakers")), [])
    assert.deepStrictEqual(shown("shelves", candidate("Rain Shell"), candidate("Wall Shelf")), ["Wall Shelf"])
  })

  const anyCandidate = FastCheck.record({
    name: FastCheck.constantFrom("Trail Shoes", "Kettle", "T-Shirt", "Headphones"),
    brand: FastCheck.constantFrom("Hearthlow", "Oskaberg"),
    is_match: FastCheck.boolean(),
    named: FastCheck.subarray([0, 1]),
    found: FastCheck.subarray([0, 1]),
    similarity: FastCheck.option(FastCheck.double({ min: 0.25, max: 1, noNaN: true }))
  })

  it.prop(
    "are some of the candidates in their order",
    [FastCheck.array(FastCheck.string(), { maxLength: 3 }), FastCheck.array(anyCandidate, { maxLength: 6 })],
    ([asked, candidates]) => {
      for (const some of [withAllWords(asked, candidates), closest(asked, candidates)]) {
        assert.deepStrictEqual(
          some,
          candidates.filter((candidate) => some.includes(candidate))
        )
      }
    }
  )
})

it("drops what is far behind the nearest, and what was not compared", () => {
  const near = nearest([{ similarity: 0.5 }, { similarity: 0.36 }, { similarity: 0.34 }, { similarity: null }])
  assert.deepStrictEqual(near, [{ similarity: 0.5 }, { similarity: 0.36 }])
  assert.deepStrictEqual(nearest([]), [])
})

describe("the words of a query", () => {
  it("are those that say something, without case and accents", () => {
    assert.deepStrictEqual(contentWords("Could you show me some Café T-Shirts, please?"), ["cafe", "t-shirts"])
    assert.deepStrictEqual(contentWords("anything nice for me"), [])
  })
})
