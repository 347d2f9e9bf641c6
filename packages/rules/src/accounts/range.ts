import { rangeOf } from '../range.ts'

/** The most ranges that accounts are divided into. */
export const MAX_ACCOUNT_RANGES = 1_000

/**
 * The range that an account is in, from 0 to below `ranges`, where several processes write the accounts (`docs/scale.md`). Every process works it
 * out for itself, so it never changes for the same number of ranges.
 */
export const rangeOfAccount = (accountId: string, ranges: number): number => rangeOf(accountId, ranges)
