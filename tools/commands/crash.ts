import { runScript } from '../script.ts'

process.exitCode = await runScript('tools/crash/main.ts')
