import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'
import { show } from './run.ts'

/** Runs one of the project's own programs with the arguments of the command. */
export async function runScript(path: string): Promise<number> {
  if (existsSync(join(root, path))) return show(process.execPath, [path, ...process.argv.slice(2)])
  console.error(`This version has no ${path} yet.`)
  return 1
}
