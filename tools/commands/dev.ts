import { join } from 'node:path'
import { root } from '../root.ts'
import { endAll, show, tool } from '../run.ts'

const port = process.env['PORT'] || '8080'
const server = { PORT: port, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'debug' }

console.log('The server restarts when its files change; the app reloads by itself at the address Vite prints.')
const ended = await Promise.race([
  show(process.execPath, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], { env: server }),
  ...['web', 'console'].map((app) =>
    show(tool('vite'), [], { cwd: join(root, 'apps', app), env: { RUEDA_SERVER: `http://127.0.0.1:${port}` } }),
  ),
])
// When one of them ends the others are no use.
endAll('SIGTERM', ended)
