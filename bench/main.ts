import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Runs the benches one after the other, all or those that are named, each in a process of its own. */
const folder = import.meta.dirname
const all = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && name !== 'main.ts')
  .map((name) => name.slice(0, -'.ts'.length))
  .toSorted()
const named = process.argv.slice(2)

const unknown = named.find((name) => !existsSync(join(folder, `${name}.ts`)))
if (unknown !== undefined) {
  console.error(`There is no bench ${unknown}. There are: ${all.join(', ')}.`)
  process.exitCode = 1
} else {
  for (const name of named.length === 0 ? all : named) {
    const { status } = spawnSync(process.execPath, [join(folder, `${name}.ts`)], { stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
  }
}
