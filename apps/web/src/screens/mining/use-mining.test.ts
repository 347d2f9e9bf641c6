import type { MiningRound, MiningState } from '@rueda/contract/mining.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { describe, expect, it } from 'vitest'
import { changesInMs } from './use-mining.ts'
import { lessonOf } from './use-rounds.ts'

const NOW = Date.UTC(2026, 10, 18, 15)
const roundOf = (id: string, differs: Partial<MiningRound> = {}): MiningRound => ({
  id,
  status: 'working',
  challenge: '5a'.repeat(32),
  target: 'f'.repeat(64),
  tries: '1',
  startTimestamp: NOW,
  statusTimestamp: NOW,
  nextTimestamp: NOW + MINUTE_MS,
  minedMs: 0,
  roundMs: 10 * MINUTE_MS,
  energyUsed: 1,
  share: null,
  ...differs,
})
const stateOf = (round: MiningRound | null): MiningState => ({
  offered: 1,
  round,
  energy: { left: 20, aDay: 20, needed: 10, refillTimestamp: NOW + HOUR_MS },
  target: 'f'.repeat(64),
  tries: '1',
  roundMs: 10 * MINUTE_MS,
  ordinaryRate: 300_000,
  nowTimestamp: NOW,
})

describe('the next look at the state', () => {
  it.each([
    ['when the round changes by itself', roundOf('a'), MINUTE_MS],
    ['when the energy comes back, where that is earlier', roundOf('a', { nextTimestamp: NOW + 2 * HOUR_MS }), HOUR_MS],
    ['when the energy comes back, after the round', roundOf('a', { nextTimestamp: null }), HOUR_MS],
    ['when the energy comes back, without a round', null, HOUR_MS],
  ] as const)('comes %s', (_, round, ms) => {
    expect(changesInMs(stateOf(round))).toBe(ms + 300)
  })

  it('never comes at once again, on a clock that is ahead', () => {
    expect(changesInMs(stateOf(roundOf('a', { nextTimestamp: NOW - HOUR_MS })))).toBe(1_000)
  })
})

describe('the round that is done again', () => {
  const share = { nonce: '0'.repeat(16), hash: '0'.repeat(64), timestamp: NOW }

  it('is the newest with a share, then the newest that mined', () => {
    const hidden = roundOf('a', { challenge: null })
    const mined = roundOf('b')
    const shared = roundOf('c', { share })
    expect(lessonOf([hidden, mined, shared])?.id).toBe('c')
    expect(lessonOf([hidden, mined])?.id).toBe('b')
    expect(lessonOf([hidden])).toBeNull()
  })
})
