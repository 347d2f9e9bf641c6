import { runScript } from '../script.ts'

process.exitCode = await runScript('apps/server/src/move-files.ts')
