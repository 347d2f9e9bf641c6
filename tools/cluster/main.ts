import { parseArgs } from 'node:util'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { type Blow, blows, cluster } from './cluster.ts'
import { hasNats } from './machines.ts'

/**
 * `npm run cluster`: several machines that fail in turn while customers trade. Customers pause for so many seconds between two requests on average;
 * with a revision, all but the cores run the code of that one.
 */
const USAGE = 'npm run cluster -- --blows 8 --customers 36 [--pause 0] --fronts 3 --ranges 2 --groups 2 [--beside <revision>] [--seed 7]'
const { values } = parseArgs({
  options: {
    blows: { type: 'string', default: '8' },
    customers: { type: 'string', default: '36' },
    pause: { type: 'string', default: '0' },
    fronts: { type: 'string', default: '3' },
    ranges: { type: 'string', default: '2' },
    groups: { type: 'string', default: '2' },
    beside: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})
const [count, customers, fronts, seed] = [Number(values.blows), Number(values.customers), Number(values.fronts), Number(values.seed)]
const [pause, ranges, groups] = [Number(values.pause), Number(values.ranges), Number(values.groups)]
if (![count, customers, fronts, seed, pause + 1, ranges + 1, groups + 1].every((each) => Number.isInteger(each) && each >= 1)) {
  console.error(`Say how much: ${USAGE}`)
  process.exit(1)
}
if (!hasNats()) {
  console.error('npm run cluster needs a NATS server: install nats-server so that it is found by its name, and run this again.')
  process.exit(1)
}
const possible = blows.filter((blow) => (ranges > 0 || !blow.endsWith('accounts')) && (groups > 0 || !blow.endsWith('market')))
const inTurn = Array.from({ length: count }, (_, at): Blow => possible[at % possible.length] ?? 'kill-core')
const { promises, faults, slowest, orderP99 } = await cluster({
  ...{ blows: inTurn, customers, pauseMs: pause * SECOND_MS, fronts, ranges, groups, beside: values.beside ?? null, seed },
  say: (line) => console.log(`  ${line}`),
})
for (const fault of faults) console.error(`FAULT ${fault}`)
const verdict = faults.length === 0 ? 'everything that was answered is there, once' : `${faults.length} faults`
console.log(
  `${inTurn.length} blows (seed ${seed}), ${promises} promises, longest without an answer ${Math.round(slowest)} ms, 99 of 100 answers in between within ${Math.round(orderP99)} ms: ${verdict}.`,
)
process.exitCode = faults.length === 0 ? 0 : 1
