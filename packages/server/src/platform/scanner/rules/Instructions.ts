import { type Rule, shopTalk, talk } from "../Rule.ts"

/** Rules on disregarding or disclosing the assistant's instructions. */
export const instructionRules: ReadonlyArray<Rule> = [
  {
    id: "override.prior",
    intent: "Wants earlier instructions to be disregarded",
    weight: 1,
    all: ["ignore", "prior", "instructions"],
    within: 60,
    unless: talk
  },
  {
    id: "override.yours",
    intent: "Wants the assistant's instructions to be disregarded",
    weight: 1,
    all: ["ignore", "yours", "instructions"],
    within: 45,
    unless: talk
  },
  {
    id: "override.limits",
    intent: "Wants the assistant's rules to be disregarded",
    weight: 0.9,
    all: ["ignore", "yours", "limits"],
    within: 40,
    unless: talk
  },
  {
    id: "override.all-limits",
    intent: "Wants all rules to be disregarded",
    weight: 0.7,
    all: ["ignore", "prior", "limits"],
    within: 40,
    unless: shopTalk
  },
  {
    id: "override.everything",
    intent: "Wants all that was said to be disregarded",
    weight: 0.9,
    all: ["ignore", "everything"],
    within: 40,
    unless: shopTalk
  },
  {
    id: "override.instructions",
    intent: "Wants some instructions to be disregarded",
    weight: 0.8,
    all: ["ignore", "instructions"],
    within: 30,
    unless: [...talk, "mine"]
  },
  {
    id: "override.void",
    intent: "Declares instructions void",
    weight: 1,
    all: ["void", "instructions", "prior"],
    within: 60,
    unless: shopTalk
  },
  {
    id: "override.all",
    intent: "Wants all to be disregarded, whatever it is",
    weight: 0.5,
    all: ["ignore", "all"],
    within: 12,
    unless: shopTalk
  },
  {
    id: "override.limits-bare",
    intent: "Wants rules to be disregarded",
    weight: 0.4,
    all: ["ignore", "limits"],
    within: 30,
    unless: shopTalk
  },
  {
    id: "override.agents",
    intent: "Wants other agents to be disregarded",
    weight: 0.7,
    all: ["ignore", "model"],
    within: 30,
    unless: talk
  },
  {
    id: "override.void-yours",
    intent: "Declares the assistant's instructions void",
    weight: 1,
    all: ["void", "instructions", "yours"],
    within: 60,
    unless: shopTalk
  },
  {
    id: "override.then",
    intent: "Wants something disregarded and dictates the answer",
    weight: 0.6,
    all: ["ignore", "prior", "only"],
    within: 80,
    unless: talk
  },
  {
    id: "disclosure.prompt",
    intent: "Wants to read the system prompt",
    weight: 1,
    all: ["reveal", "prompt"],
    within: 65,
    unless: talk
  },
  {
    id: "disclosure.yours",
    intent: "Wants to read the assistant's instructions",
    weight: 1,
    all: ["reveal", "yours", "instructions"],
    within: 45,
    unless: talk
  },
  {
    id: "disclosure.limits",
    intent: "Wants to read the assistant's rules",
    weight: 0.5,
    all: ["reveal", "yours", "limits"],
    within: 30,
    unless: shopTalk
  },
  {
    id: "disclosure.above",
    intent: "Wants to read what stands before the conversation",
    weight: 1,
    all: ["reveal", "above"],
    within: 45,
    unless: talk
  },
  {
    id: "disclosure.internals",
    intent: "Wants to see insides of the model or the system",
    weight: 0.8,
    all: ["reveal", "internals"],
    within: 45,
    unless: talk
  },
  {
    id: "disclosure.secrets",
    intent: "Wants passwords, keys or confidential data",
    weight: 0.8,
    all: ["reveal", "secrets"],
    within: 45,
    unless: ["asking", "mine"]
  },
  {
    id: "disclosure.others",
    intent: "Wants what the shop knows of other people",
    weight: 1,
    all: ["reveal", "others", "records"],
    within: 60,
    unless: ["asking"]
  }
]
