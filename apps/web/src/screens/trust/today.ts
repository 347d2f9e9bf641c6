const DATE_LENGTH = 10
const DAY_MS = 86_400_000

/** No day that is over anywhere has a later date. */
export const today = (): string => new Date(Date.now() + DAY_MS).toISOString().slice(0, DATE_LENGTH)
