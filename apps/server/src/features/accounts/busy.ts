import { refuse } from '@rueda/rules/result.ts'

/** The answer when the queue for slow hashes is full. */
export const BUSY = refuse('rate.limited', { retryAfterMs: 1_000 })
