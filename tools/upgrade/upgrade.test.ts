import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkArchive } from '../../apps/server/src/backup/archive-reader.ts'
import { keysBeside } from '../../apps/server/src/backup/back-up.ts'
import { loadDatabase } from '../../apps/server/src/backup/load-database.ts'
import { withOwnClient } from '../../apps/server/src/backup/own-client.ts'
import { fillFrom } from '../../apps/server/src/backup/restore.ts'
import { isSealedBy } from '../../apps/server/src/backup/seal.ts'
import { openDatabase } from '../../apps/server/src/db/open.ts'
import { keyFile } from '../../apps/server/src/vault/keyring.ts'
import { root } from '../root.ts'
import { run } from '../run.ts'
import { newDataFolder, startServerProcess } from '../server-process.ts'

/**
 * Houses that earlier releases kept: each archive lies here with the keys of its house, which was made for this and opens nothing else.
 * Schema 72 was kept before archives had a seal, and was sealed afterwards with its keys; nothing else of it was changed.
 * One is made at a release by `npm run backup` of a house with customers, executions, positions on margin, orders that rest and a picture.
 */
const KEPT = {
  archive: join(root, 'tools', 'upgrade', 'schema-0072.tar.gz'),
  schema: 72,
  settings: { SIM_SEED: 'an earlier release', SIM_CLOCK: 'fixed:2026-11-18T21:07:10Z' },
  customer: { email: 'ana@example.org', password: 'paso-a-paso-7' },
} as const
const silent = { doing: () => undefined, moved: () => undefined }
const PROGRESS_LINE = /^ {2}… .*\n/gmu

let parent: string
let dataFolder: string
beforeAll(() => {
  parent = newDataFolder('rueda-upgrade-')
  dataFolder = join(parent, 'data')
  mkdirSync(dataFolder)
  chmodSync(dataFolder, 0o711)
})
afterAll(() => rmSync(parent, { recursive: true, force: true }))

type Wallet = Readonly<{ type: string; cash: string; hold: string; margin: string }>

/** Puts the data folder there as the earlier release left it, and returns what the customer had. */
async function asItWas(): Promise<readonly Wallet[]> {
  const { manifest, sealed } = await checkArchive(KEPT.archive, () => undefined)
  expect(isSealedBy(readFileSync(keysBeside(KEPT.archive), 'utf8'), sealed)).toBe(true)
  expect(manifest.migrations.at(-1)?.number).toBe(KEPT.schema)
  mkdirSync(dirname(keyFile(dataFolder)), { recursive: true })
  copyFileSync(keysBeside(KEPT.archive), keyFile(dataFolder))
  const database = await openDatabase({ dataFolder, databaseUrl: null, durability: 'none' })
  try {
    return await withOwnClient(database.connection, async (client) => {
      const nothing = () => Promise.resolve()
      await loadDatabase(client, manifest, {
        fill: (loading) => fillFrom({ archive: KEPT.archive, manifest }, dataFolder, loading, silent),
        finish: nothing,
      })
      const { rows } = await client.query<Wallet>(
        'select type, cash::text, hold::text, margin::text from wallets join accounts using (account_id) where email = $1 order by type',
        [KEPT.customer.email],
      )
      return rows
    })
  } finally {
    await database.stop()
  }
}

async function ask(address: string, path: string, body: object, token?: string): Promise<Readonly<{ code: number; data: unknown }>> {
  const headers = { 'content-type': 'application/json', ...(token === undefined ? {} : { authorization: token }) }
  const response = await fetch(`${address}/web${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()) as { code: number; data: unknown }
}

const CENTS = 100
const server = (name: string) => join('apps', 'server', 'src', name)

describe('a house that an earlier release kept', () => {
  it('starts with this one, has every balance as it was, and verifies', async () => {
    const before = await asItWas()
    expect(before.filter(({ cash }) => cash !== '0').length).toBeGreaterThan(1)
    const house = await startServerProcess({ DATA_DIR: dataFolder, ...KEPT.settings })
    try {
      const signedIn = await ask(house.address, '/loginByUsername', { username: KEPT.customer.email, password: KEPT.customer.password })
      expect(signedIn.code).toBe(200)
      const { token } = signedIn.data as { token: string }
      for (const { type, cash } of before) {
        const { data } = await ask(house.address, '/wallet/getWalletBalance', { walletType: type }, token)
        expect({ type, balance: Math.round(Number((data as { balance: string }).balance) * CENTS) }).toEqual({
          type,
          balance: Number(cash),
        })
      }
    } finally {
      expect(await house.end('SIGTERM')).toMatchObject({ code: 0 })
    }
    const { code, output } = await run(process.execPath, [server('verify.ts')], { env: { DATA_DIR: dataFolder } })
    expect(output).toContain('every check holds')
    expect(code).toBe(0)
  })

  it('is brought back and up to this release by one command', async () => {
    const into = join(parent, 'restored')
    const { code, output } = await run(process.execPath, [server('restore.ts'), KEPT.archive, '--into', into])
    expect(output.replaceAll(PROGRESS_LINE, '')).toMatch(
      /every check holds\n\n {2}Restored into .*, brought up to \S+ with \d+ migrations\.\n/u,
    )
    expect(code).toBe(0)

    // What was brought back is backed up by the other command.
    const to = join(parent, 'again.tar.gz')
    const again = await run(process.execPath, [server('backup.ts'), '--to', to], { env: { DATA_DIR: into } })
    expect(again.output).toContain(`npm run restore -- ${to} --into <new folder>`)
    expect(again.code).toBe(0)
  })

  it('is refused in one sentence, with an exit code, when it is damaged', async () => {
    const damaged = join(parent, 'damaged.tar.gz')
    writeFileSync(damaged, readFileSync(KEPT.archive).subarray(0, 50_000))
    const into = join(parent, 'nothing')
    const { code, output } = await run(process.execPath, [server('restore.ts'), damaged, '--into', into])
    expect(output).toMatch(/^The archive .* is damaged or was cut off .* Take another copy of it, or an older backup\.\n$/u)
    expect(code).toBe(1)
    expect(existsSync(into)).toBe(false)
  })

  it('is refused where something lies already', async () => {
    const before = readdirSync(dataFolder)
    const { code, output } = await run(process.execPath, [server('restore.ts'), KEPT.archive, '--into', dataFolder])
    expect(output).toMatch(/holds data already .* Name a new folder/u)
    expect(code).toBe(1)
    expect(readdirSync(dataFolder)).toEqual(before)
  })
})
