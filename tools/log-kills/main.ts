import { parseArgs } from 'node:util'
import { killWriters } from './cycles.ts'

/** `npm run log-kills -- [--cycles 500]`: kills the writer of the public log again and again, and checks that it only ever had one tree. */
const { values } = parseArgs({ options: { cycles: { type: 'string', default: '500' } } })
const cycles = Number(values.cycles)
if (!Number.isInteger(cycles) || cycles < 1) throw new Error('--cycles takes a whole number from 1')
const { checkpoints, entries, faults } = await killWriters({ cycles, random: Math.random, say: (line) => console.log(line) })
for (const fault of faults) console.error(fault)
console.log(`${cycles} kills, ${checkpoints} checkpoints over ${entries} entries, ${faults.length} faults`)
process.exitCode = faults.length === 0 ? 0 : 1
