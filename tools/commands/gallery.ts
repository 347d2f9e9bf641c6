import { runScript } from '../script.ts'

process.exitCode = await runScript('e2e/gallery.ts')
