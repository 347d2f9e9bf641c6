import { arrows, deadCode, format, lint, runChecks, types } from '../checks.ts'
import { journeys, vitest } from '../suites.ts'
import { buildWebApp } from '../web-app.ts'

const tests = ['unit', 'house', 'sim', 'screens', 'server'].map((project) => vitest(`${project} tests`, ['--project', project]))
const before = await runChecks([...types, lint, format, deadCode, arrows, ...tests])
const built = await buildWebApp().then(
  () => true,
  (error: unknown) => void console.log(error instanceof Error ? error.message : String(error)),
)
const after = built ? await runChecks([journeys()]) : { passed: 0, failed: 1 }

const passed = before.passed + after.passed
const failed = before.failed + after.failed
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
// The last line is the result, for people and for machines.
console.log(`${passed} passed, ${failed} failed`)
