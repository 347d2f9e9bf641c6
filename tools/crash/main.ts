import { parseArgs } from 'node:util'
import { type Blow, crash } from './cycles.ts'

/** `npm run crash -- --cycles N`: kills the server under load, again and again, and checks that nothing promised is lost. */
const CUSTOMERS = 24
const { values } = parseArgs({
  options: { cycles: { type: 'string', default: '5' }, seed: { type: 'string', default: String(Date.now() % 1_000_000) } },
})
const cycles = Number(values.cycles)
const seed = Number(values.seed)
if (!Number.isInteger(cycles) || cycles < 1 || !Number.isInteger(seed)) {
  console.error('Say how often: npm run crash -- --cycles 5 [--seed 7]')
  process.exit(1)
}

const blows: Blow[] = [...Array.from({ length: cycles }, (): Blow => 'kill'), 'terminate', 'kill-postgres', 'kill-postgres']
const { sent, unknown, faults } = await crash({ blows, customers: CUSTOMERS, seed, say: (line) => console.log(`  ${line}`) })
for (const fault of faults) console.error(`FAULT ${fault}`)
const verdict = faults.length === 0 ? 'everything that was answered is there, once' : `${faults.length} faults`
console.log(`${blows.length} blows (seed ${seed}), ${sent} promises, ${unknown} unknown outcomes resolved: ${verdict}.`)
process.exitCode = faults.length === 0 ? 0 : 1
