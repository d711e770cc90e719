import { type Rule, talk } from "../Rule.ts"

/** Rules on demands at the expense of the shop or of other people. */
export const demandRules: ReadonlyArray<Rule> = [
  {
    id: "grant.privilege",
    intent: "Wants rights or goods that are not the sender's",
    weight: 1,
    all: ["grant", "privilege"],
    within: 40,
    unless: ["asking"]
  },
  {
    id: "grant.free",
    intent: "Wants goods for nothing",
    weight: 0.5,
    all: ["grant", "free"],
    within: 40,
    unless: ["asking", "questioned"]
  },
  {
    id: "grant.unchecked",
    intent: "Wants something done without the checks",
    weight: 0.9,
    all: ["grant", "unchecked"],
    within: 80,
    unless: ["asking"]
  },
  {
    id: "grant.others",
    intent: "Wants something done to other people's orders or accounts",
    weight: 1,
    all: ["act", "others"],
    within: 40,
    unless: ["asking", "questioned"]
  },
  {
    id: "tools.call",
    intent: "Wants to choose the tool calls",
    weight: 1,
    all: ["call", "identifier"],
    within: 40,
    unless: ["asking", "coupon"]
  },
  { id: "tools.named", intent: "Speaks of tool calls", weight: 0.6, all: ["call", "tools"], within: 30, unless: talk },
  {
    id: "tools.others",
    intent: "Wants tools used on other people's things",
    weight: 0.7,
    all: ["identifier", "others"],
    within: 80,
    unless: ["asking"]
  },
  {
    id: "exfiltration.others",
    intent: "Wants data of people sent away",
    weight: 1,
    all: ["send", "others", "records"],
    within: 60,
    unless: ["asking"]
  },
  {
    id: "exfiltration.internals",
    intent: "Wants insides sent away",
    weight: 0.8,
    all: ["send", "internals"],
    within: 60,
    unless: talk
  },
  {
    id: "exfiltration.secrets",
    intent: "Wants secrets sent away",
    weight: 0.8,
    all: ["send", "secrets"],
    within: 60,
    unless: ["asking", "mine"]
  },
  {
    id: "exfiltration.link",
    intent: "Wants data put into a link",
    weight: 0.6,
    all: ["send", "link", "records"],
    within: 90,
    unless: talk
  },
  {
    id: "exfiltration.all",
    intent: "Wants everything sent to an address",
    weight: 0.5,
    all: ["send", "all", "mailbox"],
    within: 70,
    unless: ["asking"]
  },
  { id: "quiet", intent: "Wants it kept from the user", weight: 0.3, all: ["quiet"], within: 0, unless: ["asking"] },
  { id: "harm", intent: "Wants something made that must not be", weight: 0.7, all: ["make", "harm"], within: 60 }
]
