import { describe, expect, it } from 'vitest'
import { runMargin } from './margin-run.ts'
import { plantedInMargin } from './planted-margin.ts'

const SEEDS = [1, 2, 3, 4, 5, 6]
const STEPS = 2_000

describe('positions on margin, simulated', () => {
  it.each(SEEDS)('seed %i: the books agree with the reference model after every step', (seed) => {
    expect(runMargin(seed, STEPS).size).toBeGreaterThan(0)
  })

  it('reaches the states that matter', () => {
    const seen = new Set(SEEDS.flatMap((seed) => [...runMargin(seed, STEPS)]))
    for (const state of [
      'opened',
      'opened below zero',
      'closed',
      'closed in part',
      'close cancelled',
      'lost beyond the margin',
      'margin added',
      'settled',
      'rolled over',
      'execution told twice',
      'refused: wallet.insufficient',
      'refused: instrument.close_only',
      'closed while open for closing only',
    ])
      expect(seen, state).toContain(state)
  })

  it.each(SEEDS)('seed %i: where prices stand, nothing a customer does raises the equity', (seed) => {
    expect(runMargin(seed, STEPS, undefined, true).size).toBeGreaterThan(0)
  })
})

describe('planted bugs', () => {
  it.each(Object.keys(plantedInMargin))('%s: found', (name) => {
    expect(() => {
      for (const seed of SEEDS) runMargin(seed, STEPS, plantedInMargin[name])
    }).toThrow(/^seed/u)
  })
})
