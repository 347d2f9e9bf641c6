import { describe, expect, it } from 'vitest'
import { type OperationTheme, dwellsOn } from './operations.ts'
import { plantedBugs } from './planted/table.ts'
import { SimulationFailure, runSeed } from './run.ts'
import { SEEDS, STEPS } from './seeds.ts'

/** The runs that dwell on what the bug is about come first, so that it is found sooner, and all others after them. */
const runsFor = (theme: OperationTheme): readonly number[] =>
  SEEDS.toSorted((a, b) => Number(dwellsOn(b, theme)) - Number(dwellsOn(a, theme)))

describe('planted bugs', () => {
  it.each(plantedBugs)('$theme: $name: found', ({ rules, shownBy }) => {
    expect(() => {
      for (const seed of runsFor(shownBy)) runSeed(seed, STEPS, { rules })
    }).toThrow(SimulationFailure)
  })
})
