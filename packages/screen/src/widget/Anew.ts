/**
 * Loads the page anew when a file of it is missing: two versions of the server may run, and the file may be of the other.
 * A second failure in a row stays one.
 */
export const loadAnew = (cause: unknown): Promise<never> => {
  if (history.state === "anew") {
    throw cause
  }
  // Survives the load, also where storage is blocked.
  history.replaceState("anew", "")
  location.reload()
  return new Promise(() => {})
}

/** The page is complete: the next failure is a first one again. */
export const loadedWhole = (): void => history.replaceState(null, "")
