import { Layer } from "effect"
import * as Database from "./database/Database.ts"
import * as ModelProbe from "./provider/ModelProbe.ts"
import * as Logging from "./telemetry/Logging.ts"

/**
 * The platform: what any service runs on, whatever it is about. `config` is read here and nowhere else; `database` is either engine behind
 * one driver, with its migrations; `http` turns requests into programs and failures into `{"detail"}`; `auth` signs and checks tokens;
 * `limits` counts, `telemetry` reports. What several rooms of the shop and of the assistant build upon lies here too: writes that happen
 * once (`effects`), vectors (`embeddings`), the guarded client of all providers (`provider`), the scanner, and text made harmless (`text`).
 *
 * The layer is what the services of one process share: the log, the standing of their providers, and the configured database.
 */
export const layer = Database.layer.pipe(Layer.provideMerge(ModelProbe.layer), Layer.provideMerge(Logging.layer))
