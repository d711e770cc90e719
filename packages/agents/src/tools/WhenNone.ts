/** The `message` of a result that holds nothing: what that means, and what to do next. */
export const whenNone = (count: number, message: string) => (count > 0 ? {} : { message })
