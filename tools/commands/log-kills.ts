import { runScript } from '../script.ts'

process.exitCode = await runScript('tools/log-kills/main.ts')
