import { type SpeedTier } from "@storefront/domain/Inventory"

const speeds: ReadonlyArray<readonly [pattern: RegExp, speed: SpeedTier]> = [
  [
    /\b(?:overnight|over night|next day|nextday|tomorrow|fastest|quickest|asap|as (?:fast|quick|quickly|soon) as possible)\b/,
    "overnight"
  ],
  [/\b(?:express|expedited|priority|rush|fast|quick|quickly|faster|quicker|speedy|two day|2 day)\b/, "express"],
  [
    /\b(?:standard|normal|ordinary|regular|usual|economy|ground|slow|slowest|cheapest|cheap)\b(?! (?:price|one|way))/,
    "standard"
  ]
]

/** How fast something is to be sent, from the words of a clause. */
export const readSpeed = (words: string): SpeedTier | null =>
  speeds.find(([pattern]) => pattern.test(words))?.[1] ?? null
