import { left, required } from "../rules/Column.ts"
import { moment } from "../rules/values/Dates.ts"
import { email } from "../rules/values/Names.ts"
import { filledText, text } from "../rules/values/Text.ts"
import { asRead, simpleKind } from "./SimpleKind.ts"

/** Accounts without a password: the issuer knows it, or `users set-password` sets one. */
export const customers = simpleKind(
  "customers",
  "email",
  {
    email: required(email, { docs: "address of the account", example: "anna@example.com" }),
    name: required(filledText(text(100)), { docs: "the person's name", example: "Anna Berg" }),
    createdAt: left(moment, { docs: "when the person became a customer", example: "2024-05-01" })
  },
  asRead
)
