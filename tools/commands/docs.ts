import { runScript } from '../script.ts'

process.exitCode = await runScript('tools/docs.ts')
