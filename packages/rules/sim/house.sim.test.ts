import { describe, expect, it } from 'vitest'
import { plantedBugs } from './planted.ts'
import { SimulationFailure, runSeed } from './run.ts'

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const STEPS = 2_500

describe('the house, simulated', () => {
  it.each(SEEDS)('seed %i: the books agree with the reference model after every step', (seed) => {
    expect(runSeed(seed, STEPS).steps).toBe(STEPS)
  })

  it('the same seed lives the same life', () => expect(runSeed(42, STEPS).trace).toBe(runSeed(42, STEPS).trace))

  it('reaches the states that matter', () => {
    const seen = new Set(SEEDS.flatMap((seed) => [...runSeed(seed, STEPS).seen]))
    for (const state of [
      'partly filled, then cancelled',
      'position closed',
      'sold at a loss',
      'every share is on a sell order',
      'refused: wallet.insufficient',
      'refused: position.insufficient',
      'refused: order.risk_limit',
      'refused: instrument.close_only',
      'sold while open for closing only',
      'execution told twice',
      'execution beyond the limit refused',
      'request repeated',
      'execution of an ended order refused',
      'one key, two customers',
      'cancel of an ended order refused',
      'ended: NO_LIQUIDITY',
      'settled',
      'dividend recorded after a trade on the ex-date',
      'dividend paid',
      'shares split',
      'fraction of a split paid in cash',
      'orders ended by a split',
      'position ended by a split',
      'stop let go',
      'trailing stop let go',
      'trailing stop follows',
      'a trade no stop follows',
      'execution of a held order refused',
      'one of two for the same shares was filled',
      'a purchase brought its exits',
      'conditional refused: wallet.insufficient',
      'conditional refused: position.insufficient',
      'amended',
      'amended to the same',
      'partly filled, then amended',
      'two of one size amended together',
      'amendment refused: wallet.insufficient',
      'amendment refused: order.not_cancellable',
      'amendment refused: quantity.below_minimum',
      'transferred',
      'exchange on its way',
      'transfer settled',
      'transfer cancelled',
      'transfer failed without a rate',
      'too little to exchange',
      'transfer refused: funds.unsettled',
      'exchange refused: exchange.quote_expired',
      'exchange refused: wallet.insufficient',
      'cancel of a transfer refused',
    ]) {
      expect(seen, state).toContain(state)
    }
  })
})

describe('planted bugs', () => {
  it.each(Object.keys(plantedBugs))('%s: found', (name) => {
    const rules = plantedBugs[name]
    expect(() => {
      for (const seed of SEEDS) runSeed(seed, STEPS, rules)
    }).toThrow(SimulationFailure)
  })
})
