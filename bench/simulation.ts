import { runSeed } from '../packages/rules/sim/run.ts'
import { median, report } from './support/median.ts'
import { RUNS } from './support/settings.ts'

/** P8: operations of the core simulation a second, every check after every step included. */
const ASKED = 20_000
const LIVES_A_RUN = 4
const STEPS = 5_000
const MS = 1_000

lives(0)
const figures = Array.from({ length: RUNS }, (_, run) => {
  const begun = performance.now()
  lives(run * LIVES_A_RUN)
  return (LIVES_A_RUN * STEPS * MS) / (performance.now() - begun)
})
const figure = median(figures)
report('simulation', figure, 'operations/s', figure / ASKED, `${ASKED.toLocaleString('en-US')} operations/s asked for`)

function lives(first: number): void {
  for (let seed = first; seed < first + LIVES_A_RUN; seed += 1) runSeed(seed, STEPS)
}
