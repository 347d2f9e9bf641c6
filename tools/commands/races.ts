import { parseArgs } from 'node:util'
import { show, tool } from '../run.ts'

/** `npm run races -- [--times N]`: everybody acts on the same deposits and withdrawals at the same moment, so many times on PostgreSQL. */
const { values } = parseArgs({ options: { times: { type: 'string', default: '500' } } })
process.exitCode = await show(tool('vitest'), ['run', '--project', 'server', 'races.http.test.ts'], { env: { RACES: values.times } })
