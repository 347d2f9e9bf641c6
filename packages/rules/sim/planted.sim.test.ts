import { describe, expect, it } from 'vitest'
import { plantedBugs } from './planted/table.ts'
import { SimulationFailure, runSeed } from './run.ts'

/** Runs within which a planted bug must be found. */
const SEEDS = Array.from({ length: 48 }, (_, index) => index + 1)
const STEPS = 3_000

describe('planted bugs', () => {
  it.each(plantedBugs)('$theme: $name: found', ({ rules }) => {
    expect(() => {
      for (const seed of SEEDS) runSeed(seed, STEPS, { rules })
    }).toThrow(SimulationFailure)
  })
})
