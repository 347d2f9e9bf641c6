import { npm } from '../npm.ts'
import { show } from '../run.ts'

/** Asks npm which of the installed versions have known faults; ends with 1 where there is one, whatever its weight. */
const [program, first] = npm()
process.exitCode = await show(program, [...first, 'audit', '--audit-level=low', ...process.argv.slice(2)])
