import { CONFIRMATIONS } from '@rueda/rules/deposits/channel.ts'
import { type Instant, SECOND_MS } from '@rueda/rules/time.ts'

/**
 * The simulated chain (`docs/rules/deposits.md` E.11): a block every twenty seconds of the market's clock, and what is broadcast is
 * in the next one. Its height follows from the time alone and its transactions are in the database, so it needs nothing
 * of its own to survive a restart.
 */
export const BLOCK_MS = 20 * SECOND_MS

const heightAt = (now: Instant): number => Math.floor(now / BLOCK_MS)

/** The block that a transaction broadcast now gets into. */
export const nextBlock = (now: Instant): number => heightAt(now) + 1

/** Counts the blocks that confirm a transaction, its own included, up to the number required. */
export const confirmationsOf = (block: number, now: Instant): number => Math.min(Math.max(heightAt(now) - block + 1, 0), CONFIRMATIONS)

/** The newest block whose transactions have all their confirmations. */
export const confirmedBlock = (now: Instant): number => heightAt(now) - CONFIRMATIONS + 1
