import { runScript } from '../script.ts'

process.exitCode = await runScript('tools/cluster/main.ts')
