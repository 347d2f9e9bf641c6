import { runScript } from '../script.ts'

process.exitCode = await runScript('tools/simulate.ts')
