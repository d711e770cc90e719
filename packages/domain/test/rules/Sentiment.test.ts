import { assert, describe, it } from "@effect/vitest"
import {
  hits,
  label,
  negativeWords,
  positiveWords,
  findReviewHits,
  type ReviewText,
  summarise
} from "../../src/rules/Sentiment.ts"
import { UserText } from "../../src/tools/UserText.ts"
import { FastCheck, Schema } from "effect"

const terms = (text: string) => hits(text).map(({ isPositive, term }) => `${isPositive ? "+" : "-"}${term}`)

const summaryOf = (reviews: ReadonlyArray<ReviewText>) => summarise(reviews.map(findReviewHits))

const review = (rating: number, body: string, helpfulCount = 0, title = ""): ReviewText => ({
  rating,
  title,
  body,
  helpfulCount
})

describe("the label", () => {
  it("changes exactly at its borders", () => {
    const at = (hundredths: number) => label(hundredths, 100)
    assert.deepStrictEqual(
      [at(500), at(450), at(449), at(350), at(349), at(250), at(249), at(150), at(149), at(100)],
      [
        "very_positive",
        "very_positive",
        "positive",
        "positive",
        "mixed",
        "mixed",
        "negative",
        "negative",
        "very_negative",
        "very_negative"
      ]
    )
    assert.strictEqual(label(0, 0), "no_data")
  })

  it.prop(
    "depends on the mean only",
    [
      Schema.Int.pipe(Schema.between(1, 500)),
      Schema.Int.pipe(Schema.between(0, 400)),
      Schema.Int.pipe(Schema.between(2, 9))
    ],
    ([count, extra, factor]) => {
      const sum = Math.min(count + extra, 5 * count)
      assert.strictEqual(label(sum * factor, count * factor), label(sum, count))
    }
  )
})

describe("the words of a review", () => {
  it("are whole words in any letter case and form", () => {
    assert.deepStrictEqual(terms("GREAT sound, ｇｒｅａｔ price; greatness is no slowdown"), ["+great", "+great"])
  })

  it("are flipped by a negator at most three words before", () => {
    assert.deepStrictEqual(terms("not great"), ["-not great"])
    assert.deepStrictEqual(terms("never been really great"), ["-not great"])
    assert.deepStrictEqual(terms("never has it been great"), ["+great"])
    assert.deepStrictEqual(terms("hardly noisy and without leaks"), ["+not noisy", "+not leaks"])
  })

  it("are flipped by contractions with either apostrophe", () => {
    assert.deepStrictEqual(terms("It isn't bad, it doesn’t feel flimsy"), ["+not bad", "+not flimsy"])
  })

  it("are not flipped across the end of a clause", () => {
    assert.deepStrictEqual(terms("Is it good? No. Great box"), ["+great"])
    assert.deepStrictEqual(terms("not cheap but solid"), ["+solid"])
    assert.deepStrictEqual(terms("No, love it"), ["+love"])
  })

  it.prop("are found where they stand, whatever surrounds them", [Schema.String], ([text]) => {
    const shown = text.normalize("NFKC").replace(/[’ʼ]/gu, "'").replace(/\s+/gu, " ").trim()
    for (const { end, start, term } of hits(text)) {
      assert.strictEqual(shown.slice(start, end).toLowerCase(), term.replace(/^not /u, ""))
    }
  })

  it.prop(
    "speak for the opposite when negated",
    [
      FastCheck.constantFrom(...positiveWords, ...negativeWords),
      FastCheck.constantFrom("not", "no", "isn't", "barely")
    ],
    ([word, negator]) => {
      assert.deepStrictEqual(terms(`${negator} very ${word}`), [`${positiveWords.has(word) ? "-" : "+"}not ${word}`])
    }
  )
})

describe("a summary", () => {
  it("sorts reviews by what outnumbers", () => {
    const { lexicon } = summaryOf([
      review(5, "great and fast, a bit noisy"),
      review(3, "noisy"),
      review(3, "fast, slow"),
      review(3, "It arrived on a Tuesday")
    ])
    assert.deepStrictEqual(lexicon, { positive: 1, negative: 1, neutral: 2 })
  })

  it("takes pros from reviews of 4 and 5 stars and cons from those of 1 and 2", () => {
    const { cons, pros } = summaryOf([
      review(4, "comfortable, though noisy"),
      review(3, "perfect and useless"),
      review(2, "solid, but it leaks"),
      review(1, "not worth it")
    ])
    assert.deepStrictEqual(
      pros.map(({ term }) => term),
      ["comfortable"]
    )
    assert.deepStrictEqual(
      cons.map(({ term }) => term),
      ["leaks", "not worth"]
    )
  })

  it("counts reviews, not words, and names five by mentions then word", () => {
    const { pros } = summaryOf([
      review(5, "love love love, soft, quiet, fast, easy, best"),
      review(5, "quiet and best"),
      review(5, "quiet")
    ])
    assert.deepStrictEqual(
      pros.map(({ mentions, term }) => `${term} ${mentions}`),
      ["quiet 3", "best 2", "easy 1", "fast 1", "love 1"]
    )
  })

  it("gives the example of the most helpful review, of equals the newest", () => {
    const { pros } = summaryOf([
      review(5, "quiet in the morning", 3, "Good"),
      review(5, "quiet at night", 7, "Fine!"),
      review(5, "quiet at noon", 7)
    ])
    assert.deepStrictEqual(pros, [{ term: "quiet", mentions: 3, example: UserText.make("Fine! quiet at night") }])
  })

  it("keeps a title and its body apart", () => {
    const { lexicon } = summaryOf([review(5, "Great", 0, "No doubts")])
    assert.deepStrictEqual(lexicon, { positive: 1, negative: 0, neutral: 0 })
  })

  it("cuts an example between words to 160 characters", () => {
    const { pros } = summaryOf([review(5, `${"word ".repeat(40)}great ${"näxt ".repeat(40)}`)])
    const example = pros[0]!.example
    assert.isAtMost([...example.normalize("NFKC")].length, 160)
    assert.isAtLeast([...example].length, 140)
    assert.match(example, /^…word .* word great näxt .* näxt…$/u)
  })

  it.prop(
    "has examples that hold their word and are at most 160 characters",
    [Schema.String, Schema.String],
    ([before, after]) => {
      for (const { example } of summaryOf([review(5, `${before} sturdy ${after}`)]).pros) {
        assert.isAtMost([...example.normalize("NFKC")].length, 160)
        assert.match(example, /sturdy/u)
      }
    }
  )
})
