import type { Array } from "effect"
import { type CategoryName } from "../Names.ts"

type Texts = Array.NonEmptyReadonlyArray<string>

/**
 * Sentences and titles of generated reviews. Good ones should contain words that `Sentiment` counts as praise, bad ones
 * words that it counts as criticism. Lists are drawn by position, so any change alters the seed's rows.
 */

export type Stars = 1 | 2 | 3 | 4 | 5

export const titles: Readonly<Record<Stars, Texts>> = {
  5: [
    "Exactly what I was looking for",
    "Very happy with it",
    "Would buy it again tomorrow",
    "Better than I expected",
    "My favourite purchase this year",
    "Excellent in every way",
    "Worth the price",
    "A joy to use every day",
    "No complaints at all",
    "Perfect for us",
    "Keeps its promises",
    "Bought a second one"
  ],
  4: [
    "Very good, with one small thing",
    "Nearly perfect",
    "Solid choice",
    "Good value for the money",
    "Does its job well",
    "Happy so far",
    "A good buy",
    "Four stars, almost five",
    "Better than the last one I had",
    "Well made"
  ],
  3: [
    "Fine, but not more",
    "Good and bad",
    "Average",
    "I had hoped for a little more",
    "Okay for the price",
    "Mixed feelings",
    "It depends what you need",
    "Does the job, mostly"
  ],
  2: [
    "Not what I hoped for",
    "Disappointed",
    "Would not buy it again",
    "Too many small faults",
    "Looks better than it is",
    "Expected more for the price"
  ],
  1: [
    "Sent it back",
    "A waste of money",
    "Broken after a few weeks",
    "Stay away",
    "Terrible quality",
    "Worst purchase in a long time"
  ]
}

/** Sentences about value and shipping, which fit any product. */
export const generalTopics: Readonly<Record<"good" | "bad", Texts>> = {
  good: [
    "For the price it is great value.",
    "It is not cheap, but worth the money.",
    "A fair deal compared with the big names.",
    "Delivery took two days, and the box was in perfect shape.",
    "It arrived a day early and well packed.",
    "The packaging is all paper, I love that.",
    "The courier called ahead, shipping was easy."
  ],
  bad: [
    "For this price I expect more, it is not worth the money.",
    "Too expensive for what it is.",
    "The same money buys something better elsewhere, a bad deal.",
    "Delivery was slow, it arrived a week late.",
    "The box was open and the packaging terrible.",
    "The courier left the package in the rain."
  ]
}

const gear = {
  good: [
    "The quality of the material is excellent.",
    "The build is solid, nothing rattles.",
    "The design is calm and looks good anywhere.",
    "The colour is exactly as in the picture.",
    "After four months there is no sign of wear.",
    "Durability seems to be no problem, it is as good as new."
  ],
  bad: [
    "The material feels cheap and the quality is poor.",
    "The finish is bad, there are marks all over it.",
    "The build is flimsy.",
    "The design is poor, you notice it every time.",
    "It broke within two months.",
    "Durability is poor, it has not lasted a season."
  ]
} as const

const clothes = {
  good: [
    "The material is excellent and the stitching perfect.",
    "Size and fit are just right.",
    "The colour is exactly as in the picture.",
    "After four months there is no sign of wear.",
    "The style goes with everything I own.",
    "You can tell that it is made with care, the quality is great."
  ],
  bad: [
    "The material feels cheap and the quality is poor.",
    "The size is off and the fit is bad.",
    "The colour looks nothing like the picture.",
    "After a few weeks the wear is bad.",
    "The stitching is poor, threads hang out.",
    "The style is fine, the durability terrible."
  ]
} as const

const prints = {
  good: [
    "Paper and printing are of excellent quality.",
    "The design of the cover is perfect on a shelf.",
    "It is well made, the spine is solid.",
    "The size is comfortable for reading in bed.",
    "It has been read by four people and shows no wear."
  ],
  bad: [
    "The paper quality is poor, the print shines through.",
    "The cover design is bad and so is the size of the type.",
    "It is badly made, the spine broke on the second day.",
    "The material of the cover is flimsy.",
    "The look is cheap for a book of this price."
  ]
} as const

/** Sentences about quality, design and durability, by category. */
export const topics: Readonly<Record<CategoryName, Readonly<Record<"good" | "bad", Texts>>>> = {
  Electronics: gear,
  Clothing: clothes,
  Home: gear,
  Sports: { good: [gear.good[1], ...clothes.good], bad: [gear.bad[2], ...clothes.bad] },
  Books: prints
}

/** Sentences about the use of a product, without praise or criticism. */
export const usageContexts: Readonly<Record<CategoryName, Texts>> = {
  Electronics: [
    "I work from home three days a week and use it for hours.",
    "I bought it for my commute, forty minutes each way.",
    "It sits on my desk next to two other devices.",
    "My son uses it for school.",
    "I travel a lot and it is always in my bag.",
    "We tried it with a phone, a laptop and a television.",
    "I am no expert, I just want things to run."
  ],
  Clothing: [
    "I am 178 cm tall and took a medium.",
    "I wear it to work and at the weekend.",
    "I washed it four times before writing this.",
    "I usually order between two sizes.",
    "I wore it for a week in the mountains.",
    "It was for my father, who is hard to please.",
    "I cycle to work in every weather."
  ],
  Home: [
    "We live in a flat with two children and a dog.",
    "It stands in a small kitchen.",
    "We moved house in March and needed one.",
    "I use it almost every day.",
    "Our house is a hundred years old and nothing is straight.",
    "I share a flat with three others.",
    "My mother has the same in another colour."
  ],
  Sports: [
    "I run about thirty kilometres a week.",
    "I took it on a ten-day hike.",
    "I am a beginner and train twice a week.",
    "We were out with it in rain and in heat.",
    "I used it for a whole season before writing this.",
    "I weigh 84 kilos and am not gentle with my things.",
    "Our club bought six of them."
  ],
  Books: [
    "I read mostly on trains.",
    "I gave it to my brother for his birthday.",
    "Our reading group chose it in autumn.",
    "I read it twice before writing this.",
    "It has been on my bedside table for a month.",
    "I borrowed it first and then bought my own.",
    "I have all the author's earlier books."
  ]
}

/** Flagged reviews: all capitals, no content. `WORST` and `DO NOT` mark those with one star. */
export const shoutedReviews: Texts = [
  "BEST EVER!!!! BUY NOW BUY NOW BUY NOW!!!",
  "AMAZING AMAZING AMAZING!!! EVERYONE NEEDS THIS TODAY!!!",
  "DO NOT BUY!!! SCAM SCAM SCAM!!! VISIT MY SHOP INSTEAD!!!",
  "FIVE STARS!!!! CHEAPER ON MY PAGE, LINK IN PROFILE!!!",
  "WORST SHOP ON EARTH!!! ALL LIES!!! THIEVES!!!",
  "WOW WOW WOW!!! MUST BUY!!! 100 % PERFECT!!!"
]

/** Praise without content, as sold by the dozen. */
export const emptyPraise: Texts = [
  "Great product, highly recommend!",
  "Love it, five stars!",
  "Amazing product, must buy.",
  "Perfect product. Best ever!",
  "Worth every penny, highly recommend to all.",
  "5 stars, great product, fast shipping.",
  "Love it! Amazing product.",
  "Best ever, must buy for everyone."
]

/** Returns the text that the copyist posts on many products, with only the product's noun changed. */
export const repostedText = (kind: string) =>
  `I bought this ${kind} for my whole family and everyone is delighted with it, such excellent quality and such fast delivery, you will not find anything better anywhere at this price.`

/** Reviews of one product that all appear within a day. */
export const burstReviews: Texts = [
  "Just arrived and already the best thing in the house, everyone should order one now.",
  "Saw it online today and I am so happy with it, perfect in all respects.",
  "Excellent, excellent, excellent. I told all my friends to order it too.",
  "Super fast, super quality, super price. I am impressed by this seller.",
  "I have tried them all and nothing comes close, amazing work by this brand.",
  "Ordered three more today, this is how a good shop should work.",
  "Wonderful, it changed my days completely. Thank you, thank you."
]
