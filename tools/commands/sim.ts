import { runScript } from '../script.ts'

process.exitCode = await runScript('packages/rules/sim/main.ts')
