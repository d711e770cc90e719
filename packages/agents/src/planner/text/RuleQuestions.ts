/**
 * Messages that ask for a rule of the shop and nothing else. Each is the whole of a message: in a longer one the words may be about an order or a
 * product.
 */

const subject =
  "(?:returns?|refunds?|exchanges?|shipping|delivery|payments?|privacy|warranty|guarantee|gift ?wrap(?:ping)?|contact)"
const abroad =
  "(?:abroad|overseas|internationally|worldwide|(?:to|outside) (?:of )?(?:the )?(?:canada|mexico|europe|eu|uk|england|britain|ireland|germany|france|spain|italy|india|china|japan|australia|brazil|(?:other|foreign|which|what) countries|another country))"

const asks: ReadonlyArray<RegExp> = [
  new RegExp(`^what (?:is|are) (?:your|the|the shop's) ${subject} (?:policy|policies|rules?|terms|conditions)$`),
  new RegExp(`^(?:tell me (?:about|more about)|explain) (?:your|the) ${subject} (?:policy|policies|rules?)$`),
  /^(?:your |the )?(?:return|refund|shipping|delivery|privacy) policy$/,
  /^how long does (?:a |the |your |standard |express )?(?:delivery|shipping) (?:usually |normally )?take$/,
  new RegExp(`^(?:do|can|will|would) you (?:ship|deliver|send|post)(?: things| parcels| orders)? ${abroad}$`),
  /^(?:which|what) countries do you (?:ship|deliver|send) to$/,
  /^(?:do|can|could|will) you (?:(?:offer|do|have|provide) )?(?:a )?gift ?wrap(?:s|ping|ped)?(?: things| presents| gifts| it)?$/,
  /^(?:which|what) (?:payment (?:methods|options)|cards) (?:do you (?:accept|take|offer)|are there|can i use)$/,
  /^(?:how can i pay|can i pay (?:by|with) (?:a |my )?(?:credit card|debit card|card|paypal|invoice|apple pay|google pay))$/,
  /^(?:is there|do you (?:have|give|offer)) (?:a |any )?(?:warranty|guarantee)(?: on (?:what you sell|your (?:products|things|goods)))?$/,
  /^(?:what do you do with|how do you handle|do you sell) my data$/,
  /^how do i (?:return|send back|send) (?:something|things|an item|an order)(?: back)?$/
]

const courtesy = /^(?:(?:hi|hello|hey|please|excuse me|so|and)[,!.]? )+|(?: please)$/g

/** Returns whether a message asks for a rule of the shop, so that its own words find it. */
export const asksForRule = (message: string): boolean => {
  const plain = message
    .toLowerCase()
    .replaceAll(/[’`]/g, "'")
    .replaceAll(/[-\s]+/g, " ")
    .replaceAll(/what's/g, "what is")
    .replace(/[?!.\s]+$/, "")
    .trim()
    .replaceAll(courtesy, "")
    .trim()
  return asks.some((ask) => ask.test(plain))
}
