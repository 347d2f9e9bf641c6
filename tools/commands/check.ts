import { arrows, deadCode, format, lint, runChecks, types } from '../checks.ts'
import { vitest } from '../suites.ts'

const { passed, failed } = await runChecks([
  [...types, lint, format, deadCode, arrows],
  [vitest('unit tests', ['--project', 'unit', '--project', 'apps'])],
  [vitest('house checks', ['--project', 'house', 'tools/tidy.test.ts'])],
])
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
