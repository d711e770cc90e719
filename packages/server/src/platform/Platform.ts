import { Layer } from "effect"
import * as Database from "./database/Database.ts"
import * as ModelProbe from "./provider/ModelProbe.ts"
import * as Logging from "./telemetry/Logging.ts"

/**
 * Infrastructure, independent of shop and assistant. `config` is the only reader of the environment; `database` puts
 * the embedded and the external PostgreSQL behind one driver; `http` serves requests and turns failures into
 * `{"detail"}`; `auth` signs and verifies tokens; `limits` holds rate limits, caches and clocks; `telemetry` exports
 * logs, traces and metrics; `effects` makes writes idempotent; `embeddings` makes vectors; `provider` is the client of
 * model providers; `scanner` detects prompt injection; `text` neutralises and masks text.
 *
 * The layer provides what one process shares: the log, the health of its providers, and the configured database.
 */
export const layer = Database.layer.pipe(Layer.provideMerge(ModelProbe.layer), Layer.provideMerge(Logging.layer))
