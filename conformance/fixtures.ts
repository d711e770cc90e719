/** The tools that the conformance suite calls, on the SDK's server: what it wants of each is in its own description. */
import {
  type CallToolResult,
  fromJsonSchema,
  inputRequired,
  McpServer,
  type ServerContext
} from "@modelcontextprotocol/server"

/** One red pixel. */
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=="

/** A header without a sample behind it. */
const wav = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA="

const text = (text: string) => ({ type: "text" as const, text })
const image = { type: "image" as const, data: png, mimeType: "image/png" }
const audio = { type: "audio" as const, data: wav, mimeType: "audio/wav" }
const resource = (uri: string, mimeType: string, text: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text }
})

const nothing = fromJsonSchema({ type: "object", properties: {}, additionalProperties: false })

const everyKeyword = fromJsonSchema({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  $defs: {
    address: {
      $anchor: "addressDef",
      type: "object",
      properties: { street: { type: "string" }, city: { type: "string" } }
    }
  },
  properties: {
    name: { type: "string" },
    address: { $ref: "#/$defs/address" },
    contactMethod: { type: "string", enum: ["phone", "email"] },
    phone: { type: "string" },
    email: { type: "string" }
  },
  allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
  if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ["phone"] },
  else: { required: ["email"] },
  additionalProperties: false
})

/** It also travels as the header `Mcp-Param-Region`. */
const region = { type: "string" as const, "x-mcp-header": "Region" }

const withHeader = fromJsonSchema({
  type: "object",
  properties: { region },
  required: ["region"]
})

/** What a tool shows that only answers. */
const answers: Readonly<Record<string, CallToolResult>> = {
  test_simple_text: { content: [text("This is a simple text response for testing.")] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [audio] },
  test_embedded_resource: {
    content: [resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")]
  },
  test_multiple_content_types: {
    content: [
      text("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}')
    ]
  },
  test_error_handling: { content: [text("This tool intentionally returns an error for testing")], isError: true }
}

const description = "Does what a scenario of the conformance suite asks for"

const done: CallToolResult = { content: [text("done")] }

/** Asks the client for something, which it may not be able to do. */
const ask = () =>
  inputRequired({
    inputRequests: {
      wish: inputRequired.createMessage({
        messages: [{ role: "user", content: text("Say something") }],
        maxTokens: 10
      })
    }
  })

const elicit = () =>
  inputRequired({
    inputRequests: {
      wish: inputRequired.elicit({
        message: "What do you wish?",
        requestedSchema: { type: "object", properties: { wish: { type: "string" } } }
      })
    }
  })

/** Tells how far it is, three times. */
const progress = async ({ mcpReq }: ServerContext) => {
  const progressToken = mcpReq._meta?.progressToken
  await Promise.all(
    (progressToken === undefined ? [] : [0, 50, 100]).map((progress) =>
      mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken: progressToken ?? "", progress, total: 100 }
      })
    )
  )
  return done
}

/** Writes three lines to the client's log. */
const log = async ({ mcpReq }: ServerContext) => {
  await Promise.all(
    ["Tool execution started", "Tool processing data", "Tool execution completed"].map((line) =>
      mcpReq.log("info", line)
    )
  )
  return done
}

/** A server of its own for every request, as ours. */
export const make = () => {
  const server = new McpServer(
    { name: "conformance", version: "1.0.0" },
    { capabilities: { tools: { listChanged: false }, logging: {} } }
  )
  for (const [name, answer] of Object.entries(answers)) {
    server.registerTool(name, { description, inputSchema: nothing }, () => answer)
  }
  server.registerTool("test_tool_with_progress", { description, inputSchema: nothing }, (_, context) =>
    progress(context)
  )
  server.registerTool("test_tool_with_logging", { description, inputSchema: nothing }, (_, context) => log(context))
  server.registerTool("test_logging_tool", { description, inputSchema: nothing }, (_, context) => log(context))
  server.registerTool("test_missing_capability", { description, inputSchema: nothing }, ask)
  server.registerTool("test_streaming_elicitation", { description, inputSchema: nothing }, elicit)
  server.registerTool("json_schema_2020_12_tool", { description, inputSchema: everyKeyword }, () => done)
  server.registerTool("test_custom_header", { description, inputSchema: withHeader }, () => done)
  return server
}
