import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type Pool } from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type RunningPostgres, launchPostgres } from './launcher.ts'
import { openPool } from './open.ts'
import { MAX_LAG_MS, type ReplicaReads, openReplicaReads, positionIn } from './replica-reads.ts'

/** Reads beside a real replica, which the test stops from following. */
let folder: string
let primary: RunningPostgres
let replica: RunningPostgres
let first: Pool
let reads: ReplicaReads
let passed = 0

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rueda-replica-'))
  chmodSync(folder, 0o711)
  primary = await launchPostgres({ dataFolder: join(folder, 'primary'), durability: 'none' })
  await copyTo(join(folder, 'replica'))
  replica = await launchPostgres({ dataFolder: join(folder, 'replica'), durability: 'none' })
  first = openPool({ ...primary.connection, database: 'postgres' })
  await first.query('create table notes (account_id bigint, text text)')
}, 120_000)
afterAll(async () => {
  await first.end()
  await replica.stop()
  await primary.stop()
  rmSync(folder, { recursive: true, force: true })
})

describe('what READ_URL leads to', () => {
  const opened = (name: RunningPostgres, log = pino({ level: 'silent' })) =>
    openReplicaReads({ primary: first, replica: openPool({ ...name.connection, database: 'postgres' }), isAway: () => true, log })

  it('is refused where it follows nobody', async () => {
    await expect(opened(primary)).rejects.toThrow('READ_URL leads to a database that follows nobody.')
  })

  it('is refused where it follows another database', async () => {
    const other = await launchPostgres({ dataFolder: join(folder, 'other'), durability: 'none' })
    const pool = openPool({ ...other.connection, database: 'postgres' })
    const log = pino({ level: 'silent' })
    const replicaOfThis = openPool({ ...replica.connection, database: 'postgres' })
    await expect(openReplicaReads({ primary: pool, replica: replicaOfThis, isAway: () => true, log })).rejects.toThrow(
      'READ_URL leads to a replica of another database',
    )
    await replicaOfThis.end()
    await pool.end()
    await other.stop()
  })

  it('is said where nobody answers, and left out', async () => {
    const said: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => void said.push(line) })
    const away = openPool({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'nothing' })
    const lonely = await openReplicaReads({ primary: first, replica: away, isAway: () => true, log })
    expect(said.join('')).toContain('does not answer')
    await lonely.stop()
  })
})

beforeEach(async () => {
  await replaying(true)
  passed = 0
  const second = openPool({ ...replica.connection, database: 'postgres' })
  reads = await openReplicaReads({
    primary: first,
    replica: second,
    isAway: () => true,
    log: pino({ level: 'silent' }),
    elapsed: () => performance.now() + passed,
  })
  return () => reads.stop()
})

/** The way of the manual: the files while a backup is said to run, and the word to follow. */
async function copyTo(dataFolder: string): Promise<void> {
  const client = new Client({ ...primary.connection, database: 'postgres' })
  await client.connect()
  await client.query("select pg_backup_start('replica', true)")
  mkdirSync(join(dataFolder, 'postgres'), { recursive: true, mode: 0o711 })
  const data = join(dataFolder, 'postgres', 'data')
  execFileSync('cp', ['-a', join(folder, 'primary', 'postgres', 'data'), data])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  rmSync(join(data, 'postmaster.pid'), { force: true })
  writeFileSync(join(data, 'backup_label'), rows[0]?.labelfile ?? '')
  writeFileSync(join(data, 'standby.signal'), '')
  // Under root the files belong to the account that PostgreSQL is lent.
  const { uid, gid } = statSync(join(data, 'PG_VERSION'))
  for (const name of ['backup_label', 'standby.signal']) chownSync(join(data, name), uid, gid)
  const { host, port, user } = primary.connection
  appendFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = 'host=${host} port=${port} user=${user}'\n`)
}

async function replaying(isOn: boolean): Promise<void> {
  const client = new Client({ ...replica.connection, database: 'postgres' })
  await client.connect()
  await client.query(`select pg_wal_replay_${isOn ? 'resume' : 'pause'}()`)
  await client.end()
}

const isReplica = (accountId: string | null): Promise<boolean> =>
  reads.reading(accountId, async () => {
    const { rows } = await reads.pool.query<{ is: boolean }>('select pg_is_in_recovery() as is')
    return rows[0]?.is === true
  })
const notesOf = (accountId: string): Promise<readonly string[]> =>
  reads.reading(accountId, async () => {
    const { rows } = await reads.pool.query<{ text: string }>('select text from notes where account_id = $1 order by text', [accountId])
    return rows.map(({ text }) => text)
  })
const write = async (accountId: string, text: string): Promise<void> => {
  await first.query('insert into notes values ($1, $2)', [accountId, text])
  reads.changed(accountId)
}
async function untilFollowing(): Promise<void> {
  await expect
    .poll(async () => {
      await reads.look()
      return isReplica(null)
    })
    .toBe(true)
}

describe('a replica that follows', () => {
  it('is read, and what is asked outside of reads goes to the primary', async () => {
    await untilFollowing()
    expect(await isReplica('1')).toBe(true)
    expect((await reads.pool.query<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]?.is).toBe(false)
  })

  it('is read by an account that has changed something once it has that change', async () => {
    await untilFollowing()
    await write('2', 'bought')
    expect(await notesOf('2')).toEqual(['bought'])
    await expect
      .poll(async () => {
        await reads.look()
        return isReplica('2')
      })
      .toBe(true)
    expect(await notesOf('2')).toEqual(['bought'])
  })
})

describe('a replica that falls behind', () => {
  it('shows nobody less than what they did', async () => {
    await untilFollowing()
    await replaying(false)
    await write('3', 'sold')
    expect(await isReplica('3')).toBe(false)
    expect(await notesOf('3')).toEqual(['sold'])
    expect(await isReplica('4')).toBe(true)
  })

  it('is left out after five seconds, and read again when it has caught up', async () => {
    await untilFollowing()
    await replaying(false)
    await write('5', 'moved')
    await reads.look()
    passed = MAX_LAG_MS + 1
    await reads.look()
    expect(await isReplica(null)).toBe(false)
    await replaying(true)
    await untilFollowing()
  })

  it('that is away is answered for by the primary', async () => {
    await untilFollowing()
    const answers = await reads.reading(null, async () => {
      const { rows } = await reads.pool.query<{ is: boolean }>('select pg_is_in_recovery() as is')
      if (rows[0]?.is === true) throw new Error('the connection broke')
      return 'of the primary'
    })
    expect(answers).toBe('of the primary')
  })
})

it('a place in the log is a number', () => {
  expect(positionIn('16/B374D848')).toBe(0x16_b3_74_d8_48n)
  expect(positionIn('0/0')).toBe(0n)
  for (const wrong of [null, '', '16', '16/', 'x/1', '123456789/0']) expect(positionIn(wrong)).toBeNull()
})
