/** Answers of servers in the shapes that they have: with what others do not send, and without what they do. */

interface Shapes {
  readonly api: "responses" | "chat"
  /** Calls the tool with these arguments, as text. */
  readonly call: (name: string, args: string) => unknown
  readonly words: (text: string) => unknown
}

const openAiUsage = {
  input_tokens: 11,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 4,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 15
}

const openAi = (output: ReadonlyArray<unknown>) => ({
  id: "resp_1",
  object: "response",
  created_at: 1_700_000_000,
  status: "completed",
  background: false,
  error: null,
  incomplete_details: null,
  instructions: null,
  model: "toy-1",
  output,
  parallel_tool_calls: true,
  service_tier: "brand-new-tier",
  text: { format: { type: "text" }, verbosity: "medium" },
  tool_choice: "auto",
  tools: [],
  truncation: "disabled",
  usage: openAiUsage,
  metadata: {}
})

const openAiMessage = (text: string) => ({
  id: "msg_1",
  type: "message",
  status: "completed",
  role: "assistant",
  content: [{ type: "output_text", annotations: [], logprobs: [], text }]
})

const openAiCall = (name: string, args: string) => ({
  id: "fc_1",
  type: "function_call",
  status: "completed",
  arguments: args,
  call_id: "call_1",
  name
})

const choice = (message: object, finish_reason: string | null) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1_700_000_000,
  model: "toy-1",
  choices: [{ index: 0, message: { role: "assistant", ...message }, finish_reason }]
})

const chatCall = (name: string, args: unknown, id: unknown = "call_1") => ({
  id,
  type: "function",
  function: { name, arguments: args }
})

/** The servers that are supported. */
export const servers: Readonly<Record<string, Shapes>> = {
  OpenAI: {
    api: "responses",
    call: (name, args) =>
      openAi([{ id: "rs_1", type: "reasoning", summary: [], encrypted_content: "gAAAA" }, openAiCall(name, args)]),
    words: (text) => openAi([openAiMessage(text)])
  },
  "OpenAI, Chat Completions": {
    api: "chat",
    call: (name, args) => ({
      ...choice({ content: null, refusal: null, annotations: [], tool_calls: [chatCall(name, args)] }, "tool_calls"),
      usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 },
      service_tier: "default"
    }),
    words: (text) => choice({ content: text, refusal: null, annotations: [] }, "stop")
  },
  "Azure OpenAI v1": {
    api: "responses",
    call: (name, args) => ({ ...openAi([openAiCall(name, args)]), content_filters: [{ blocked: false }] }),
    words: (text) => ({ ...openAi([openAiMessage(text)]), content_filters: [{ blocked: false }] })
  },
  Ollama: {
    api: "chat",
    call: (name, args) => ({
      ...choice({ content: "", reasoning: "Hm.", tool_calls: [{ ...chatCall(name, args), index: 0 }] }, "tool_calls"),
      system_fingerprint: "fp_ollama",
      usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 }
    }),
    words: (text) => choice({ content: `<think>Hm, secretly.</think>\n\n${text}` }, "stop")
  },
  "vLLM, Responses": {
    api: "responses",
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
    api: "chat",
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
    api: "chat",
    call: (name, args) => ({
      ...choice({ content: null, tool_calls: [chatCall(name, args, "")] }, "tool_calls"),
      timings: { prompt_n: 11, predicted_n: 4 },
      usage: { prompt_tokens: 11, completion_tokens: 4, total_tokens: 15 }
    }),
    words: (text) => choice({ content: `Hm, secretly.</think>${text}` }, "stop")
  },
  "LM Studio": {
    api: "chat",
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
    api: "responses",
    call: (name, args) => responseEvents(openAi([openAiCall(name, args)])),
    words: (text) => responseEvents(openAi([openAiMessage(text)]))
  },
  "Chat Completions": {
    api: "chat",
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
