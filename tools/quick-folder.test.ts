import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './root.ts'

const SCRIPT = `
  import { workInQuickFolder } from './tools/quick-folder.ts'
  process.on('SIGTERM', () => process.exit(0))
  setInterval(() => {}, 1000)
  workInQuickFolder()
  console.log(process.env.TMPDIR)
`

/** A run of its own, with its folder; a shared one would be the folder of the run that this test is part of. */
async function run() {
  const { RUEDA_RUN_FOLDER: _, ...env } = process.env
  const child = spawn(process.execPath, ['--input-type=module', '--eval', SCRIPT], { cwd: root, env })
  const folder = await new Promise<string>((resolve) => child.stdout.once('data', (said: Buffer) => resolve(said.toString().trim())))
  const end = (signal: NodeJS.Signals): Promise<unknown> => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill(signal)
    return ended
  }
  return { folder, end }
}

describe('the temporary folder of a run', () => {
  it('can be passed through by another account, and goes with the run', async () => {
    const { folder, end } = await run()
    expect(statSync(folder).mode & 0o777).toBe(0o711)
    await end('SIGTERM')
    expect(existsSync(folder)).toBe(false)
  })

  it('of a killed run is cleared by the next one, that of a running one is not', async () => {
    const [running, killed] = [await run(), await run()]
    mkdirSync(join(killed.folder, 'left'))
    await killed.end('SIGKILL')
    expect(existsSync(killed.folder)).toBe(true)
    const next = await run()
    expect(dirname(next.folder)).toBe(dirname(killed.folder))
    expect([existsSync(killed.folder), existsSync(running.folder)]).toEqual([false, true])
    await Promise.all([next.end('SIGTERM'), running.end('SIGTERM')])
  })
})
