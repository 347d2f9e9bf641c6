import { DAY_MS } from '../time.ts'

/**
 * Waiting withdrawals are noticed (`docs/rules/back-office.md` BO-11): after a day cashiers are alarmed, after three anybody can count
 * them.
 */
export const ALARMED_AFTER_MS = DAY_MS
export const SHOWN_AFTER_MS = 3 * DAY_MS
