import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../time.ts'
import { checkLimit, firstLimits } from './limits.ts'
import { rails } from '../withdrawals/rails.ts'
import {
  SEEN_FOR_MS,
  type TermsChange,
  changeAt,
  checkFee,
  checkNotice,
  comingAfter,
  feeSeen,
  isLastSix,
  limitsAt,
  minimumAt,
  railAt,
} from './terms.ts'

const NOW = 1_800_000_000_000
const fee = (termsId: string, effectiveAt: number, least: bigint): TermsChange => ({
  ...{ termsId, effectiveAt, kind: 'withdrawalFee', subject: 'WIRE' },
  fee: { share: 0n, least },
})
const changes = [fee('b', NOW + DAY_MS, 3_000n), fee('a', NOW, 2_500n)]

describe('terms', () => {
  it('are the tables of the house until something changes', () => {
    expect(railAt([], 'WIRE', NOW)).toEqual({ rail: rails.WIRE, termsId: null })
    expect(minimumAt([], 'ARS-BANK', NOW)).toBe(100n)
  })

  it.each([
    [NOW - 1, null, 2_000n],
    [NOW, 'a', 2_500n],
    [NOW + DAY_MS - 1, 'a', 2_500n],
    [NOW + DAY_MS, 'b', 3_000n],
  ])('hold from their own moment on, never before: at %i it is %s', (at, termsId, least) => {
    const terms = railAt(changes, 'WIRE', at)
    expect([terms.termsId, terms.rail.fee.least]).toEqual([termsId, least])
  })

  it('of one rail leave the others alone', () => {
    expect(railAt(changes, 'TRC20', NOW)).toEqual({ rail: rails.TRC20, termsId: null })
    expect(changeAt(changes, { kind: 'depositMinimum', subject: 'WIRE' }, NOW)).toBeNull()
  })

  it('that come are those of later', () => {
    expect(comingAfter(changes, () => NOW).map(({ termsId }) => termsId)).toEqual(['b'])
  })
})

describe('the fee that was shown', () => {
  const change = NOW + DAY_MS
  it.each([
    ['is charged while it holds', 'a', change - 1, 2_500n],
    ['is charged for a while after', 'a', change + SEEN_FOR_MS - 1, 2_500n],
    ['is too old later', 'a', change + SEEN_FOR_MS, null],
    ['is not one that was never shown', 'z', change, null],
    ['is not one that comes', 'b', change - 1, null],
    ['is the new one from its moment on', 'b', change, 3_000n],
  ])('%s', (_, seen, now, least) => {
    expect(feeSeen(changes, 'WIRE', seen, now)?.least ?? null).toBe(least)
  })
})

describe('a limit', () => {
  const limit = (termsId: string, effectiveAt: number, cents: bigint): TermsChange => ({
    ...{ termsId, effectiveAt, kind: 'moneyLimit', subject: 'withdrawalDay' },
    limit: cents,
  })
  const limited = [limit('d', NOW + DAY_MS, 1_500_000n), limit('c', NOW, 3_000_000n)]

  it.each([
    [NOW - 1, 2_000_000n],
    [NOW, 3_000_000n],
    [NOW + DAY_MS - 1, 3_000_000n],
    [NOW + DAY_MS, 1_500_000n],
  ])('holds from its own moment on, never before: at %i it is %s', (at, cents) => {
    expect(limitsAt(limited, at)).toEqual({ ...firstLimits, withdrawalDay: cents })
  })

  it.each([
    ['withdrawalRequest', 2_000_000n, true],
    ['withdrawalRequest', 2_000_001n, false],
    ['withdrawalDay', 999_999n, false],
    ['withdrawalMonth', 2_000_000n, true],
    ['withdrawalMonth', 1_999_999n, false],
    ['withdrawalLeast', 1_000_001n, false],
    ['withdrawalAlone', 100n, true],
    ['withdrawalAlone', 99n, false],
    ['depositAutomatic', 1_000_000_000n, true],
    ['depositAutomatic', 1_000_000_001n, false],
  ] as const)('of %s to %s cents stands beside the others: %s', (name, cents, stands) => {
    expect(checkLimit(name, cents, firstLimits) === null).toBe(stands)
  })
})

describe('a change', () => {
  it('of a fee or a minimum is announced a day ahead, and at most a quarter', () => {
    expect(checkNotice(NOW + DAY_MS, NOW)).toBeNull()
    expect(checkNotice(NOW + DAY_MS - 1, NOW)).toMatchObject({ refusal: 'parameter.invalid', facts: { field: 'effectiveTimestamp' } })
    expect(checkNotice(NOW + 91 * DAY_MS, NOW)).toMatchObject({ refusal: 'parameter.invalid' })
  })

  it('to more than five per cent is a slip', () => {
    expect(checkFee({ share: 5_000_000n, least: 0n })).toBeNull()
    expect(checkFee({ share: 5_000_001n, least: 0n })).toMatchObject({ facts: { field: 'sharePercent' } })
  })

  it('of an account is typed twice at its end', () => {
    expect(isLastSix('9990001800000000000017', '000017')).toBe(true)
    expect(isLastSix('9990001800000000000017', '00017')).toBe(false)
    expect(isLastSix('9990001800000000000017', '000018')).toBe(false)
  })
})
