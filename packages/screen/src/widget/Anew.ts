/**
 * Loads the page anew when a file of it is missing: two versions of the server may run, and the file may be of the other.
 * Does so once: a later failure stays one, whichever part it is of.
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
