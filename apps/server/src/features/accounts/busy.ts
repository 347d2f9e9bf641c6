import { refuse } from '@rueda/rules/result.ts'

/** What a slow hash was just spent on, when the line for it is full. */
export const BUSY = refuse('rate.limited', { retryAfterMs: 1_000 })
