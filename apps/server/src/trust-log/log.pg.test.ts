import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isKeyChangeBy } from '@rueda/proof/key-change.ts'
import { headEntry, labelOf } from '@rueda/proof/head.ts'
import { consistencyProof, hashesOfLeaves, leafHash, verifyConsistency } from '@rueda/proof/merkle.ts'
import { parseVerifierKey } from '@rueda/proof/verifier-key.ts'
import type { Pool } from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { machineRandom } from '../ids.ts'
import { readAll, saidIn } from '../testing/log-reader.ts'
import { logOfTest } from '../testing/started-log.ts'
import { createVault } from '../vault/vault.ts'
import { logFolder } from './log-folder.ts'
import { type TrustLog, continueRestored, markRestored } from './log.ts'
import { beginSuccessor } from './successor.ts'
import { sayStart, sayStop } from './server-entries.ts'
import { outside } from '../testing/outside.ts'

/** The public log between the database, its files and a crash: what was signed once is in every later tree (`docs/rules/proof.md`). */
const HOUR_MS = 3_600_000
const { pool, dataFolder, keyring, now, pass, started: startedWith } = logOfTest()
const logged: object[] = []

type Starting = NonNullable<Parameters<typeof startedWith>[0]>
const started = (differs: Starting = {}): Promise<TrustLog> => startedWith({ onError: (facts) => void logged.push(facts), ...differs })

/** An account, with a head as the books would leave it. */
const moved = async (accountId: number, sequence: number): Promise<void> => {
  await pool().query(
    `insert into account_states (account_id, sequence, head) values ($1, $2, $3)
     on conflict (account_id) do update set sequence = excluded.sequence, head = excluded.head`,
    [accountId, sequence, randomBytes(32)],
  )
}

describe('the public log', () => {
  it('begins with its keys, under a name that stays', async () => {
    const log = await started({ publicUrl: 'https://rueda.example' })
    await log.checkpoint()
    const { entries } = await readAll(log)
    expect(saidIn(entries)).toMatchObject([
      { kind: 'key', purpose: 'checkpoints', key: expect.stringMatching(/^rueda\.example\/trust\/log\+/u) },
      { kind: 'key', purpose: 'receipts', key: expect.stringMatching(/^rueda\.example\/trust\/log\/receipts\+/u) },
    ])
    const renamed = await started({ publicUrl: 'https://other.example' })
    expect(renamed.origin()).toBe('rueda.example/trust/log')
    expect(renamed.keys()).toEqual(log.keys())
  })

  it('has the heads of the accounts that moved, once, filled to a power of two of at least sixteen', async () => {
    const log = await started()
    expect(log.origin()).toBe('rueda.invalid/instance-0123456789ab/trust/log')
    await log.checkpoint()
    const keys = 2
    for (let account = 1; account <= 17; account += 1) await moved(account, 1)
    expect((await log.checkpoint())?.size).toBe(keys + 32)
    expect(await log.checkpoint()).toBeNull()
    await moved(3, 5)
    expect((await log.checkpoint())?.size).toBe(keys + 32 + 16)
    const { rows } = await pool().query('select account_id::int, sequence::int from trust_heads where account_id = 3 order by 2')
    expect(rows).toEqual([
      { account_id: 3, sequence: 1 },
      { account_id: 3, sequence: 5 },
    ])
  })

  it('has the same heads of many accounts, worked out beside everything else', async () => {
    const log = await started()
    await log.checkpoint()
    const accounts = 1_001
    await pool().query(
      "insert into account_states (account_id, sequence, head) select i, 1, decode(md5(i::text) || md5(i::text), 'hex') from generate_series(1, $1) i",
      [accounts],
    )
    expect((await log.checkpoint())?.size).toBe(2 + 1_024)
    const { entries } = await readAll(log)
    const { rows } = await pool().query<{ account_id: bigint; sealed: Buffer; entry_index: bigint; head: Buffer }>(
      'select h.account_id, h.entry_index, h.head, k.sealed from trust_heads h join account_keys k using (account_id) where h.account_id in (1, 500, 1001)',
    )
    expect(rows).toHaveLength(3)
    for (const { account_id: accountId, sealed, entry_index: place, head } of rows) {
      const opened = headEntry(log.keyOf(String(accountId), sealed), { sequence: 1, head })
      expect(Buffer.from(entries[Number(place)] ?? []).equals(opened)).toBe(true)
    }
  })

  it('only grows: each tree begins with every one signed before', async () => {
    const log = await started()
    const signed: { size: number; root: Uint8Array }[] = []
    for (let turn = 1; turn <= 40; turn += 1) {
      await moved(turn % 5, turn)
      const made = await log.checkpoint()
      if (made !== null) signed.push(made)
    }
    const { size, root, entries } = await readAll(log)
    expect(size).toBeGreaterThan(2 * 256)
    const read = hashesOfLeaves(entries.map(leafHash))
    for (const { size: oldSize, root: oldRoot } of signed)
      expect(verifyConsistency({ oldSize, size, oldRoot, root, proof: consistencyProof({ oldSize, size }, read) })).toBe(true)
    // Partial files that full ones replaced are gone, and the full ones are there.
    expect(existsSync(join(logFolder(dataFolder(), 1), 'tile/0/000.p'))).toBe(false)
    expect(existsSync(join(logFolder(dataFolder(), 1), 'tile/0/000'))).toBe(true)
  })

  it('says that it is there after an idle hour, and nothing before', async () => {
    const log = await started()
    await log.checkpoint()
    pass(HOUR_MS / 2)
    expect(await log.checkpoint()).toBeNull()
    pass(HOUR_MS / 2)
    await log.checkpoint()
    expect(saidIn((await readAll(log)).entries).at(-1)).toMatchObject({ kind: 'alive' })
  })

  it('shows nothing that no signed checkpoint has', async () => {
    const log = await started()
    await log.checkpoint()
    for (const path of [
      'tile/0/000.p/3',
      'tile/0/000',
      'tile/1/000.p/1',
      'tile/entries/001.p/1',
      '../1/checkpoint',
      'tile/0/../../checkpoint',
      '',
    ])
      expect(await log.read(path)).toBeNull()
    expect(await log.read('tile/0/000.p/2')).toHaveLength(64)
  })
})

/** The pool, on whose connections this statement fails. */
const failingAt = (text: string): Pool =>
  new Proxy(pool(), {
    get: (pool, name) => {
      if (name === 'query') return pool.query.bind(pool)
      return async () => {
        const client = await pool.connect()
        const query = client.query.bind(client) as (...given: unknown[]) => unknown
        const failing = (...given: unknown[]) => (given[0] === text ? Promise.reject(new Error('cut off')) : query(...given))
        return { query: failing, release: client.release.bind(client) }
      }
    },
  })
const LAST_STATEMENT = 'delete from trust_waiting where id = any($1::bigint[])'

describe('after a crash', () => {
  it('between the files and the commit, the next tree takes the place of the one that nobody was told of', async () => {
    const log = await started()
    await moved(1, 1)
    const before = await log.checkpoint()
    await moved(2, 1)
    await expect((await started({ pool: failingAt(LAST_STATEMENT) })).checkpoint()).rejects.toThrow('cut off')
    await moved(3, 1)
    const again = await started()
    expect(again.newest()?.note).toBe(before?.note)
    expect((await again.checkpoint())?.size).toBe((before?.size ?? 0) + 16)
    await readAll(again)
  })

  it('shows nothing of what was written ahead of a commit that did not come', async () => {
    const log = await started()
    await log.checkpoint()
    for (const account of [1, 2, 3]) await moved(account, 1)
    await expect((await started({ pool: failingAt(LAST_STATEMENT) })).checkpoint()).rejects.toThrow('cut off')
    const again = await started()
    await sayStop(pool(), now())
    await again.checkpoint()
    // Two keys, the stop and sixteen heads; the files of eighteen entries would tell which of those are padding.
    expect(again.newest()?.size).toBe(19)
    expect(existsSync(join(logFolder(dataFolder(), 1), 'tile/entries/000.p/18'))).toBe(true)
    for (const path of ['tile/entries/000.p/18', 'tile/0/000.p/18']) expect(await again.read(path)).toBeNull()
    expect(await again.read('tile/entries/000.p/19')).not.toBeNull()
  })

  it('between the commit and the signature, what was committed is signed and nothing else', async () => {
    const log = await started()
    await moved(1, 1)
    await log.checkpoint()
    const file = join(logFolder(dataFolder(), 1), 'checkpoint')
    const older = readFileSync(file)
    await moved(2, 1)
    const committed = await log.checkpoint()
    writeFileSync(file, older)
    const again = await started()
    expect(again.newest()?.note).toBe(committed?.note)
    await readAll(again)
  })

  it('the last server that led and comes late commits nothing', async () => {
    const log = await started()
    await log.checkpoint()
    await pool().query('update leadership set epoch = epoch + 1')
    await moved(1, 1)
    await expect(log.checkpoint()).rejects.toThrow('another server leads')
  })
})

describe('a start is refused', () => {
  const file = (path: string) => join(logFolder(dataFolder(), 1), path)

  beforeEach(async () => {
    const log = await started()
    await moved(1, 1)
    await log.checkpoint()
  })

  it('with a database older than what was signed', async () => {
    // As a database that was brought back from before the first checkpoint.
    await pool().query('reset role; alter table trust_checkpoints disable trigger user; delete from trust_checkpoints')
    await pool().query("update trust_logs set size = 0, edge = ''")
    await expect(started()).rejects.toThrow(/The database is older than the public log, which has 18 entries/u)
  })

  it('with files older than the database', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'rueda-log-copy-'))
    cpSync(dataFolder(), copy, { recursive: true })
    const log = await started()
    for (const turn of [2, 3]) {
      await moved(1, turn)
      await log.checkpoint()
    }
    rmSync(dataFolder(), { recursive: true })
    cpSync(copy, dataFolder(), { recursive: true })
    rmSync(copy, { recursive: true })
    await expect(started()).rejects.toThrow(/The files of the public log are older than the database: 18 of 50 entries/u)
  })

  it('without its newest checkpoint, once there was more than one', async () => {
    const log = await started()
    await moved(1, 2)
    await log.checkpoint()
    rmSync(file('checkpoint'))
    await expect(started()).rejects.toThrow(/The newest checkpoint of the public log is missing/u)
  })

  it('without its files', async () => {
    rmSync(logFolder(dataFolder(), 1), { recursive: true })
    await expect(started()).rejects.toThrow(/The public log is damaged/u)
  })

  it.each([
    ['a tile is changed', 'tile/0/000.p/18', /damaged/u],
    ['the checkpoint is torn', 'checkpoint', /torn/u],
  ])('when %s', async (_, path, said) => {
    const bytes = readFileSync(file(path))
    writeFileSync(file(path), path === 'checkpoint' ? bytes.subarray(0, 20) : bytes.fill(7, 0, 1))
    await expect(started()).rejects.toThrow(said)
  })
})

describe('a log that cannot go on', () => {
  const parts = () => ({ pool: pool(), vault: createVault(keyring), random: machineRandom, ...outside(dataFolder()) })

  it('brought back from a backup is not continued before the operator has said so', async () => {
    // From before its log began: it may have said something since, so it begins under a name that nobody can hold a checkpoint of.
    markRestored(dataFolder(), '2026-11-26T10:00:00.000Z')
    const log = await started()
    expect(log.origin()).toBe('rueda.invalid/instance-0123456789ab/trust/log/0123456789ab')
    await log.checkpoint()
    await moved(1, 1)
    await log.checkpoint()
    markRestored(dataFolder(), '2026-11-26T10:00:00.000Z')
    await expect(started()).rejects.toThrow(/brought back from the backup of 2026-11-26T10:00:00.000Z/u)
    continueRestored(dataFolder())
    rmSync(join(logFolder(dataFolder(), 1), 'checkpoint'))
    expect((await started()).newest()?.note).toBe(log.newest()?.note)
  })

  it('has a successor that says first where it came to, why it ended, and its keys under the signature of those before', async () => {
    const log = await started({ publicUrl: 'https://rueda.example' })
    await moved(1, 4)
    const last = await log.checkpoint()
    await sayStop(pool(), now())
    markRestored(dataFolder(), '2026-11-26T10:00:00.000Z')
    expect(await beginSuccessor(parts(), { reason: 'the disk was lost', now: now() })).toMatch(
      /^rueda\.example\/trust\/log\/2-[0-9a-f]{12}$/u,
    )
    await expect(log.checkpoint()).rejects.toThrow('another log has begun')
    const next = await started()
    await next.checkpoint()
    const { entries } = await readAll(next)
    const said = saidIn(entries)
    expect(said[0]).toMatchObject({
      kind: 'successor',
      origin: 'rueda.example/trust/log',
      checkpoint: last?.note,
      reason: 'the disk was lost',
    })
    expect(said.map(({ kind }) => kind)).toEqual(['successor', 'key', 'key', 'stop'])
    for (const entry of said.slice(1, 3)) {
      const before = entry.kind === 'key' ? log.keys().find(({ purpose }) => purpose === entry.purpose) : undefined
      const believed = parseVerifierKey(before?.text ?? '')
      expect(entry.kind === 'key' && believed.ok && isKeyChangeBy(entry, next.origin(), believed.value)).toBe(true)
    }
    // Every head is said anew, and the third log counts on.
    expect(entries).toHaveLength(said.length + 16)
    expect(await beginSuccessor(parts(), { reason: 'again', now: now() })).toMatch(/^rueda\.example\/trust\/log\/3-[0-9a-f]{12}$/u)
  })

  it.each([
    ['torn', 0],
    ['torn', 20],
    ['older', null],
  ])('names what people can hold where its file is %s (%s)', async (_, bytes) => {
    const log = await started()
    await log.checkpoint()
    const file = join(logFolder(dataFolder(), 1), 'checkpoint')
    const older = readFileSync(file)
    await moved(1, 4)
    const last = await log.checkpoint()
    writeFileSync(file, bytes === null ? older : older.subarray(0, bytes))
    await beginSuccessor(parts(), { reason: 'the disk was lost', now: now() })
    const next = await started()
    await next.checkpoint()
    expect(saidIn((await readAll(next)).entries)[0]).toMatchObject({ kind: 'successor', checkpoint: last?.note })
  })

  it('says heads anew under other labels, and forgets no time that was lost', async () => {
    const levers = { version: '0.1.0', engine: 'ab'.repeat(32), settings: {}, isSeedSet: false, scenario: null }
    const log = await started()
    await moved(1, 4)
    await sayStart(pool(), levers, now())
    await log.checkpoint()
    const before = (await readAll(log)).entries
    await sayStop(pool(), now())
    const stoppedAt = now()
    pass(72 * HOUR_MS)
    await beginSuccessor(parts(), { reason: 'the disk was lost', now: now() })
    const next = await started()
    await sayStart(pool(), levers, now())
    await next.checkpoint()
    const { entries } = await readAll(next)
    const known = new Set(before.map((entry) => Buffer.from(entry).toString('hex')))
    expect(entries.filter((entry) => labelOf(entry) !== null && known.has(Buffer.from(entry).toString('hex')))).toEqual([])
    expect(saidIn(entries).find(({ kind }) => kind === 'gap')).toMatchObject({ from: stoppedAt, reason: 'stopped' })
  })

  it('a key that does not open silences its own account alone', async () => {
    const log = await started()
    await moved(1, 1)
    await moved(2, 1)
    await log.checkpoint()
    await pool().query("update account_keys set sealed = decode(repeat('00', 120), 'hex') where account_id = 1")
    await moved(1, 2)
    await moved(2, 2)
    await log.checkpoint()
    const { rows } = await pool().query('select account_id::int as id from trust_heads where sequence = 2')
    expect(rows).toEqual([{ id: 2 }])
    expect(logged).toHaveLength(1)
  })

  it('has none before it has signed anything', async () => {
    await started()
    await expect(beginSuccessor(parts(), { reason: 'too early', now: now() })).rejects.toThrow('signed nothing yet')
  })
})
