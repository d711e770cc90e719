import * as LenientJson from "../../src/platform/provider/LenientJson.ts"

/** Answers and errors of providers in the shapes that they have: with what others do not send, and without what they do. */

export type ProviderName = "openai" | "anthropic" | "compatible"

/** The settings of a process that asks such a provider. */
export const at = (provider: ProviderName, url: string, apiKey?: string): Readonly<Record<string, string>> => {
  const prefix = provider === "anthropic" ? "ANTHROPIC" : "OPENAI"
  return {
    LLM_PROVIDER: provider,
    LLM_MODEL: "toy",
    [`${prefix}_BASE_URL`]: url,
    ...(apiKey === undefined ? {} : { [`${prefix}_API_KEY`]: apiKey })
  }
}

/** A call: its name, and its arguments as text. */
type Call = readonly [name: string, args: string, id?: unknown]

export interface Failure {
  readonly message: string
  readonly type?: string
  readonly code?: string | number
}

/** The answers of an interface with all their fields, as its reference has them; each has 11 tokens of input and 4 of output. */
interface Answers {
  /** Words for the customer; `more` stands in the place of some fields. */
  readonly said: (text: string, more?: object) => object
  /** Calls of tools, after thoughts where the interface has them. */
  readonly called: (...calls: ReadonlyArray<Call>) => object
  /** Words that are not all, for a reason in the provider's own words. */
  readonly ended: (reason: string, text: string) => object
  readonly declined: (text: string) => object
  /** An answer without success, whose status is not in it. */
  readonly error: (failure: Failure) => object
  /** The ids of the calls in a request. */
  readonly callsIn: (body: unknown) => ReadonlyArray<string>
  /** The results in a request, each with the id of its call. */
  readonly resultsIn: (body: unknown) => ReadonlyArray<{ readonly id: string; readonly text: string }>
}

const itemsOf = (body: unknown, type: string) =>
  LenientJson.list(LenientJson.field(body, "input")).filter((item) => LenientJson.field(item, "type") === type)

const blocksOf = (body: unknown, type: string) =>
  LenientJson.list(LenientJson.field(body, "messages"))
    .flatMap((message) => LenientJson.list(LenientJson.field(message, "content")))
    .filter((block) => LenientJson.field(block, "type") === type)

const textIn = (name: string) => (json: unknown) => LenientJson.text(LenientJson.field(json, name))

const resultBy = (id: string, text: string) => (result: unknown) => ({
  id: textIn(id)(result),
  text: textIn(text)(result)
})

const response = (output: ReadonlyArray<object>, more: object = {}) => ({
  id: "resp_68af4030592c81938ec0a5fbab4a3e9f05438e46b5f69a3b",
  object: "response",
  created_at: 1_756_315_696,
  status: "completed",
  background: false,
  billing: { payer: "developer" },
  completed_at: 1_756_315_698,
  error: null,
  frequency_penalty: 0,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: 4_096,
  max_tool_calls: null,
  model: "toy-2026-01-01",
  output,
  parallel_tool_calls: true,
  presence_penalty: 0,
  previous_response_id: null,
  prompt_cache_key: null,
  prompt_cache_retention: null,
  reasoning: { effort: "medium", summary: null },
  safety_identifier: null,
  service_tier: "default",
  store: false,
  temperature: 1,
  text: { format: { type: "text" }, verbosity: "medium" },
  tool_choice: "auto",
  tools: [
    {
      type: "function",
      name: "echo",
      description: "Says something back.",
      parameters: { type: "object", properties: { words: { type: "string" } }, required: ["words"] },
      strict: false
    }
  ],
  top_logprobs: 0,
  top_p: 1,
  truncation: "disabled",
  usage: {
    input_tokens: 11,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 4,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15
  },
  user: null,
  metadata: {},
  ...more
})

const outputText = (text: string) => ({ type: "output_text", annotations: [], logprobs: [], text })

const responseMessage = (content: ReadonlyArray<object>, more: object = {}) => ({
  id: "msg_68af4033a2a08193b2c4ad0e4f8b0c5d05438e46b5f69a3b",
  type: "message",
  status: "completed",
  content,
  role: "assistant",
  ...more
})

const functionCall = ([name, args, call_id = "call_Zx7pQ2mLk4"]: Call) => ({
  id: "fc_68af4034f0d88193",
  type: "function_call",
  status: "completed",
  arguments: args,
  call_id,
  name
})

const encryptedThought = {
  id: "rs_68af4032",
  type: "reasoning",
  encrypted_content: "gAAAAABor0Ay",
  summary: []
}

const citation = { type: "url_citation", start_index: 0, end_index: 1, url: "https://example.com", title: "Lamps" }

/** OpenAI and Azure, by the Responses API. */
const responses: Answers = {
  said: (text, more) =>
    response(
      [
        encryptedThought,
        responseMessage([{ ...outputText(text), annotations: [citation] }], { phase: "final_answer" })
      ],
      more
    ),
  called: (...calls) =>
    response([
      encryptedThought,
      responseMessage([outputText("I look that up.")], { phase: "commentary" }),
      ...calls.map(functionCall)
    ]),
  ended: (reason, text) =>
    response([responseMessage([outputText(text)], { status: "incomplete" })], {
      status: "incomplete",
      completed_at: null,
      incomplete_details: { reason }
    }),
  declined: (refusal) => response([responseMessage([{ type: "refusal", refusal }])]),
  error: ({ code, message, type = "invalid_request_error" }) => ({
    error: { message, type, param: null, code: code ?? null }
  }),
  callsIn: (body) => itemsOf(body, "function_call").map(textIn("call_id")),
  resultsIn: (body) => itemsOf(body, "function_call_output").map(resultBy("call_id", "output"))
}

const anthropicMessage = (content: ReadonlyArray<object>, more: object = {}) => ({
  id: "msg_013Zva2CMHLNnXjNJJKqJ2EF",
  type: "message",
  role: "assistant",
  model: "toy-20260101",
  content,
  stop_reason: "end_turn",
  stop_sequence: null,
  stop_details: null,
  container: null,
  context_management: null,
  usage: {
    input_tokens: 3,
    cache_creation_input_tokens: 6,
    cache_read_input_tokens: 2,
    cache_creation: { ephemeral_5m_input_tokens: 6, ephemeral_1h_input_tokens: 0 },
    output_tokens: 4,
    output_tokens_details: { thinking_tokens: 1 },
    server_tool_use: null,
    service_tier: "standard",
    inference_geo: "global"
  },
  ...more
})

const anthropicText = (text: string) => ({ type: "text", text, citations: null })

/** Thoughts as the provider gives them: some to be read, some only by itself. */
export const anthropicThoughts = [
  { type: "thinking", thinking: "Hm, secretly.", signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3hGgxBdjrkzLoky3dl1pk" },
  { type: "redacted_thinking", data: "EmwKAhgBEgy3va3pzix" }
]

/** Anthropic, by the Messages API. */
const messages: Answers = {
  said: (text, more) => anthropicMessage([anthropicThoughts[0]!, anthropicText(text)], more),
  called: (...calls) =>
    anthropicMessage(
      [
        ...anthropicThoughts,
        ...calls.map(([name, args, id = "toolu_01A09q90qw90lq917835lq9"]) => ({
          type: "tool_use",
          id,
          name,
          input: args === "" ? {} : JSON.parse(args),
          caller: { type: "direct" }
        }))
      ],
      { stop_reason: "tool_use" }
    ),
  ended: (stop_reason, text) => anthropicMessage([anthropicText(text)], { stop_reason }),
  declined: (explanation) =>
    anthropicMessage([], { stop_reason: "refusal", stop_details: { type: "refusal", category: "cyber", explanation } }),
  error: ({ message, type = "invalid_request_error" }) => ({
    type: "error",
    error: { type, message },
    request_id: "req_011CSHoEeqs5C35K2UUqR7Fy"
  }),
  callsIn: (body) => blocksOf(body, "tool_use").map(textIn("id")),
  resultsIn: (body) => blocksOf(body, "tool_result").map(resultBy("tool_use_id", "content"))
}

const completion = (message: object, finish_reason: string | null, more: object = {}) => ({
  id: "chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT",
  object: "chat.completion",
  created: 1_741_569_952,
  model: "toy-1",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: null, refusal: null, annotations: [], ...message },
      logprobs: null,
      finish_reason
    }
  ],
  usage: {
    prompt_tokens: 11,
    completion_tokens: 4,
    total_tokens: 15,
    prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0
    }
  },
  service_tier: "default",
  system_fingerprint: "fp_44709d6fcb",
  ...more
})

const chatCall = (name: string, args: unknown, id: unknown = "call_1") => ({
  id,
  type: "function",
  function: { name, arguments: args }
})

/** Servers that speak Chat Completions. */
const chat: Answers = {
  said: (content, more) => completion({ content, reasoning_content: "Hm, secretly." }, "stop", more),
  called: (...calls) =>
    completion(
      { reasoning_content: "Hm.", tool_calls: calls.map(([name, args, id]) => chatCall(name, args, id)) },
      "tool_calls"
    ),
  ended: (reason, content) => completion({ content }, reason),
  declined: (refusal) => completion({ refusal }, "stop"),
  error: ({ code, message, type = "BadRequestError" }) => ({
    error: { message, type, param: null, code: code ?? null }
  }),
  callsIn: (body) =>
    LenientJson.list(LenientJson.field(body, "messages"))
      .flatMap((message) => LenientJson.list(LenientJson.field(message, "tool_calls")))
      .map(textIn("id")),
  resultsIn: (body) =>
    LenientJson.list(LenientJson.field(body, "messages"))
      .filter((message) => LenientJson.field(message, "role") === "tool")
      .map(resultBy("tool_call_id", "content"))
}

/** The answers of every provider. */
export const answers: Readonly<Record<ProviderName, Answers>> = {
  openai: responses,
  anthropic: messages,
  compatible: chat
}

/** Reasons for the end of an answer that providers and gateways give for one that is not whole. */
export const notGood = [
  "insufficient_system_resource",
  "model_length",
  "safety",
  "recitation",
  "malformed_function_call",
  "guardrail_intervened",
  "content_filtered"
]

/** A server as it answers in one turn with tools. */
interface Shapes {
  readonly provider: ProviderName
  /** Calls the tool with these arguments, as text. */
  readonly call: (name: string, args: string) => unknown
  readonly words: (text: string) => unknown
  /** Settings with which it answers so. */
  readonly settings?: Readonly<Record<string, string>>
}

const choice = (message: object, finish_reason: string | null) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "toy-1",
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }]
})

const filtered = (output: ReadonlyArray<object>) => response(output, { content_filters: [{ blocked: false }] })

/** The servers that are supported. */
export const servers: Readonly<Record<string, Shapes>> = {
  OpenAI: {
    provider: "openai",
    call: (name, args) => response([encryptedThought, functionCall([name, args])], { service_tier: "brand-new-tier" }),
    words: (text) => response([responseMessage([outputText(text)])])
  },
  "OpenAI, Chat Completions": {
    provider: "compatible",
    call: (name, args) => completion({ tool_calls: [chatCall(name, args)] }, "tool_calls"),
    words: (content) => completion({ content }, "stop")
  },
  "Azure OpenAI v1": {
    provider: "openai",
    call: (name, args) => filtered([functionCall([name, args])]),
    words: (text) => filtered([responseMessage([outputText(text)])])
  },
  Anthropic: {
    provider: "anthropic",
    call: (name, args) => messages.called([name, args]),
    words: (text) => messages.said(text),
    settings: { LLM_REASONING_EFFORT: "low" }
  },
  Ollama: {
    provider: "compatible",
    call: (name, args) => ({
      ...choice({ content: "", reasoning: "Hm.", tool_calls: [{ ...chatCall(name, args), index: 0 }] }, "tool_calls"),
      system_fingerprint: "fp_ollama",
      usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 }
    }),
    words: (text) => choice({ content: `<think>Hm, secretly.</think>\n\n${text}` }, "stop")
  },
  "vLLM, Responses": {
    provider: "openai",
    call: (name, args) => ({
      id: "resp_1",
      model: "toy-1",
      status: "completed",
      output: [
        { id: "rs_1", type: "reasoning", summary: [], content: [{ type: "reasoning_text", text: "Hm." }] },
        { type: "function_call", call_id: "chatcmpl-tool-1", name, arguments: args },
        { type: "kind_of_tomorrow", what: 1 }
      ],
      usage: { input_tokens: 11, output_tokens: 4 }
    }),
    words: (text) => ({
      id: "resp_2",
      status: "completed",
      output: [{ id: "msg_1", type: "message", role: "assistant", content: [{ type: "output_text", text }] }]
    })
  },
  vLLM: {
    provider: "compatible",
    call: (name, args) => ({
      ...choice(
        {
          content: null,
          refusal: null,
          reasoning_content: "Hm.",
          function_call: null,
          audio: null,
          tool_calls: [chatCall(name, args, "chatcmpl-tool-1")]
        },
        "tool_calls"
      ),
      prompt_logprobs: null,
      kv_transfer_params: null,
      usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15, prompt_tokens_details: null }
    }),
    words: (text) => choice({ content: text, tool_calls: [], reasoning_content: null }, "stop")
  },
  "llama.cpp": {
    provider: "compatible",
    call: (name, args) => ({
      ...choice({ content: null, tool_calls: [chatCall(name, args, "")] }, "tool_calls"),
      timings: { prompt_n: 11, predicted_n: 4 },
      usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 }
    }),
    words: (text) => choice({ content: `Hm, secretly.</think>${text}` }, "stop")
  },
  "LM Studio": {
    provider: "compatible",
    call: (name, args) => ({
      ...choice({ tool_calls: [chatCall(name, args === "" ? null : JSON.parse(args), 123_456_789)] }, "tool_calls"),
      stats: {},
      usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 }
    }),
    words: (text) => choice({ content: [{ type: "text", text }] }, "stop")
  }
}

const asStream = (events: ReadonlyArray<object>): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`).join("")

const chunks = (deltas: ReadonlyArray<object>, finish_reason: string) =>
  `: PROCESSING\n\n${asStream([
    ...deltas.map((delta) => ({ object: "chat.completion.chunk", choices: [{ delta, finish_reason: null }] })),
    { model: "toy-1", choices: [{ delta: {}, finish_reason }], usage: null },
    { choices: [], usage: { prompt_tokens: 11, completion_tokens: 4 } }
  ])}data: [DONE]\n\n`

const responseEvents = (response: object) =>
  asStream([
    { type: "response.created", response: { ...response, status: "in_progress", output: [], usage: null } },
    { type: "response.output_text.delta", delta: "Th" },
    { type: "response.completed", response }
  ])

/** Servers and what stands in front of them that answer with a stream, although nobody asks for one. */
export const streaming: Readonly<Record<string, Shapes>> = {
  Responses: {
    provider: "openai",
    call: (name, args) => responseEvents(response([functionCall([name, args])])),
    words: (text) => responseEvents(response([responseMessage([outputText(text)])]))
  },
  "Chat Completions": {
    provider: "compatible",
    call: (name, args) =>
      chunks(
        [
          { role: "assistant", content: null, tool_calls: [{ index: 0, ...chatCall(name, "") }] },
          { tool_calls: [{ index: 0, function: { arguments: args.slice(0, 5) } }] },
          { tool_calls: [{ index: 0, id: "", function: { arguments: args.slice(5) } }] }
        ],
        "tool_calls"
      ),
    words: (text) => chunks([{ role: "assistant", content: text.slice(0, 3) }, { content: text.slice(3) }], "stop")
  }
}
