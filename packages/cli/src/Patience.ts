import { Context, Duration } from "effect"

/** Waiting times of a client of the assistant. */
export class Patience extends Context.Reference<Patience>()("@storefront/cli/Patience", {
  defaultValue: () => ({
    /** Until the first frame of a stream; some proxies keep a stream back until its end. */
    firstFrame: Duration.seconds(4),
    /** Between the bytes of a stream; the server sends some every 15 seconds. */
    silence: Duration.seconds(45),
    /** For a stream to close after the end of its task. */
    closing: Duration.seconds(2),
    /** Before the first further attempt after a lost connection; doubled for each of the next. */
    backoff: Duration.millis(250),
    /** Between two looks at a task that cannot be followed. */
    polling: Duration.seconds(1),
    /** For a turn to stop. */
    stop: Duration.seconds(15)
  })
}) {}
