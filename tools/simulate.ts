import { parseArgs } from 'node:util'
import { plantedBugs } from '../packages/rules/sim/planted/table.ts'
import { SimulationFailure, runSeed } from '../packages/rules/sim/run.ts'

/**
 * `npm run sim -- [--seeds N] [--steps M] [--from S]`: many seeded lives of the brokerage, each once with moving prices and
 * once with standing ones. Which seeds is chosen here, by the clock; the simulation itself knows none. `--seed S [--still]`
 * lives one of them again, `--planted` breaks one rule after the other.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    steps: { type: 'string', default: '5000' },
    from: { type: 'string', default: String(Date.now() % 1_000_000) },
    seed: { type: 'string' },
    still: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
  },
})
const whole = (text: string): number => {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${text} is no whole number`)
  return value
}

const steps = whole(values.steps)
const first = whole(values.seed ?? values.from)
const seeds = Array.from({ length: values.seed === undefined ? whole(values.seeds) : 1 }, (_, index) => first + index)
try {
  if (values.planted) tellPlanted()
  else if (values.seed === undefined) live()
  else tell(runSeed(first, steps, { still: values.still }).seen)
} catch (error) {
  if (!(error instanceof SimulationFailure)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function live(): void {
  const seen = new Set<string>()
  console.log(`seeds ${first} to ${first + seeds.length - 1}, again with --from ${first}`)
  const begun = performance.now()
  for (const seed of seeds) for (const state of runSeed(seed, steps).seen) seen.add(state)
  const seconds = (performance.now() - begun) / 1_000
  for (const seed of seeds) runSeed(seed, steps, { still: true })
  tell(seen)
  const perSecond = Math.round((seeds.length * steps) / seconds).toLocaleString('en-US')
  console.log(`${seeds.length} seeds of ${steps} steps hold, with moving prices and standing ones: ${perSecond} operations/s`)
}

function tell(seen: ReadonlySet<string>): void {
  for (const state of [...seen].toSorted()) console.log(`  ${state}`)
  console.log(`${seen.size} states seen`)
}

function tellPlanted(): void {
  for (const { theme, name, rules } of plantedBugs) {
    const found = seeds.map((seed) => failureOf(() => runSeed(seed, steps, { rules }))).find((reason) => reason !== null)
    console.log(`${theme}: ${name}: ${found ?? 'NOT FOUND'}`)
    if (found === undefined) process.exitCode = 1
  }
}

function failureOf(run: () => unknown): string | null {
  try {
    run()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
