const because =
  /(?:\b(?:because(?: of)?|cause|cuz|since|due to|on account of|reason(?: is|:)?|as (?=it|they|i|the|he|she)|for being)|:)\s+([^\n]+)$/iu
const subject =
  "(?:(?:it|they|this|that|these|those|the \\S+|my \\S+)(?:'s|'re| is| are| was| were| has| have| arrived| came)?(?: (?:a bit|a little|much|way|far|really|just|totally|completely))? )?"
const faulty = new RegExp(
  `\\b${subject}(?:(?:the )?wrong (?:size|colou?r|item|one|product|model)|too (?:small|big|large|tight|loose|short|long|heavy|loud|noisy)|damaged|defective|broken|faulty|cracked|scratched|doesn'?t (?:fit|work)|does not (?:fit|work)|not as described|leaks?\\b|stopped working|changed my mind)[^.!?\\n]*`,
  "iu"
)

/** Why something is sent back or cancelled, as the customer wrote it: "because …", "wrong size", "it's broken". */
export const readReason = (text: string): string | null => {
  const said = because.exec(text)?.[1] ?? faulty.exec(text)?.[0]
  const reason = said
    ?.trim()
    .replace(/[.!?,\s]+$/u, "")
    .replace(/,? (?:please|pls|thanks|thank you)$/iu, "")
  return reason === undefined || reason === "" ? null : reason.slice(0, 500)
}
