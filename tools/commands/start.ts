import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../root.ts'
import { buildWebApp } from '../web-app.ts'

// The server runs in this process: a signal reaches it without a messenger.
if (existsSync(join(root, 'apps', 'web', 'index.html'))) await buildWebApp()
await import(pathToFileURL(join(root, 'apps', 'server', 'src', 'main.ts')).href)
