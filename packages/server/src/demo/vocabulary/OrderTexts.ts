import type { Array } from "effect"
import { type CategoryName } from "../Names.ts"

/** Texts of orders and returns. They are drawn by position, so any change alters the seed's rows. */

type Texts = Array.NonEmptyReadonlyArray<string>

export const deliveryNotes: Texts = [
  "Please ring twice, the bell is quiet.",
  "Leave with the neighbour on the ground floor.",
  "Gate code is on the intercom, third button.",
  "Please no deliveries before nine.",
  "It is a present, do not leave it in the hallway.",
  "The dog is friendly, the door is behind the garage.",
  "Call me when you are downstairs."
]

export const cancelReasons: Texts = [
  "Ordered by mistake.",
  "Found it in a shop nearby.",
  "I chose the wrong size.",
  "It would arrive after the birthday.",
  "My partner had already ordered the same.",
  "I would like a different colour.",
  "I no longer need it."
]

export const returnReasons: Readonly<Record<CategoryName, Texts>> = {
  Electronics: [
    "It does not connect to my computer.",
    "The battery does not last as long as described.",
    "One side stopped working after two days.",
    "The screen has a scratch."
  ],
  Clothing: [
    "Too small, I need one size up.",
    "The colour is different from the picture.",
    "The fabric is rougher than I hoped.",
    "A seam is open."
  ],
  Home: [
    "It is larger than I thought and does not fit.",
    "It arrived with a dent.",
    "Too loud for our flat.",
    "The finish does not match the rest."
  ],
  Sports: [
    "It does not fit me well.",
    "A strap tore on the first trip.",
    "The zip is stuck.",
    "Heavier than described."
  ],
  Books: [
    "I already have this edition.",
    "Several pages are loose.",
    "The print is too small for me.",
    "It was a present and they own it."
  ]
}

/** An operator's notes on denied returns. */
export const denialNotes: Texts = [
  "Signs of heavy use, outside the conditions for returns.",
  "The serial number does not match the article we sent.",
  "Damage by liquid, which is not covered."
]
