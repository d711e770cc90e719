const because = /(?:\b(?:because(?: of)?|cause|cuz|since|due to|reason(?: is|:)?|as (?=it|they|i|the))|:)\s+([^\n]+)$/iu
const fault =
  /(?:\b(?:it|they|this|the \S+|my \S+)(?:'s|'re| is| are| was| were| arrived| came)? )?\b(?:(?:the )?wrong (?:size|colou?r|item|one|product)|too (?:small|big|large|tight|loose|short|long|heavy|loud)|damaged|defective|broken|faulty|cracked|scratched|(?:doesn'?t|does not) (?:fit|work)|not as described|stopped working|changed my mind)\b[^.!?\n]*/iu
const closing = /(?:[.!?,\s]|\b(?:please|pls|thanks|thank you)$)+$/iu

/** Reads the reason of a return or cancellation, as written: "because …", "wrong size", "it's broken". */
export const readReason = (text: string): string | null => {
  const reason = because.exec(text)?.[1] ?? fault.exec(text)?.[0]
  return reason?.trim().replace(closing, "").slice(0, 500) || null
}
