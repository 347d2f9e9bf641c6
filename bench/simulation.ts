import { runSeed } from '../packages/rules/sim/run.ts'
import { median, report } from './support/median.ts'
import { RUNS } from './support/settings.ts'

/** P8: operations of the core simulation in a second of a core, every check after every step included. */
const ASKED = 20_000
const LIVES_A_RUN = 4
const STEPS = 5_000
const MICROSECONDS = 1_000_000

lives(0)
const figures = Array.from({ length: RUNS }, (_, run) => {
  const before = process.cpuUsage()
  lives(run * LIVES_A_RUN)
  const { user, system } = process.cpuUsage(before)
  return (LIVES_A_RUN * STEPS * MICROSECONDS) / (user + system)
})
const figure = median(figures)
report('simulation', figure, 'operations/s of a core', figure / ASKED, `${ASKED.toLocaleString('en-US')} asked for`)

function lives(first: number): void {
  for (let seed = first; seed < first + LIVES_A_RUN; seed += 1) runSeed(seed, STEPS)
}
