import { LONGEST_MARGIN_RUN, MarginFailure, runMargin } from './margin-run.ts'
import { plantedBugs } from './planted.ts'
import { plantedInMargin } from './planted-margin.ts'
import { SimulationFailure, runSeed } from './run.ts'

/** `npm run sim -- --seeds N [--steps M] [--seed S] [--planted]`: many seeded lives of the house, or one again. */
const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`)
  const value = at === -1 ? otherwise : Number(process.argv[at + 1])
  if (!Number.isSafeInteger(value)) throw new Error(`--${name} takes a whole number`)
  return value
}

const steps = option('steps', 5_000)
const only = option('seed', -1)
const seeds = only === -1 ? Array.from({ length: option('seeds', 20) }, (_, index) => index) : [only]
const seen = new Set<string>()
const begun = performance.now()
try {
  for (const seed of seeds) for (const state of runSeed(seed, steps).seen) seen.add(state)
  for (const seed of seeds) for (const state of runMargin(seed, Math.min(steps, LONGEST_MARGIN_RUN))) seen.add(`on margin: ${state}`)
  const seconds = (performance.now() - begun) / 1_000
  const perSecond = Math.round((seeds.length * steps) / seconds).toLocaleString('en-US')
  console.log(`${seeds.length} seeds of ${steps} steps hold: ${perSecond} operations/s, ${seen.size} states seen`)
  for (const state of [...seen].toSorted()) console.log(`  ${state}`)
  if (process.argv.includes('--planted')) tellPlanted()
} catch (error) {
  if (!(error instanceof SimulationFailure) && !(error instanceof MarginFailure)) throw error
  console.error(error.message)
  process.exitCode = 1
}

function tellPlanted(): void {
  for (const [name, rules] of Object.entries(plantedBugs)) console.log(`planted: ${name}: ${found(() => runSeed(1, steps, rules))}`)
  for (const [name, rules] of Object.entries(plantedInMargin))
    console.log(`planted: ${name}: ${found(() => runMargin(1, LONGEST_MARGIN_RUN, rules))}`)
}

function found(run: () => unknown): string {
  try {
    run()
    return 'NOT FOUND'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
