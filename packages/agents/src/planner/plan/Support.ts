import { type TurnView } from "@storefront/server/agent/CurrentTurn"

/** How people reach the shop's own staff: by what the shop has set, or without saying how. */
export const contact = ({ context: { support_contact: address } }: TurnView): string =>
  address === undefined ? "our support" : `our support (${address})`
