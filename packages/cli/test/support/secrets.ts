/** What the services of a test trust each other and people by, in local mode. */
export const secrets = {
  JWT_SECRET: "0123456789abcdef0123456789abcdeX",
  AGENT_SHARED_SECRET: "fedcba9876543210fedcba9876543210"
}
