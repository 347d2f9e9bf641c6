import { parseArgs } from 'node:util'
import { show, tool } from '../run.ts'

/**
 * `npm run reruns -- [--days N] [--seed N]`: so many random days of the venue, each run again from its inputs alone; every execution is the one that
 * was told, and a difference of one unit that is planted in each day is found.
 */
const DAYS_A_RUN = 3
const { values } = parseArgs({ options: { days: { type: 'string', default: '1000' }, seed: { type: 'string' } } })
const runs = String(Math.ceil(Number(values.days) / DAYS_A_RUN))
const env = { RUNS: runs, ...(values.seed === undefined ? {} : { SEED: values.seed }) }
process.exitCode = await show(tool('vitest'), ['run', '--project', 'sim', 'steps.sim.test.ts', '-t', 'from its inputs alone'], { env })
