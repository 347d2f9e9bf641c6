import { execFile } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { staff } from '@rueda/contract/admin/staff.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { socketAddress } from './db/open.ts'
import { anchorPath } from './anchors/anchor-file.ts'
import { createAuditAnchoring } from './features/audit/anchors.ts'
import { sealEmergency } from './features/staff/seal.ts'
import { LEADER_LOCK } from './leadership/leadership.ts'
import { type Harness, startHarness } from './testing/harness.ts'
import { startS3Server } from './testing/s3-server.ts'
import { type StaffCaller, callStaff, hire } from './testing/staff.ts'

/** Commands as an operator types them: processes of their own, on the data of a running server. */
let harness: Harness
beforeEach(async () => {
  // Commands run at the machine's own time.
  harness = await startHarness({ at: Date.now() })
})
afterEach(() => {
  given = {}
  return harness.stop()
})

/** Settings beyond those of the data. */
let given: Readonly<Record<string, string>> = {}
type Ended = Readonly<{ code: number; said: string }>

function run(script: 'verify.ts' | 'setup-link.ts' | 'move-files.ts', ...words: readonly string[]): Promise<Ended> {
  const { host = '', port = 0, user = '', database = '' } = harness.app.pool.options
  const data = { DATA_DIR: harness.app.settings.DATA_DIR, DATABASE_URL: socketAddress({ host, port, user, database }) }
  const env = { ...process.env, ...data, ...given, LOG_LEVEL: 'error' }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, script), ...words], { env }, (error, out, problems) =>
      resolve({ code: error === null ? 0 : Number(error.code), said: `${out}${problems}` }),
    )
  })
}

describe('setup-link', () => {
  const invited = { reason: 'maintenance' as const, name: 'Bea', email: 'bea@example.org', roles: ['support' as const] }
  const linkIn = ({ said }: Ended): string => /\S+#\/setup\/(\S+)/u.exec(said)?.[1] ?? ''
  const opens = async (token: string): Promise<boolean> => (await callStaff(harness, staff.beginSetup, { token })).code === 200
  let ana: StaffCaller
  beforeEach(async () => {
    ana = await hire(harness, ['admin'])
    await ana.ask(staff.invite, invited)
  })

  it('shows a link that sets the account up, and ends the one before', async () => {
    const shown = await run('setup-link.ts', 'BEA@example.org')
    // The name that the start prints: a browser keeps what it knows of a server by it.
    expect(shown.said).toContain('http://localhost:8080/console/#/setup/')
    const first = linkIn(shown)
    expect(await opens(first)).toBe(true)
    const second = await run('setup-link.ts', 'bea@example.org')
    expect(second).toMatchObject({ code: 0, said: expect.stringContaining('once and within a day') })
    expect([await opens(first), await opens(linkIn(second))]).toEqual([false, true])
    const { rows } = await harness.app.pool.query(
      `select after from audit_log where power = 'staff.invite' and address = 'the machine itself'`,
    )
    expect(rows).toHaveLength(2)
  })

  it.each([
    ['nobody', [], 'Name the address that was invited'],
    ['somebody who was not invited', ['eve@example.org'], 'Nobody with the address eve@example.org is invited'],
  ])('of %s shows none and says why', async (_, words, sentence) => {
    const ended = await run('setup-link.ts', ...words)
    expect(ended).toMatchObject({ code: 1, said: expect.stringContaining(sentence) })
    expect(linkIn(ended)).toBe('')
  })

  it('of somebody who is set up already shows none', async () => {
    expect(await run('setup-link.ts', ana.email)).toMatchObject({ code: 1, said: expect.stringContaining('is invited and not set up yet') })
  })
})

describe('move-files', () => {
  const KEY = 'files/ab/0000'
  const put = () => harness.app.files.put([{ key: KEY, bytes: Buffer.from('sealed') }])

  it('brings the files of the folder into the bucket, says so, and has nothing left to do', async () => {
    const bucket = await startS3Server()
    given = { STORE_URL: bucket.url }
    await put()
    expect(await run('move-files.ts')).toMatchObject({
      code: 0,
      said: expect.stringContaining('1 files (6 bytes) were brought to the bucket'),
    })
    expect(bucket.objects.get(KEY)?.bytes.toString()).toBe('sealed')
    expect(await harness.app.files.get(KEY)).toBeNull()
    expect(await run('move-files.ts')).toMatchObject({ code: 0, said: expect.stringContaining('0 files') })
    await put()
    bucket.objects.set(KEY, { bytes: Buffer.from('another'), writtenAt: 0 })
    const ended = await run('move-files.ts')
    expect(ended).toMatchObject({ code: 1, said: expect.stringContaining(`with another content, and neither was touched: ${KEY}`) })
    await bucket.stop()
    const away = await run('move-files.ts')
    expect(away).toMatchObject({ code: 1, said: expect.stringContaining('cannot be reached') })
    expect(away.said).not.toContain(bucket.address.secretAccessKey)
    expect(away.said).not.toContain(encodeURIComponent(bucket.address.secretAccessKey))
  })

  it('touches nothing while a server runs on the data, and asks for the bucket', async () => {
    expect(await run('move-files.ts')).toMatchObject({ code: 1, said: expect.stringContaining('STORE_URL is missing') })
    given = { STORE_URL: 's3://key:secret@127.0.0.1:1/rueda?tls=0' }
    const leader = await harness.app.pool.connect()
    await leader.query('select pg_advisory_lock($1)', [LEADER_LOCK])
    expect(await run('move-files.ts')).toMatchObject({ code: 1, said: expect.stringContaining('A server runs on this data') })
    await leader.query('select pg_advisory_unlock($1)', [LEADER_LOCK])
    leader.release()
  })
})

describe('verify', () => {
  const acts = () => anchorPath(harness.app.settings.DATA_DIR, 'audit')
  /** Of an act that the staff's log does not know yet. */
  const anchor = async () => {
    const { pool, ids, random, settings, wallClock } = harness.app
    await sealEmergency({ pool, ids, random, now: wallClock.now() })
    await createAuditAnchoring(pool, settings.DATA_DIR).anchor(wallClock.now())
  }
  beforeEach(async () => {
    await harness.newCustomer()
    await anchor()
  })

  it('says that every check holds, and leaves the anchors alone although new ones were asked for', async () => {
    const before = readFileSync(acts(), 'utf8')
    const ended = await run('verify.ts', '--new-anchors')
    expect(ended).toMatchObject({ code: 0, said: expect.stringContaining('every check holds') })
    expect(ended.said).not.toContain('begin anew')
    expect(readFileSync(acts(), 'utf8')).toBe(before)
  })

  it('is red over a file of anchors that is lost, until it is told to begin another', async () => {
    rmSync(acts())
    expect(await run('verify.ts')).toMatchObject({ code: 1, said: expect.stringContaining('FAIL ANCHORS') })
    await expect(anchor()).rejects.toThrow('ENOENT')
    expect(await run('verify.ts', '--new-anchors')).toMatchObject({ code: 1, said: expect.stringContaining('The anchors begin anew') })
    await anchor()
    expect(existsSync(acts())).toBe(true)
    expect(await run('verify.ts')).toMatchObject({ code: 0, said: expect.stringContaining('every check holds') })
  })

  it('begins none anew where the books themselves are not in order', async () => {
    rmSync(acts())
    const add = (cents: number) =>
      harness.app.pool.query('update wallets set cash = cash + $1 where account_id = (select min(account_id) from wallets) and cash > 0', [
        cents,
      ])
    await add(1)
    const ended = await run('verify.ts', '--new-anchors')
    expect(ended).toMatchObject({ code: 1, said: expect.stringContaining('the books are NOT in order') })
    expect(ended.said).not.toContain('begin anew')
    await expect(anchor()).rejects.toThrow('ENOENT')
    await add(-1)
  })
})
