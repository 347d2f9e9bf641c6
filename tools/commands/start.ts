import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../root.ts'
import { buildApps } from '../browser-apps.ts'

// The server runs in this process, so that a signal reaches it directly.
if (existsSync(join(root, 'apps', 'web', 'index.html'))) await buildApps()
await import(pathToFileURL(join(root, 'apps', 'server', 'src', 'main.ts')).href)
