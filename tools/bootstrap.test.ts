import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { root } from './root.ts'
import { type Outcome, run } from './run.ts'

test('an unknown command is refused with a sentence, before anything is installed', async () => {
  const { code, output } = await run(process.execPath, ['tools/bootstrap.mjs', 'fly'])
  expect(code).toBe(1)
  expect(output).toBe('There is no command "fly". The commands are in package.json under "scripts".\n')
})

/** A checkout that has the first step alone, a command that says that it ran, and an npm that a test makes. */
describe('a checkout', () => {
  let checkout: string
  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'rueda-checkout-'))
    mkdirSync(join(checkout, 'tools', 'commands'), { recursive: true })
    mkdirSync(join(checkout, 'node_modules', '.bin'), { recursive: true })
    for (const name of ['bootstrap.mjs', 'installed-part.mjs', 'server-heap.mjs'])
      cpSync(join(root, 'tools', name), join(checkout, 'tools', name))
    writeFileSync(join(checkout, 'tools', 'commands', 'start.ts'), `console.log('it runs')`)
    writeFileSync(join(checkout, 'package-lock.json'), '{}')
    symlinkSync(process.execPath, join(checkout, 'node_modules', '.bin', 'node'))
  })
  afterEach(() => rmSync(checkout, { recursive: true }))

  function start(npm: string): Promise<Outcome> {
    const program = join(checkout, 'npm.js')
    writeFileSync(program, npm)
    return run(process.execPath, ['tools/bootstrap.mjs', 'start'], { cwd: checkout, env: { npm_execpath: program } })
  }
  const failing = (said: string): string => `console.error(${JSON.stringify(said)}); process.exit(1)`
  const BROKEN = failing('npm must not be asked')

  it('that is installed starts without asking npm for anything, so it needs no network', async () => {
    const lock = createHash('sha256').update('{}').digest('hex')
    writeFileSync(join(checkout, 'node_modules', '.rueda-installed.json'), JSON.stringify({ lock, part: 'runtime' }))
    expect(await start(BROKEN)).toMatchObject({ code: 0, output: 'it runs\n' })
  })

  it('is installed once, and says so while it lasts', async () => {
    const { code, output } = await start('')
    expect({ code, output }).toEqual({
      code: 0,
      output: 'Installing what running needs. The first time this takes about a minute.\nit runs\n',
    })
    expect(JSON.parse(readFileSync(join(checkout, 'node_modules', '.rueda-installed.json'), 'utf8'))).toMatchObject({ part: 'runtime' })
    expect(await start(BROKEN)).toMatchObject({ code: 0, output: 'it runs\n' })
  })

  describe('that somebody else has installed, as npm ci does', () => {
    const SERVER = { version: '1.0.0', integrity: 'sha512-a' }
    const TOOL = { version: '2.0.0', integrity: 'sha512-b', dev: true }
    const OTHER_SYSTEM = { version: '3.0.0', integrity: 'sha512-c', optional: true }
    const locked = { '': {}, 'node_modules/server': SERVER, 'node_modules/tool': TOOL, 'node_modules/other': OTHER_SYSTEM }
    const stamp = () => JSON.parse(readFileSync(join(checkout, 'node_modules', '.rueda-installed.json'), 'utf8')) as { part: string }

    function installed(packages: Readonly<Record<string, object>>): void {
      writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify({ packages: locked }))
      writeFileSync(join(checkout, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
      for (const path of Object.keys(packages)) mkdirSync(join(checkout, path), { recursive: true })
    }

    it('with its test tools is left as it is', async () => {
      installed({ 'node_modules/server': SERVER, 'node_modules/tool': TOOL })
      expect(await start(BROKEN)).toMatchObject({ code: 0, output: 'it runs\n' })
      expect(stamp()).toMatchObject({ part: 'all' })
    })

    it('without them is left as it is too, and is known to have none', async () => {
      installed({ 'node_modules/server': SERVER })
      expect(await start(BROKEN)).toMatchObject({ code: 0, output: 'it runs\n' })
      expect(stamp()).toMatchObject({ part: 'runtime' })
    })

    it.each([
      ['has another version', { 'node_modules/server': { ...SERVER, version: '0.9.0' }, 'node_modules/tool': TOOL }],
      ['lacks a package', { 'node_modules/tool': TOOL }],
    ])('and that %s is installed anew, and keeps its test tools', async (_, packages) => {
      installed(packages)
      const { code, output } = await start('if (process.argv.includes("--omit=dev")) process.exit(1)')
      expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining('what running and testing need') })
      expect(stamp()).toMatchObject({ part: 'all' })
    })

    it('and that lost a folder is installed anew', async () => {
      installed({ 'node_modules/server': SERVER })
      rmSync(join(checkout, 'node_modules', 'server'), { recursive: true })
      expect(await start('')).toMatchObject({ code: 0, output: expect.stringContaining('Installing') })
    })
  })

  it.each([
    [
      'no network',
      'npm error code ENOTFOUND',
      /The package registry could not be reached.*HTTPS_PROXY=http:\/\/<proxy>:<port> npm start\n$/u,
    ],
    ['a proxy that wants a name', 'npm error code E407', /could not be reached.*or name its proxy/u],
    ['a full disk', 'npm error code ENOSPC', /The disk of .* is full\. Make room, and run the same again\.\n$/u],
    ['a folder of somebody else', 'npm error code EACCES', /This account may not write in .* Run this once as the account that owns it/u],
    ['anything else', 'npm error code EBADENGINE', /The installation failed; what npm said is above\. Run the same again/u],
  ])('with %s says in a sentence what to do, and begins again the next time', async (_, said, sentence) => {
    const { code, output } = await start(failing(said))
    expect(code).toBe(1)
    expect(output).toContain(said)
    expect(output).toMatch(sentence)
    expect(output).not.toContain('it runs')
    expect(await start('')).toMatchObject({ code: 0, output: expect.stringContaining('it runs') })
  })
})
