import { arrows, deadCode, format, lint, runChecks, types } from '../checks.ts'
import { allTests, journeys } from '../suites.ts'

const { passed, failed } = await runChecks([[...types, lint, format, deadCode, arrows], [allTests()], [journeys()]])
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
// The last line is the result, for people and for machines.
console.log(`${passed} passed, ${failed} failed`)
