/** Drawings of the buttons whose names are spoken, not written. Each is one path in a square of 24. */
const drawings = {
  chat: "M21 11.5a8.4 8.4 0 0 1-12.3 7.4L3.5 20.5l1.6-5A8.5 8.5 0 1 1 21 11.5z",
  close: "M6 6l12 12M18 6 6 18",
  compose:
    "M11 4.5H6a2 2 0 0 0-2 2V18a2 2 0 0 0 2 2h11.5a2 2 0 0 0 2-2v-5M18.4 3.6a1.9 1.9 0 0 1 2.7 2.7L12.6 15 9 15.9l.9-3.6z",
  down: "M12 5v14M6 13l6 6 6-6",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0",
  send: "M12 19V5M5.5 11.5 12 5l6.5 6.5",
  signOut: "M9 20H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2h3M16 8l4 4-4 4M20 12H9",
  stop: "M7.5 7.5h9v9h-9z"
} as const

export const Icon = ({ name }: { readonly name: keyof typeof drawings }) => (
  <svg class={`icon ${name}`} viewBox="0 0 24 24" aria-hidden="true">
    <path d={drawings[name]} />
  </svg>
)

/** A button that shows its drawing, and says its name to those who hear it or rest on it. */
export const IconButton = ({
  act,
  icon,
  name
}: {
  readonly icon: keyof typeof drawings
  readonly name: string
  readonly act: () => void
}) => (
  <button type="button" class="quiet icon-button" aria-label={name} title={name} onClick={act}>
    <Icon name={icon} />
  </button>
)
