/** Everything that the first paint of the chat does not need, as one file: it loads beside it. */
export { ActionCard } from "./cards/Action.tsx"
export { Card } from "./cards/Card.tsx"
export { follow, stop } from "./talk/Turn.ts"
export { SignIn } from "./view/SignIn.tsx"
export { Status } from "./view/Status.tsx"
export { Thumbs } from "./view/Thumbs.tsx"
