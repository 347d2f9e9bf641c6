import { type UtcMonth, monthAfter, monthOf, startOfMonth } from '@rueda/rules/months.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { ClientBase, Pool } from 'pg'
import { APP_ROLE, becomeOwner } from './app-role.ts'

/**
 * Tables that lie in a partition for each month of UTC, by the moment that each row carries (migration 0119). Months are made ahead, and a row
 * whose month there is not goes to the table's default partition, so that none is ever refused; it is moved when its month is made. A new
 * partition is like the default one: keys, indexes and checks are written once, in the migrations.
 */
type MonthlyTable = Readonly<{ table: string; moment: string; isAppendOnly: boolean }>

export const monthlyTables: readonly MonthlyTable[] = [
  { table: 'entries', moment: 'at', isAppendOnly: true },
  { table: 'fills', moment: 'at', isAppendOnly: true },
  { table: 'order_events', moment: 'at', isAppendOnly: true },
  { table: 'messages', moment: 'created_at', isAppendOnly: false },
]

/** A partition: the rows of a table from a moment, or from the beginning, up to another one. */
export type Partition = Readonly<{ table: string; name: string; from: Instant | null; until: Instant }>

/** A simulated time may run a month in minutes, and the job that looks for months runs once a minute. */
const MONTHS_AHEAD = 2
/** Whoever adds a month waits this long for readers of the default partition, and others behind it; then it gives way and tries again later. */
const LOCK_TIMEOUT = '1s'
/** Any number will do as long as no other advisory lock of ours uses it: "month" in ASCII. */
const MONTHS_LOCK = 0x6d6f6e7468

/**
 * Makes the months from that of a moment to two ahead, and those of all rows that wait in a default partition, as far as they are missing. Each
 * is a transaction of its own, so that it may end anywhere and go on later. Returns the names of the partitions it made.
 */
export async function makeMonths(pool: Pool, now: Instant): Promise<readonly string[]> {
  if (await isAllMade(pool, now)) return []
  const client = await pool.connect()
  try {
    await becomeOwner(client)
    const made: string[] = []
    for (const monthly of monthlyTables) {
      const months = new Set([...monthsFrom(now), ...(await waitingMonths(client, monthly))])
      for (const month of months) {
        const partition = partitionOf(monthly, month)
        if (await makeAlone(client, monthly, partition)) made.push(partition.name)
      }
    }
    return made
  } finally {
    // No other statement ever runs as the owner.
    client.release(true)
  }
}

/**
 * Drops the months of a table that are over before a moment, for rows that nobody may read any more. One that is being read stays until the next
 * time.
 */
export async function dropMonthsBefore(pool: Pool, table: string, before: Instant): Promise<void> {
  const over = (await readPartitions(pool)).filter((each) => each.table === table && each.until <= before)
  if (over.length === 0) return
  const client = await pool.connect()
  try {
    await becomeOwner(client)
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
    for (const { name } of over) await client.query(`drop table ${name}`)
  } catch (error) {
    if (!isLockBusy(error)) throw error
  } finally {
    client.release(true)
  }
}
const LOCK_NOT_AVAILABLE = '55P03'
/** Somebody else holds what was waited for. */
export const isLockBusy = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE

/**
 * Renews what the planner knows of the tables as wholes, which PostgreSQL does by itself for their partitions alone. Where it can, it looks at the
 * whole only, and leaves the partitions as they are.
 */
export async function refreshStatistics(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await becomeOwner(client)
    const { rows } = await client.query<{ version: number }>("select current_setting('server_version_num')::integer as version")
    const only = (rows[0]?.version ?? 0) >= ANALYZES_ONLY_FROM ? 'only ' : ''
    for (const { table } of monthlyTables) await client.query(`analyze ${only}${table}`)
  } finally {
    client.release(true)
  }
}
const ANALYZES_ONLY_FROM = 180_000

/** Looks without the owner's rights, so that a look that finds nothing costs little. An empty default partition has no pages. */
async function isAllMade(pool: Pool, now: Instant): Promise<boolean> {
  const partitions = await readPartitions(pool)
  const isMissing = monthlyTables.some((monthly) => monthsFrom(now).some((month) => !isCovered(partitions, partitionOf(monthly, month))))
  if (isMissing) return false
  const { rows } = await pool.query<{ bytes: bigint }>(
    "select sum(pg_relation_size((name || '_default')::regclass))::bigint as bytes from unnest($1::text[]) name",
    [monthlyTables.map(({ table }) => table)],
  )
  return rows[0]?.bytes === 0n
}

const monthsFrom = (now: Instant): readonly UtcMonth[] =>
  Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => monthAfter(monthOf(now), ahead))

/** The next row that waits is found by its moment, so that months are read and not rows; a default partition is empty but for clocks that jump. */
async function waitingMonths(client: ClientBase, { table, moment }: MonthlyTable): Promise<readonly UtcMonth[]> {
  const months: UtcMonth[] = []
  for (let after: Instant | null = null; ;) {
    const { rows }: { rows: { at: bigint | null }[] } = await client.query<{ at: bigint | null }>(
      `select min(${moment}) as at from ${table}_default where ${moment} >= coalesce($1, ${moment})`,
      [after],
    )
    const at = rows[0]?.at
    if (typeof at !== 'bigint') return months
    const month = monthOf(Number(at))
    months.push(month)
    after = startOfMonth(monthAfter(month))
  }
}

const partitionOf = ({ table }: MonthlyTable, month: UtcMonth): Partition => ({
  table,
  name: `${table}_${month.replace('-', '_')}`,
  from: startOfMonth(month),
  until: startOfMonth(monthAfter(month)),
})

/** Makes a partition in a transaction of its own; false where its time is taken already. */
async function makeAlone(client: ClientBase, monthly: MonthlyTable, partition: Partition): Promise<boolean> {
  if (isCovered(await readPartitions(client), partition)) return false
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    await client.query('select pg_advisory_xact_lock($1)', [MONTHS_LOCK])
    const isMade = !isCovered(await readPartitions(client), partition)
    if (isMade) await makePartition(client, monthly, partition)
    await client.query('commit')
    return isMade
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

const isCovered = (partitions: readonly Partition[], { table, until }: Partition): boolean =>
  partitions.some((each) => each.table === table && (each.from ?? Number.NEGATIVE_INFINITY) < until && each.until >= until)

/** The partitions of all tables but the default ones, the oldest of each table first. */
export async function readPartitions(client: Pick<ClientBase, 'query'> | Pool): Promise<readonly Partition[]> {
  const { rows } = await client.query<{ table: string; name: string; bound: string }>(PARTITIONS, [monthlyTables.map(({ table }) => table)])
  return rows
    .map(({ table, name, bound }) => {
      const [, from = '', until = ''] = BOUND.exec(bound) ?? []
      return { table, name, from: from === 'MINVALUE' ? null : Number(from), until: Number(until) }
    })
    .toSorted((a, b) => a.table.localeCompare(b.table) || a.until - b.until)
}

const PARTITIONS = `
  select p.relname as table, c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
  where p.relnamespace = current_schema()::regnamespace and p.relkind = 'p' and p.relname = any($1)
    and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'`
const BOUND = /FROM \('?(MINVALUE|-?\d+)'?\) TO \('?(-?\d+)'?\)/u

/**
 * Makes partitions of a database that is being filled, in the transaction of the caller, so that its rows need not be moved later. Those that are
 * there already stay.
 */
export async function makePartitions(client: ClientBase, partitions: readonly Partition[]): Promise<void> {
  for (const partition of partitions) {
    const monthly = monthlyTables.find(({ table }) => table === partition.table)
    if (monthly === undefined) throw new Error(`${partition.table} has no months`)
    if (!isCovered(await readPartitions(client), partition)) await makePartition(client, monthly, partition)
  }
}

async function makePartition(client: ClientBase, { table, moment, isAppendOnly }: MonthlyTable, partition: Partition): Promise<void> {
  const { name, from, until } = partition
  const waiting = `${table}_default`
  const options = await optionsOf(client, waiting)
  await client.query(`create table ${name} (like ${waiting} including all)${options}`)
  // Statements are refused by the table that they name, and the running server reaches a partition through its table alone.
  if (isAppendOnly) await client.query(refusalsOf(name))
  const role = await client.query('select from pg_roles where rolname = $1', [APP_ROLE])
  if (role.rowCount !== 0) await client.query(`revoke all on ${name} from ${APP_ROLE}`)
  // Nobody adds rows to the default partition while its rows of this month leave it.
  await client.query(`lock table ${waiting} in access exclusive mode`)
  const isOfMonth = `${from === null ? '' : `${moment} >= ${from} and `}${moment} < ${until}`
  const { rowCount } = await client.query(`select from ${waiting} where ${isOfMonth} limit 1`)
  if (rowCount !== 0) await client.query(movesOf(waiting, name, isOfMonth))
  await client.query(`alter table ${table} attach partition ${name} for values from (${from ?? 'minvalue'}) to (${until})`)
}

async function optionsOf(client: ClientBase, table: string): Promise<string> {
  const { rows } = await client.query<{ options: string[] | null }>('select reloptions as options from pg_class where oid = $1::regclass', [
    table,
  ])
  const options = rows[0]?.options ?? []
  return options.length === 0 ? '' : ` with (${options.join(', ')})`
}

const refusalsOf = (name: string): string => `
  create trigger ${name}_append_only before update or delete on ${name} for each statement execute function refuse_change();
  create trigger ${name}_no_truncate before truncate on ${name} for each statement execute function refuse_change()`

/** Moving a row within its table is no change of it: what refuses changes is off inside this transaction, which has the partition to itself. */
const movesOf = (waiting: string, name: string, isOfMonth: string): string => `
  alter table ${waiting} disable trigger user;
  with moved as (delete from ${waiting} where ${isOfMonth} returning *) insert into ${name} select * from moved;
  alter table ${waiting} enable trigger user`
