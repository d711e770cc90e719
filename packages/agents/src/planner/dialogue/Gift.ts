import { type Piece } from "../classify/Piece.ts"
import { intentSet, writing } from "../Intents.ts"
import { departments, interests, relatives } from "../text/WordLists.ts"
import { noFilters, plainWish, type Wish } from "../Wish.ts"

export const occasion =
  /\b(?:gifts?|presents?|birthday|anniversary|christmas|xmas|wedding|housewarming|graduation|valentine\w*|secret santa|(?:is )?turn(?:s|ing) \d+|[1-9]0th|mother'?s day|father'?s day|surprise)\b/iu
const person = new RegExp(`\\b(?:(?:my|our|a|the|for) (?:\\w+ )?${relatives}|he|she|they|him|her|who)\\b`, "iu")

/** What somebody likes: "loves running", "is into yoga", "for a keen gardener". */
const likes =
  /\b(?:loves?|likes|(?<!(?:['’]d|would|i) )like(?! an? )|enjoys?|adores?|(?:is|'s|'re|are|who's) (?:really |very |totally |so )?(?:into|fond of|mad about|crazy about|interested in|obsessed with|keen on|passionate about|a (?:big |huge |real )?fan of)|(?<!\b(?:mov|go|gett?|put|look|com|turn|run|fit)\w* )into|does a lot of|always|can(?:'|no)t live without|collects?|has (?:just )?(?:started|taken up|got into)|(?:recently|just) started|is learning|practi[cs]es?)(?: very much| so much| a lot)?(?: (?:to|doing)(?: (?:work|be|go|sit|play|do things)(?: in| on| at| with)?(?: the| a| his| her)?)?)? (?!it\b|that\b|this\b|the idea|the one|your|you\b)([\p{L}][\p{L}' -]{2,40}?)(?=[.,;:!?]|$| and (?:i|my|we|he|she|has|is|his|her)\b| but\b| so\b| with\b| around\b| under\b| for\b| up to\b| any\b| what\b| who\b| at\b| in\b| on\b| most\b| a lot\b| very\b)/iu
const keen =
  /\bfor (?:a|an|my|some) (?:keen |passionate |avid |young |little |old |new )*(gardener|runner|cook|chef|reader|hiker|camper|climber|cyclist|gamer|baker|traveller|traveler|swimmer|programmer|coder|photographer|musician|coffee lover|book ?worm|yogi|athlete|tea drinker|music lover)\b/iu

/** "he cycles a lot" */
const does = /\b(?:he|she|they) (\p{L}+?)s? a lot\b/iu

/** What the one who is given something likes. */
const interestIn = (message: string): string | null => {
  const said = [keen, does, likes].map((pattern) => pattern.exec(message)?.[1]).find((found) => found !== undefined)
  const interest = said?.trim().toLowerCase()
  return interest === undefined ? null : (interests.get(interest) ?? interest)
}

/** Wants something else: the past price is asked of what is known. */
const otherwise = intentSet("price_history", "human", "others_data")

const isAge = /\b(?:turn|age|old|year|birthday)\b/u

const isRemembered = /\b(?:remember|note (?:that|down)|keep in mind)/iu

const first = <A>(pieces: ReadonlyArray<Piece>, read: (piece: Piece) => A | null): A | null =>
  pieces.map(read).find((value) => value !== null) ?? null

/** A present for somebody who likes something is one search for that, within the limits that the message names. */
export const giftOf = (message: string, wishes: ReadonlyArray<Wish>, pieces: ReadonlyArray<Piece>) => {
  const query = interestIn(message)
  const isGift =
    (person.test(message) || keen.test(message)) &&
    (occasion.test(message) || /\b(?:for|give|get|buy)\b/iu.test(message)) &&
    wishes.every(({ intent }) => intent === "remember_preference" || !(writing.has(intent) || otherwise.has(intent))) &&
    !isRemembered.test(message)
  const isThing = ({ main, mood }: Piece) =>
    main?.hasNoun === true &&
    !occasion.test(main.text) &&
    (mood === "question" || (main.isPlural && !occasion.test(message)))
  const isNamed = wishes.some(({ filters, product }) => product?.source === "message" || filters.query !== null)
  if (query === null || !isGift || (isNamed && pieces.some(isThing))) {
    return wishes
  }
  const filters = {
    ...noFilters,
    query: departments.has(query) ? null : query,
    category: departments.get(query) ?? null,
    maxPrice: first(pieces, ({ bounds, text }) => bounds.maxPrice ?? (isAge.test(text) ? null : bounds.amount)),
    inStock: first(pieces, ({ bounds }) => bounds.inStock)
  }
  return [{ ...plainWish("find_products", message), filters }]
}
