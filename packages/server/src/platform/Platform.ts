import { Layer } from "effect"
import * as Database from "./database/Database.ts"
import * as ModelProbe from "./provider/ModelProbe.ts"
import * as Logging from "./telemetry/Logging.ts"

/**
 * Infrastructure that knows nothing of shop or assistant. `config` alone reads the configuration; `database` puts
 * either PostgreSQL engine behind one driver; `http` turns requests into programs and failures into `{"detail"}`;
 * `auth` signs and verifies tokens; `limits` counts, `telemetry` reports. Shop and assistant share idempotent writes
 * (`effects`), vectors (`embeddings`), the guarded client of all providers (`provider`), `scanner`, and neutralised
 * text (`text`).
 *
 * The layer provides what one process shares: the log, the health of its providers, and the configured database.
 */
export const layer = Database.layer.pipe(Layer.provideMerge(ModelProbe.layer), Layer.provideMerge(Logging.layer))
