import { parseArgs } from 'node:util'
import { show, tool } from '../run.ts'

/** `npm run fuzz:staff -- [--calls N] [--seed S]`: staff call everything with every role, beside a server without staff. */
const { values } = parseArgs({ options: { calls: { type: 'string', default: '100000' }, seed: { type: 'string', default: '20261118' } } })
process.exitCode = await show(tool('vitest'), ['run', '--project', 'server', 'apps/server/src/admin/results.http.test.ts'], {
  env: { STAFF_FUZZ_CALLS: values.calls, STAFF_FUZZ_SEED: values.seed },
})
