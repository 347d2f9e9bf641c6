import { type UtcMonth, monthOf } from '@rueda/rules/months.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool, PoolClient, QueryConfig } from 'pg'
import { openSeparatePool } from '../../db/separate-pool.ts'
import type { ArchiveReading, Window } from '../../storage/archive-reading.ts'
import { ArchiveUnreadable } from '../../storage/archive-unreadable.ts'
import type { FileStore } from '../../storage/store.ts'
import type { Vault } from '../../vault/vault.ts'
import { asReader, load, markLoaded, shadow } from './shadow.ts'
import { partsOf } from './store.ts'
import { MONTH_HAS_LEFT, newestLeft } from './what-left.ts'

type Parts = Readonly<{
  /** What reads go to that need no archive. */
  pool: Pool
  /** The database itself: a replica has no temporary tables. */
  primary: Pool
  vault: Pick<Vault, 'open'>
  files: FileStore
}>

/** Connections that are used once: what is prepared on one would go on without the archived rows. */
const MAX_CONNECTIONS = 4

/** Customers of whom something has left, as far as this process has met them: nothing ever comes back. */
const MAX_KNOWN = 100_000

export function createArchiveReading({ pool, primary, vault, files }: Parts): ArchiveReading {
  let once: Pool | null = null
  const known = new Map<string, Instant>()
  const leftUntil = async (accountId: string): Promise<Instant> => {
    const { rows } = await pool.query<{ until: bigint | null }>(LEFT_UNTIL, [accountId])
    const until = Number(rows[0]?.until ?? 0)
    if (until > 0 && known.size < MAX_KNOWN) known.set(accountId, until)
    return until
  }
  const isTouched = (until: Instant, { from }: Window): boolean => until > (from ?? 0)

  return {
    over: async (accountId, window, read, { checksFirst = false } = {}) => {
      const met = known.get(accountId) ?? (checksFirst ? await leftUntil(accountId) : 0)
      if (!isTouched(met, window)) {
        const value = await read(pool)
        // Asked behind the read: what had not left by now had not left before either.
        if (!isTouched(await leftUntil(accountId), window)) return value
      }
      once ??= openSeparatePool(primary, { max: MAX_CONNECTIONS, maxUses: 1 })
      return withArchived({ vault, files }, once, { accountId, window }, read)
    },
  }
}

const FIRST_MONTH = monthOf(0)

/** Everything that has left was in the parts that there are: an account whose part is lost has no shorter history, but one that cannot be read. */
async function expectWhole(
  client: PoolClient,
  schema: string,
  { accountId, newest }: Readonly<{ accountId: string; newest: UtcMonth }>,
): Promise<void> {
  const { rows } = await client.query<{ loaded: bigint; left: bigint }>(
    `select (select count(*) from archived_rows_entries) as loaded,
       (select coalesce(sum(entries), 0)::bigint from ${schema}.archived_accounts where account_id = $1) as left`,
    [accountId],
  )
  const [{ loaded, left } = { loaded: 0n, left: 0n }] = rows
  if (loaded !== left) throw new ArchiveUnreadable(newest, new Error(`${left} entries have left, and ${loaded} are there`))
}

/** The mark of a month is a plain value that an operator could change: without it, what lies in the files of the month would be hidden. */
async function expectMarkedAsLeft(client: PoolClient, accountId: string): Promise<void> {
  const { rows } = await client.query<{ month: UtcMonth }>(NOT_MARKED, [accountId])
  const [{ month } = { month: null }] = rows
  if (month !== null) throw new ArchiveUnreadable(month, new Error('something of it has left, and it is not marked as left'))
}
const NOT_MARKED = `
  select a.month from archived_accounts a where a.account_id = $1
    and not exists (select from archive_months m where m.month = a.month and ${MONTH_HAS_LEFT}) order by a.month limit 1`

const LEFT_UNTIL = 'select max(until) as until from archived_holdings where account_id = $1'

type Asked = Readonly<{ accountId: string; window: Window }>

/** All of it is one snapshot, and is taken back at the end. */
async function withArchived<Value>(
  reading: Readonly<{ vault: Pick<Vault, 'open'>; files: FileStore }>,
  pool: Pool,
  { accountId, window }: Asked,
  read: (pool: Pool) => Promise<Value>,
): Promise<Value> {
  const client = await pool.connect()
  try {
    await client.query('begin isolation level repeatable read')
    const newest = await newestLeft(client)
    await expectMarkedAsLeft(client, accountId)
    const schema = await shadow(client)
    const from = monthOf(window.from ?? 0)
    const until = window.until === undefined || window.until === null ? newest : monthOf(window.until)
    if (until !== null) await load(client, schema, reading, await partsOf(asReader(client), accountId, from, until))
    await markLoaded(client, [accountId])
    if (from === FIRST_MONTH && until === newest && newest !== null) await expectWhole(client, schema, { accountId, newest })
    return await read(asPool(client))
  } finally {
    await client.query('rollback').catch(() => undefined)
    client.release(true)
  }
}

/** The connection as a pool: transactions inside of the one that holds the archived rows are parts of it. */
function asPool(client: PoolClient): Pool {
  const query = (asked: string | QueryConfig, values?: unknown[]): Promise<unknown> => {
    const text = typeof asked === 'string' ? asked : asked.text
    if (text.startsWith('begin')) return client.query('savepoint inside')
    if (text === 'commit') return client.query('release savepoint inside')
    if (text === 'rollback') return client.query('rollback to savepoint inside')
    return typeof asked === 'string' ? client.query(asked, values) : client.query(asked)
  }
  const own = { query, release: () => undefined }
  const held = new Proxy(client, { get: (of, name) => Reflect.get(name in own ? own : of, name) as unknown })
  return Object.assign(Object.create(client) as Pool, { query, connect: () => Promise.resolve(held) })
}
