import type { Array } from "effect"
import type { SeededProduct } from "./Catalogue.ts"
import type { SeededRandom } from "./SeededRandom.ts"
import { generalTopics, usageContexts, type Stars, titles, topics } from "./vocabulary/ReviewTexts.ts"
import { bookReviews, productReviews } from "./vocabulary/OpenersAndClosers.ts"

/** Title and body of a review. */
export interface Opinion {
  readonly title: string
  readonly body: string
}

/**
 * Composes the reviews of one product. Cycles through each list of sentences from a random start, so that no review is
 * a near-copy of another.
 */
export class ReviewWriter {
  private readonly random: SeededRandom
  private readonly product: SeededProduct
  private readonly cursors = new Map<Array.NonEmptyReadonlyArray<string>, number>()

  constructor(random: SeededRandom, product: SeededProduct) {
    this.random = random
    this.product = product
  }

  private nextFrom(list: Array.NonEmptyReadonlyArray<string>): string {
    const place = this.cursors.get(list) ?? this.random.int(0, list.length - 1)
    this.cursors.set(list, place + this.random.pick([1, 1, 2]))
    return list[place % list.length] ?? list[0]
  }

  private topic(mood: "good" | "bad"): string {
    return this.nextFrom(this.random.chance(0.5) ? generalTopics[mood] : topics[this.product.category][mood])
  }

  /** Composes a review whose words agree with the stars. */
  write(stars: Stars): Opinion {
    const { complaints, praise } = this.product.entry
    const maybe = (probability: number, sentence: () => string) => (this.random.chance(probability) ? [sentence()] : [])
    const good = () => this.nextFrom(praise)
    const bad = () => this.nextFrom(complaints)
    const setting = maybe(0.6, () => this.nextFrom(usageContexts[this.product.category]))
    const middle: Readonly<Record<Stars, () => ReadonlyArray<string>>> = {
      5: () => [good(), ...maybe(0.5, good), this.topic("good")],
      4: () => [good(), this.topic("good"), ...maybe(0.3, () => this.topic("good"))],
      3: () => [good(), `On the other hand: ${lowerFirst(bad())}`, ...maybe(0.4, () => this.topic("bad"))],
      2: () => [bad(), this.topic("bad"), ...maybe(0.3, () => `One good thing: ${lowerFirst(good())}`)],
      1: () => [bad(), ...maybe(0.5, bad), this.topic("bad")]
    }
    const { closers, openers } = this.product.category === "Books" ? bookReviews : productReviews
    const sentences = [this.nextFrom(openers[stars]), ...setting, ...middle[stars](), this.nextFrom(closers[stars])]
    return { title: this.nextFrom(titles[stars]), body: sentences.join(" ") }
  }
}

/** Lower-cases the first letter, unless the sentence starts with "I" or an abbreviation. */
const lowerFirst = (sentence: string) =>
  /^[A-Z][a-z]/.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : sentence
