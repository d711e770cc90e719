import type { Array } from "effect"
import type { Stars } from "./ReviewTexts.ts"

type Texts = Array.NonEmptyReadonlyArray<string>

/** First and last sentences of reviews by stars, cycled by position. Their mood must fit the stars. */
interface OpenersAndClosers {
  readonly openers: Readonly<Record<Stars, Texts>>
  readonly closers: Readonly<Record<Stars, Texts>>
}

/** Sentences for all products except books. */
export const productReviews: OpenersAndClosers = {
  openers: {
    5: [
      "I was sceptical at first and I am convinced now.",
      "After six weeks of daily use I can say that this is excellent.",
      "My sister recommended it and she was right.",
      "I compared five models for an evening and this was the best decision.",
      "It was a birthday present to myself.",
      "Second one in the family, because the first is still perfect.",
      "I rarely write reviews, but this deserves one.",
      "It does one thing and does it great.",
      "From the first day it felt right.",
      "I replaced a much more expensive one and do not look back.",
      "A friend asked me where I got it, twice.",
      "I have had it since spring and love it more every week."
    ],
    4: [
      "I have used it for a month now and I like it.",
      "A good product with a small weakness.",
      "It is solid and does what it says.",
      "I needed something reliable and found it.",
      "Not perfect, and still a great buy.",
      "My old one gave up, so I took this.",
      "Four stars because nothing is ever finished.",
      "Bought on sale, and it was worth it.",
      "We use it as a family, nobody complains.",
      "It took me a week to get used to it, now I am glad."
    ],
    3: [
      "I am in two minds about it.",
      "It is neither good nor bad.",
      "For occasional use it is enough.",
      "Some things are well done, others are not.",
      "I wanted to like it more than I do.",
      "It works, and that is about it.",
      "After three weeks the first joy is gone.",
      "My expectations were perhaps too high."
    ],
    2: [
      "I gave it a fair chance, three weeks.",
      "It started well and went downhill.",
      "On paper it is right, in my hands it is not.",
      "I am disappointed, after all the praise I had read.",
      "I keep it only because sending it back is too much work.",
      "The idea is fine, the execution is poor.",
      "My neighbour has the older model, which is far better."
    ],
    1: [
      "I have never sent anything back so fast.",
      "This was a mistake from the first minute.",
      "I wish I could give no star at all.",
      "Two weeks, then it was over.",
      "I do not know how this left the factory.",
      "Save your money.",
      "I was looking forward to it for a week, and then this."
    ]
  },
  closers: {
    5: [
      "I would not give it back.",
      "I have already recommended it to two colleagues.",
      "If it ever breaks, I will buy the same again.",
      "All in all a perfect choice.",
      "The best thing I have ordered here.",
      "Thank you to whoever designed this."
    ],
    4: [
      "I would buy it again.",
      "With one small change it would be perfect.",
      "A reliable companion so far.",
      "Good enough to keep for years.",
      "I can recommend it with a clear conscience."
    ],
    3: [
      "I will keep it for now.",
      "Look at others before you decide.",
      "Wait for a sale.",
      "It is all right for guests.",
      "Next time I would choose another."
    ],
    2: [
      "I would not recommend it.",
      "I am looking for another one.",
      "Next time I spend more.",
      "Two stars for the friendly support."
    ],
    1: [
      "It went back the next day.",
      "Never again.",
      "I am waiting for my refund.",
      "Useless, I am sorry to say.",
      "Do not make my mistake."
    ]
  }
}

/** Sentences for books. */
export const bookReviews: OpenersAndClosers = {
  openers: {
    5: [
      "I finished it at two in the morning.",
      "I bought it for the cover and stayed for every page.",
      "My sister lent me hers, now I have my own.",
      "I rarely write reviews, but this book deserves one.",
      "It is the third book I have from this house, and the best.",
      "I wanted to read one chapter and read five.",
      "My copy is already full of notes."
    ],
    4: [
      "A very good book with a weak chapter or two.",
      "It took me thirty pages to get used to the tone, then I was in.",
      "I was given it and would have bought it.",
      "Not perfect, and still a great read.",
      "Exactly the book I needed this winter.",
      "Well written and well made."
    ],
    3: [
      "I am in two minds about it.",
      "Half of it is very good.",
      "I wanted to like it more than I do.",
      "It is pleasant, and I have forgotten most of it.",
      "Perhaps I was not in the mood."
    ],
    2: [
      "I gave it a hundred pages.",
      "The idea is fine, the execution is poor.",
      "I am disappointed, after all the praise I had read.",
      "The cover promises another book.",
      "I only finished it because I was ill in bed."
    ],
    1: [
      "I have never put a book down so fast.",
      "This was a mistake from the first page.",
      "I wish I could give no star at all.",
      "I do not know who edited this.",
      "Save your money and your evenings."
    ]
  },
  closers: {
    5: [
      "I have already given two copies away.",
      "I will read it again next year.",
      "All in all a perfect book.",
      "The best thing I have read for a long time.",
      "I did not want it to end."
    ],
    4: [
      "I will look for the author's other books.",
      "I can recommend it with a clear conscience.",
      "It stays on my shelf.",
      "A good present, too."
    ],
    3: ["Borrow it first.", "I will pass it on.", "Wait for the paperback.", "Others may like it more."],
    2: ["I would not recommend it.", "It went to the charity shop.", "Two stars for the cover."],
    1: ["It went back the next day.", "A waste of paper, I am sorry to say.", "Never again."]
  }
}
