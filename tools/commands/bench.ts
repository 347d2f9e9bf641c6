import { runScript } from '../script.ts'

process.exitCode = await runScript('bench/main.ts')
