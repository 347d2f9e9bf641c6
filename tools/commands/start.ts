import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../root.ts'
import { buildApps } from '../browser-apps.ts'

// The server runs in this process, so that a signal reaches it directly.
if (existsSync(join(root, 'apps', 'web', 'index.html'))) await buildApps().catch(stop)
await import(pathToFileURL(join(root, 'apps', 'server', 'src', 'main.ts')).href)

function stop(error: unknown): never {
  console.error(whyNotBuilt(error))
  process.exit(1)
}

function whyNotBuilt(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  if (/ENOSPC|EDQUOT/u.test(said)) return `The disk of ${root} is full, where the app is built. Make room, and start again.`
  if (/EACCES|EPERM|EROFS/u.test(said))
    return `This account may not write in ${root}, where the app is built. Run npm start once as the account that owns it, or give it to this one.`
  return said
}
