import { type Rule, shopTalk, talk } from "../Rule.ts"

/** Rules on changing the assistant's role, claiming authority and replacing the task. */
export const roleRules: ReadonlyArray<Rule> = [
  {
    id: "role.unbound",
    intent: "Wants the assistant to be somebody without rules",
    weight: 1,
    all: ["become", "unbound"],
    within: 160
  },
  {
    id: "role.mode",
    intent: "Wants a mode in which rules do not hold",
    weight: 0.9,
    all: ["become", "mode"],
    within: 80
  },
  {
    id: "role.switch-mode",
    intent: "Switches to a mode in which rules do not hold",
    weight: 0.7,
    all: ["enter", "mode"],
    within: 40,
    unless: [...shopTalk, "mine"]
  },
  {
    id: "role.enter-mode",
    intent: "Names a mode in which rules do not hold",
    weight: 0.5,
    all: ["mode"],
    within: 0,
    unless: shopTalk
  },
  {
    id: "role.model-unbound",
    intent: "Describes a model without rules",
    weight: 0.7,
    all: ["model", "unbound"],
    within: 80,
    unless: talk
  },
  {
    id: "role.become",
    intent: "Wants the assistant to be somebody else",
    weight: 0.3,
    all: ["become"],
    within: 0,
    unless: shopTalk
  },
  {
    id: "role.not-assistant",
    intent: "Tells the assistant that it is none",
    weight: 0.9,
    all: ["notAssistant"],
    within: 0,
    unless: talk
  },
  {
    id: "role.unbound-only",
    intent: "Speaks of having no rules",
    weight: 0.3,
    all: ["unbound"],
    within: 0,
    unless: shopTalk
  },
  {
    id: "role.only",
    intent: "Wants somebody else's dictated answer",
    weight: 0.2,
    all: ["become", "only"],
    within: 160,
    unless: talk
  },
  {
    id: "authority.override",
    intent: "Claims a rank in order to have rules lifted",
    weight: 0.9,
    all: ["claim", "ignore"],
    within: 120,
    unless: ["asking"]
  },
  {
    id: "authority.disclosure",
    intent: "Claims a rank in order to read secrets",
    weight: 1,
    all: ["claim", "reveal", "secrets"],
    within: 140
  },
  {
    id: "authority.prompt",
    intent: "Claims a rank in order to read the prompt or insides",
    weight: 1,
    all: ["claim", "internals"],
    within: 140
  },
  {
    id: "authority.instructions",
    intent: "Claims a rank in order to read the instructions",
    weight: 1,
    all: ["claim", "prompt"],
    within: 140
  },
  {
    id: "authority.others",
    intent: "Claims a rank in order to read about people",
    weight: 1,
    all: ["claim", "others"],
    within: 140
  },
  {
    id: "authority.mode",
    intent: "Claims a rank in order to switch the mode",
    weight: 1,
    all: ["claim", "mode"],
    within: 140
  },
  {
    id: "authority.grant",
    intent: "Claims a rank in order to get something",
    weight: 0.9,
    all: ["claim", "grant", "privilege"],
    within: 140
  },
  { id: "authority.claim", intent: "Claims a rank", weight: 0.4, all: ["claim"], within: 0, unless: ["asking"] },
  { id: "task.new", intent: "Replaces the task", weight: 0.4, all: ["newTask"], within: 0, unless: talk },
  { id: "task.only", intent: "Dictates the answer", weight: 0.3, all: ["only"], within: 0, unless: shopTalk },
  {
    id: "task.new-only",
    intent: "Replaces the task by a dictated answer",
    weight: 0.4,
    all: ["newTask", "only"],
    within: 80,
    unless: talk
  },
  {
    id: "task.only-model",
    intent: "Dictates the answer against the tools",
    weight: 0.7,
    all: ["only", "unchecked"],
    within: 80
  }
]
