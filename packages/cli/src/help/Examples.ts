/** Commands to type after the program's name, with their meanings. */
export type Examples = ReadonlyArray<readonly [command: string, meaning: string]>

/** An environment variable, with its meaning and its default. */
export type Variable = readonly [name: string, text: string]

const id = "01a1fae6-6bbb-766b-9a15-8a7a035ac115"

/** Examples by the words that lead to a command; the empty words stand for the first page. */
export const examples: Readonly<Record<string, Examples>> = {
  "": [
    ["up", "the suite; nothing to install, no key"],
    ['ask "Show my cart"', "one answer; or ask, to talk"],
    ["orders list --limit 5", "the newest orders"]
  ],
  up: [
    ["up", "all agents in one process, what npm start runs"],
    ["up --mcp --oauth", "with the tool servers, and an authorization server whose tokens they want"]
  ],
  start: [["start order-management", "one process of a deployment that has one for each service"]],
  seed: [
    ["seed", "the demonstration shop in an empty database"],
    ["seed --reset --products 5000", "another one in its place; asks for the name of the database"]
  ],
  verify: [["verify", "every invariant of the data, with exit code 1 if one is broken"]],
  "seed verify": [["verify", "the present name of this command"]],
  ask: [
    ["ask", "a conversation: /new begins another one, /quit ends it, ctrl-c stops an answer"],
    ['ask "Find a tent for two" --guest', "as a visitor without an account"],
    ['ask "Is the Basecamp 2 tent any good?" --as bob@example.com', "one answer, for somebody else"],
    [`ask yes --conversation ${id}`, "confirms what the last answer of that conversation asked about"],
    ["ask --json < question.txt", "the question from a file, the answer as one JSON object"],
    ['ask "Hello" --as eve@shop.org --password-stdin < password.txt', "as yourself; or be asked for it"]
  ],
  status: [["status --json", "for scripts: exit code 1 unless the orchestrator is ready"]],
  doctor: [["doctor", "exit code 1 if something has to be fixed"]],
  "orders list": [["orders list --status placed --limit 50", "what waits for a decision, newest first"]],
  "orders ship": [[`orders ship 0EBA-32AC --note "Two boxes"`, "the customer can read the note"]],
  "returns list": [["returns list --status requested", "what waits for a decision"]],
  "returns deny": [[`returns deny ${id} --note "Too late"`, "asks first: there is no second request"]],
  "cases list": [["cases list --state open", "what waits for an answer, newest first"]],
  "cases answer": [
    [
      'cases answer 8A03-C115 "It comes today." --by ada@example.com',
      "the customer reads it in the conversation, with the name of Ada's account"
    ]
  ],
  "policies import": [
    ["policies import ./policies --dry-run", "what would change, and every error by file and line"],
    ["policies import ./policies --prune", "the folder is all there is"]
  ],
  "policies show": [["policies show returns --locale de", "passage by passage, as a question finds them"]],
  "users list": [["users list --role seller", "newest first"]],
  "users create-admin": [["users create-admin --email ada@example.com --name Ada", "asks for the password, unseen"]],
  "users set-password": [
    ["users set-password anna@example.com", "asks for the password twice, unseen"],
    ["users set-password anna@example.com < password.txt", "the one line of a file"]
  ],
  "users delete": [["users delete bob@example.com --yes", "for scripts; a person is asked"]],
  "tokens revoke": [["tokens revoke --user bob@example.com", "all that Bob has: he logs in anew"]],
  "auth clients add": [["auth clients add reports --key reports.pem --scope mcp:product", "a service of your own"]],
  "audit tail": [["audit tail --lines 5 --json", "one JSON object a line, for as long as it is left running"]],
  "audit show": [["audit show 52e87b7b244fe04c503c50ce6de9883b", "the trace that `storefront ask` prints"]],
  "audit prune": [["audit prune --keep-days 90", "asks for the name of the database"]],
  "usage prune": [
    ["usage prune --before 2026-01-01", "keeps what is from that day on; asks for the name of the database"]
  ],
  "guard check": [["guard check review.txt", "a line of verdict for each line of the file"]],
  "mcp check": [["mcp check http://127.0.0.1:9000", "what `up --mcp` serves"]],
  "model check": [["model check", "asks the configured model for what agents need of it"]],
  "model bridge": [
    ["model bridge --up", "the suite, whose model answers by files in ./bridge"],
    ["model bridge --terminal", "you answer, for a suite that is started with the line shown"],
    ["model bridge --replay bridge/transcript.jsonl", "the same answers once more"]
  ],
  "embeddings build": [["embeddings build", "can be stopped and run again at any time, beside a running suite"]],
  completions: [
    ["completions bash >> ~/.bashrc", "then open another terminal"],
    ["completions zsh >> ~/.zshrc", "the same for zsh"],
    ["completions fish > ~/.config/fish/completions/storefront.fish", "the same for fish"]
  ]
}

const database: ReadonlyArray<Variable> = [
  ["DATABASE_URL", "postgres://user:password@host/name (embedded)"],
  ["STOREFRONT_DATA_DIR", "embedded database, secrets (.storefront)"]
]

const model: Variable = ["OPENAI_API_KEY, LLM_MODEL", "a language model (embedded planner)"]
const door: Variable = ["ORCHESTRATOR_PORT", "of the REST API (8080)"]

/** Variables that nearly everybody needs; docs/configuration.md has all of them. */
export const variablesOfAll: ReadonlyArray<Variable> = [
  ...database,
  model,
  door,
  ["LOG_LEVEL, LOG_FORMAT", "debug, info, …; pretty or json (by who reads)"],
  ["NO_COLOR", "no colours"]
]

const secrets: Variable = ["JWT_SECRET, AGENT_SHARED_SECRET", "at least 32 bytes each (generated once by up)"]

/** Variables by the words that lead to a command, or by the first of them. */
export const variables: Readonly<Record<string, ReadonlyArray<Variable>>> = {
  up: [...database, model, door, secrets],
  start: [...database, model, door, secrets],
  migrate: database,
  seed: database,
  ask: [door, ["STOREFRONT_PASSWORD", "of the account that asks (the demonstration's, or asked for)"]],
  status: [door, ["HOST", "where the services listen (127.0.0.1)"]],
  doctor: [...database, model, door],
  orders: database,
  returns: database,
  backorders: database,
  cases: database,
  reviews: database,
  policies: [...database, ["PUBLIC_URL", "where the shop's own page of each policy is"]],
  users: database,
  "users create-admin": [...database, ["ADMIN_PASSWORD", "password of the new administrator (asked for)"]],
  "users set-password": [...database, ["PASSWORD", "the new password (asked for, or piped in)"]],
  tokens: database,
  auth: [...database, ["AUTH_SERVER_SECRET", "what the signing keys are sealed with (generated by up --oauth)"]],
  audit: database,
  usage: database,
  model: [
    model,
    ["ANTHROPIC_API_KEY", "a model of Anthropic"],
    ["OPENAI_BASE_URL, LLM_PROVIDER", "another server, and how it is spoken to (compatible)"]
  ],
  "model bridge": [...database, door],
  embeddings: [...database, ["EMBEDDING_MODEL", "what makes the vectors (by the provider of the answers)"]]
}
