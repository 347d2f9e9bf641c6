import { arrows, deadCode, format, lint, runChecks, types } from '../checks.ts'
import { journeys, vitest } from '../suites.ts'

const tests = ['unit', 'house', 'sim', 'screens', 'server'].map((project) => vitest(`${project} tests`, ['--project', project]))
const { passed, failed } = await runChecks([...types, lint, format, deadCode, arrows, ...tests, journeys()])
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
// The last line is the result, for people and for machines.
console.log(`${passed} passed, ${failed} failed`)
