import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../time.ts'
import { MAX_SEARCH_MS, MIN_SEARCH_MS, searchEndOf, spentOn, stateOf } from './course.ts'
import { type MiningTerms, energyOf, startRound, stopRound, takeShare } from './mine.ts'
import type { Round, RoundStatus } from './round.ts'
import { hashOf, isShare, targetOf } from './share.ts'

/** Noon of a day of UTC. The challenge draws the shortest search: thirty seconds. */
const NOON: Instant = Date.UTC(2026, 10, 18, 12)
const MIDNIGHT: Instant = Date.UTC(2026, 10, 19)
const CHALLENGE = '0'.repeat(64)
const TERMS: MiningTerms = { target: targetOf(16n), energyADay: 20 }
const SEARCH_MS = MIN_SEARCH_MS

const starting = (latest: Round | null, differs: Partial<Parameters<typeof startRound>[0]> = {}) => ({
  id: 'round',
  accountId: '1',
  challenge: CHALLENGE,
  terms: TERMS,
  latest,
  moneyMode: 'sim' as const,
  ...differs,
})
function started(latest: Round | null, now: Instant, terms = TERMS): Round {
  const round = startRound(starting(latest, { terms }), now)
  if (!round.ok) throw new Error(round.refusal)
  return round.value
}
const refusalOf = (latest: Round | null, now: Instant, terms = TERMS): string | null => {
  const round = startRound(starting(latest, { terms }), now)
  return round.ok ? null : round.refusal
}

/** The first nonces that are a share of the challenge, and none. */
const nonces = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(16, '0'))
const [GOOD = '', OTHER_GOOD = ''] = nonces.filter((nonce) => isShare(hashOf(CHALLENGE, nonce), TERMS.target))
const WRONG = nonces.find((nonce) => !isShare(hashOf(CHALLENGE, nonce), TERMS.target)) ?? ''

function withShare(round: Round, now: Instant): Round {
  const taken = takeShare(round, GOOD, now)
  if (!taken.ok) throw new Error(taken.refusal)
  return taken.value
}

describe('the course of a round', () => {
  const round = started(null, NOON)

  it.each<readonly [string, number, RoundStatus, number | null, number]>([
    ['searches from its start', 0, 'searching', SEARCH_MS, 0],
    ['to the end of the search', SEARCH_MS - 1, 'searching', SEARCH_MS, 0],
    ['then mines, and the first minute takes one of energy', SEARCH_MS, 'working', SEARCH_MS + 10 * MINUTE_MS, 1],
    ['a minute later the second', SEARCH_MS + MINUTE_MS, 'working', SEARCH_MS + 10 * MINUTE_MS, 2],
    ['to the end of the tenth', SEARCH_MS + 10 * MINUTE_MS - 1, 'working', SEARCH_MS + 10 * MINUTE_MS, 10],
    ['and has failed without a share', SEARCH_MS + 10 * MINUTE_MS, 'failed', null, 10],
  ])('%s', (_, after, status, until, energyUsed) => {
    expect(stateOf(round, NOON + after)).toMatchObject({ status, until: until === null ? null : NOON + until, energyUsed })
  })

  it('is a success at the end of its ten minutes, with a share', () => {
    const shared = withShare(round, NOON + 2 * MINUTE_MS)
    expect(stateOf(shared, NOON + 3 * MINUTE_MS).status).toBe('working')
    expect(stateOf(shared, NOON + SEARCH_MS + 10 * MINUTE_MS)).toEqual({
      status: 'success',
      since: NOON + SEARCH_MS + 10 * MINUTE_MS,
      until: null,
      minedMs: 10 * MINUTE_MS,
      energyUsed: 10,
    })
  })

  it('searches for 30 to 120 seconds, as the challenge has it', () => {
    const lengths = ['00000000', '00000001', '00015f90', '00015f91', 'ffffffff'].map((drawn) =>
      searchEndOf({ challenge: drawn.padEnd(64, '0'), startedAt: 0 }),
    )
    expect(lengths).toEqual([MIN_SEARCH_MS, MIN_SEARCH_MS + 1, MAX_SEARCH_MS, MIN_SEARCH_MS, MIN_SEARCH_MS + (0xffffffff % 90_001)])
  })

  it('ends where its customer stops it, and what it used stays used', () => {
    const stopped = stopRound(round, NOON + SEARCH_MS + 150 * SECOND_MS)
    if (stopped === null) throw new Error('it did not stop')
    expect(stateOf(stopped, NOON + HOUR_MS)).toMatchObject({ status: 'stopped', minedMs: 150 * SECOND_MS, energyUsed: 3 })
    expect(stopRound(stopped, NOON + HOUR_MS)).toBeNull()
    expect(energyOf(stopped, TERMS, NOON + HOUR_MS)).toMatchObject({ left: 17, needed: 10 })
  })

  it('takes nothing where it is stopped while it searches', () => {
    const stopped = stopRound(round, NOON + SEARCH_MS - 1)
    expect(spentOn(stopped, NOON + HOUR_MS)).toBe(0)
  })
})

describe('energy', () => {
  const OVER = SEARCH_MS + 10 * MINUTE_MS

  it('of a day is for two rounds', () => {
    const first = started(null, NOON)
    const second = started(first, NOON + OVER)
    expect(energyOf(second, TERMS, NOON + 2 * OVER)).toEqual({ left: 0, aDay: 20, needed: 10, refillAt: MIDNIGHT })
    expect(startRound(starting(second), NOON + 2 * OVER)).toMatchObject({
      refusal: 'energy.insufficient',
      facts: { num: 10, left: 0, refillTimestamp: MIDNIGHT },
    })
    expect(refusalOf(second, MIDNIGHT)).toBeNull()
  })

  it('of nine is not enough for a start', () => {
    let round = started(null, NOON)
    round = stopRound(round, NOON + SEARCH_MS) ?? round
    const next = started(round, NOON + HOUR_MS)
    expect(next.spentBefore).toBe(1)
    expect(energyOf(next, TERMS, NOON + HOUR_MS + OVER).left).toBe(9)
    expect(refusalOf(next, NOON + HOUR_MS + OVER)).toBe('energy.insufficient')
  })

  it('is each day’s own for a round over midnight', () => {
    const round = started(null, MIDNIGHT - SEARCH_MS - 3 * MINUTE_MS)
    expect(spentOn(round, MIDNIGHT - 1)).toBe(3)
    expect(spentOn(round, MIDNIGHT + 7 * MINUTE_MS)).toBe(7)
    expect(energyOf(round, TERMS, MIDNIGHT + 8 * MINUTE_MS).left).toBe(13)
  })

  it('is what the operator gave when the round began, until it is over', () => {
    const round = started(null, NOON)
    const less = { ...TERMS, energyADay: 4 }
    expect(energyOf(round, less, NOON + OVER - 1)).toMatchObject({ aDay: 20, left: 10 })
    expect(energyOf(round, less, NOON + OVER)).toMatchObject({ aDay: 4, left: 0, needed: 4 })
    expect(stateOf(round, NOON + OVER).status).toBe('failed')
  })
})

describe('a day with less energy than a round takes', () => {
  const SCARCE: MiningTerms = { ...TERMS, energyADay: 6 }
  const round = started(null, NOON, SCARCE)
  const OUT = NOON + SEARCH_MS + 6 * MINUTE_MS

  it('stops the round when it is used up, to the moment', () => {
    expect(stateOf(round, OUT - 1)).toMatchObject({ status: 'working', until: OUT, energyUsed: 6 })
    expect(stateOf(round, OUT)).toEqual({
      status: 'noEnergy',
      since: OUT,
      until: OUT + DAY_MS,
      minedMs: 6 * MINUTE_MS,
      energyUsed: 6,
    })
    expect(refusalOf(round, OUT, SCARCE)).toBe('energy.insufficient')
  })

  it('keeps the progress for a day, from which a start goes on', () => {
    const resumed = started(round, MIDNIGHT, SCARCE)
    expect(resumed).toEqual({ ...round, resumedAt: [MIDNIGHT] })
    expect(stateOf(resumed, MIDNIGHT)).toMatchObject({ status: 'working', since: MIDNIGHT, until: MIDNIGHT + 4 * MINUTE_MS })
    const end = stateOf(resumed, MIDNIGHT + 4 * MINUTE_MS)
    expect(end).toMatchObject({ status: 'failed', minedMs: 10 * MINUTE_MS, energyUsed: 10 })
    expect(energyOf(resumed, SCARCE, MIDNIGHT + 4 * MINUTE_MS).left).toBe(2)
  })

  it('lets it lapse after 24 hours', () => {
    expect(stateOf(round, OUT + DAY_MS - 1).status).toBe('noEnergy')
    expect(stateOf(round, OUT + DAY_MS)).toMatchObject({ status: 'lapsed', since: OUT + DAY_MS, until: null })
    expect(started(round, OUT + DAY_MS, SCARCE)).toMatchObject({ resumedAt: [], spentBefore: 0, startedAt: OUT + DAY_MS })
  })

  it('can be stopped for good while it waits', () => {
    const stopped = stopRound(round, OUT + HOUR_MS)
    expect(stopped === null ? null : stateOf(stopped, OUT + DAY_MS)).toMatchObject({ status: 'stopped', since: OUT + HOUR_MS })
  })
})

describe('a start', () => {
  it('is refused while a round runs, and where money is real', () => {
    const round = started(null, NOON)
    expect(refusalOf(round, NOON + 1)).toBe('mining.running')
    expect(refusalOf(round, NOON + SEARCH_MS)).toBe('mining.running')
    expect(startRound(starting(null, { moneyMode: 'real' }), NOON)).toMatchObject({ refusal: 'feature.disabled' })
  })
})

describe('a share', () => {
  const round = started(null, NOON)
  const mining = NOON + SEARCH_MS

  it('is kept with its hash and its moment', () => {
    expect(withShare(round, mining).share).toEqual({ nonce: GOOD, hash: hashOf(CHALLENGE, GOOD), at: mining })
  })

  it.each([
    ['while the round still searches', round, GOOD, mining - 1, 'mining.share_late'],
    ['when the ten minutes are over', round, GOOD, mining + 10 * MINUTE_MS, 'mining.share_late'],
    ['once the round was stopped', stopRound(round, mining + 1) ?? round, GOOD, mining + 1, 'mining.share_late'],
    ['with a hash over the target', round, WRONG, mining, 'mining.share_wrong'],
    ['twice', withShare(round, mining), GOOD, mining + 1, 'mining.share_repeated'],
    ['beside another', withShare(round, mining), OTHER_GOOD, mining + 1, 'mining.share_repeated'],
    ['of another challenge', { ...round, challenge: `${'0'.repeat(63)}1` }, foreign(), mining, 'mining.share_wrong'],
  ] as const)('is refused %s', (_, to, nonce, now, refusal) => {
    expect(takeShare(to, nonce, now)).toMatchObject({ ok: false, refusal })
  })

  /** A share of the challenge that is none of the other one. */
  function foreign(): string {
    const other = `${'0'.repeat(63)}1`
    return nonces.find((nonce) => isShare(hashOf(CHALLENGE, nonce), TERMS.target) && !isShare(hashOf(other, nonce), TERMS.target)) ?? ''
  }
})
