import { REFERRAL_MS } from '@rueda/rules/accounts/referral.ts'
import type { UtcMonth } from '@rueda/rules/months.ts'
import { BEGINNING_CAUSE } from '@rueda/rules/practice/begin-again.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { ClientBase, Pool } from 'pg'
import { becomeOwner } from '../../db/app-role.ts'
import { isLockBusy } from '../../db/months.ts'
import { shrink, takeOut } from '../../db/take-out.ts'
import type { Vault } from '../../vault/vault.ts'
import { rowsKeyOf } from '../integrity/verify/checkpoint.ts'
import { entrySumsOf, keyOfTable } from '../integrity/verify/row-sums.ts'
import { ARCHIVE_LOCK } from './lock.ts'
import { findLeaving } from './leaving-holdings.ts'
import { archivedTables } from './part.ts'
import { sealLeft } from './seal-left.ts'
import { boundsOf, countsOf, filesOf, heldStatus, step } from './store.ts'
import { hasLeft } from './what-left.ts'

/**
 * Takes the rows that leave with a written month out of the tables, all in one transaction: what they add up to is kept and sealed in their place. A
 * crash before its end changes nothing, and after it nothing is left to do but to give the room back to the disk.
 */
type Leaving = Readonly<{ pool: Pool; vault: Pick<Vault, 'fingerprint'> }>

/** Why a month stays for now; null where its rows have left. */
export type Stays = 'not verified yet' | 'others are at work' | null

const LOCK_TIMEOUT = '1s'

export const leaveMonth = ({ pool, vault }: Leaving, month: UtcMonth, now: Instant): Promise<Stays> =>
  asOwner(pool, async (client) => {
    await client.query('begin')
    try {
      const stays = await whyItStays(client, month)
      if (stays === null) await leave(client, vault, month, now)
      await client.query(stays === null ? 'commit' : 'rollback')
      return stays
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (isLockBusy(error)) return 'others are at work'
      throw error
    }
  })

/** Gives the room of a month that has left back to the disk. Whoever reads it is waited for a second; then it is tried again another time. */
export const shrinkMonth = (pool: Pool, month: UtcMonth, now: Instant): Promise<Stays> =>
  asOwner(pool, async (client) => {
    try {
      await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`)
      await shrink(client, archivedTables, boundsOf(month))
    } catch (error) {
      if (isLockBusy(error)) return 'others are at work'
      throw error
    }
    await client.query('begin')
    await step(client as never, month, 'shrink', now)
    await client.query('commit')
    return null
  })

async function asOwner<Value>(pool: Pool, act: (client: ClientBase) => Promise<Value>): Promise<Value> {
  const client = await pool.connect()
  try {
    await becomeOwner(client)
    return await act(client)
  } finally {
    // No other statement ever runs as the owner.
    client.release(true)
  }
}

/** A head that was not verified would be believed for ever; what is being checked does not change meanwhile. */
const UNVERIFIED = `
  select from archive_parts p left join verified_accounts v using (account_id)
  where p.month = $1 and p.sequence is not null and v.sequence is distinct from greatest(v.sequence, p.sequence) limit 1`

async function whyItStays(client: ClientBase, month: UtcMonth): Promise<Stays> {
  const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [ARCHIVE_LOCK])
  if (rows[0]?.free !== true) return 'others are at work'
  return (await client.query(UNVERIFIED, [month])).rowCount === 0 ? null : 'not verified yet'
}

async function leave(client: ClientBase, vault: Pick<Vault, 'fingerprint'>, month: UtcMonth, now: Instant): Promise<void> {
  const reader = client as never
  if ((await heldStatus(reader, month)) !== 'written') throw new Error(`${month} is not written`)
  const [, until] = boundsOf(month)
  await expectWhole(client, month)
  await findLeaving(client, month, until)
  await collect(client, until)
  await expectComplete(client)
  const key = keyOfTable(rowsKeyOf(vault), 'entries')
  await client.query(KEEP_HOLDINGS, [month, until])
  await client.query(KEEP_LINES, [month])
  await client.query(KEEP_HOUSE_DAYS, [month])
  await client.query(KEEP_ACCOUNTS, [month, key])
  await sealLeft(reader, vault, month)
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
  for (const table of archivedTables) {
    const taken = await takeOut(client, table, `leaving_${table}`, IS_SAME[table])
    const { rows } = await client.query<{ count: bigint }>(`select count(*) from leaving_${table}`)
    if (BigInt(taken) !== rows[0]?.count) throw new Error(`${taken} of ${rows[0]?.count} rows of ${table} would leave with ${month}`)
  }
  await step(reader, month, 'leave', now)
}

/** Rows that were added since the month was written are in no file. */
async function expectWhole(client: ClientBase, month: UtcMonth): Promise<void> {
  const there = await countsOf(client as never, month)
  const { rows } = await client.query<Record<(typeof archivedTables)[number], bigint>>(
    `select ${archivedTables.map((table) => `coalesce(sum(${table}), 0)::bigint as ${table}`).join(', ')} from archive_parts where month = $1`,
    [month],
  )
  const differs = archivedTables.find((table) => BigInt(there[table]) !== rows[0]?.[table])
  if (differs !== undefined) throw new Error(`${month} has other ${differs} than its files`)
  if ((await filesOf(client as never, month)).length === 0 && archivedTables.some((table) => there[table] > 0))
    throw new Error(`${month} has no files`)
}

const IS_SAME = {
  entries: 't.account_id = l.account_id and t.sequence = l.sequence',
  fills: 't.account_id = l.account_id and t.order_id = l.order_id and t.sequence = l.sequence',
  order_events: 't.account_id = l.account_id and t.id = l.id',
} as const

/** The rows of the orders of the holdings that leave, of this month and of earlier ones in which they stayed. */
async function collect(client: ClientBase, until: Instant): Promise<void> {
  await client.query(
    'create temporary table leaving_orders (account_id bigint not null, id uuid not null, cause text not null) on commit drop',
  )
  await client.query(
    `insert into leaving_orders select o.account_id, o.id, o.id::text from leaving_holdings l
     join orders o using (account_id, instrument_id) where o.accepted_at < $1 and not ${hasLeft('o')}`,
    [until],
  )
  for (const table of archivedTables) await client.query(`create temporary table leaving_${table} (like ${table}) on commit drop`)
  await client.query('analyze leaving_orders')
  await client.query(
    `insert into leaving_entries select e.* from leaving_orders o
     join entries e on e.account_id = o.account_id and e.cause_id = o.cause and e.cause_kind = 'order' where e.at < $1`,
    [until],
  )
  for (const table of ['fills', 'order_events'] as const)
    await client.query(
      `insert into leaving_${table} select r.* from leaving_orders o join ${table} r on r.account_id = o.account_id and r.order_id = o.id where r.at < $1`,
      [until],
    )
  for (const table of archivedTables) await client.query(`analyze leaving_${table}`)
}

/** An order leaves with everything that happened to it: its executions are what it has filled, each with its entry, and nothing of it is held. */
async function expectComplete(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ id: string }>(INCOMPLETE)
  if (rows[0] !== undefined) throw new Error(`order ${rows[0].id} would leave a part of it behind`)
}
const INCOMPLETE = `
  with traded as (select account_id, order_id, count(*) as fills, sum(quantity) as quantity from leaving_fills group by 1, 2),
    booked as (
      select account_id, cause_id, count(*) filter (where journal in ('J32', 'J33')) as fills from leaving_entries group by 1, 2),
    held as (
      select e.account_id, e.cause_id, sum(line.amount) as amount from leaving_entries e
      cross join lateral unnest(e.accounts, e.amounts) as line (account, amount)
      where line.account like 'U:%:HOLD' or line.account like 'U:SECHOLD:%' group by 1, 2)
  select o.id::text as id from leaving_orders l join orders o on o.account_id = l.account_id and o.id = l.id
  left join traded t on t.account_id = l.account_id and t.order_id = l.id
  left join booked b on b.account_id = l.account_id and b.cause_id = l.cause
  left join held h on h.account_id = l.account_id and h.cause_id = l.cause
  where o.filled_quantity <> coalesce(t.quantity, 0) or coalesce(t.fills, 0) <> coalesce(b.fills, 0) or coalesce(h.amount, 0) <> 0 limit 1`

const KEEP_HOLDINGS = `
  insert into archived_holdings (account_id, month, instrument_id, until) select account_id, $1::text, instrument_id, $2::bigint from leaving_holdings`

/**
 * Sums of their own for the time in which somebody who was invited counts, and up to each new beginning: these are asked about by themselves (REFERRAL-2,
 * PRACTICE-2).
 */
const KEEP_LINES = `
  with owners as materialized (
    select account_id, (select at from entries f where f.account_id = o.account_id and f.sequence = 1) + ${REFERRAL_MS} as counts_until,
      array(select b.sequence from entries b where b.account_id = o.account_id and b.cause_kind = '${BEGINNING_CAUSE.kind}'
              and b.cause_id = '${BEGINNING_CAUSE.id}' and b.journal = 'J98' order by b.sequence) as beginnings
    from (select distinct account_id from leaving_entries) o)
  insert into archived_lines (account_id, month, account, asset, sequence, at, amount)
  select e.account_id, $1::text, line.account, line.asset, max(e.sequence), max(e.at), sum(line.amount)::bigint
  from leaving_entries e join owners o using (account_id)
  cross join lateral unnest(e.accounts, e.assets, e.amounts) as line (account, asset, amount)
  group by e.account_id, line.account, line.asset, e.at < o.counts_until, width_bucket(e.sequence, o.beginnings)
  having sum(line.amount) <> 0`

const KEEP_HOUSE_DAYS = `
  insert into archived_house_days (day, month, account, asset, amount)
  select e.at / ${DAY_MS}, $1::text, line.account, line.asset, sum(line.amount)::bigint
  from leaving_entries e cross join lateral unnest(e.accounts, e.assets, e.amounts) as line (account, asset, amount)
  where line.account like 'H:%' group by 1, 3, 4`

const KEEP_ACCOUNTS = `
  with summed as (${entrySumsOf('leaving_entries', '$2')})
  insert into archived_accounts (account_id, month, entries, sums, sequence, head, seal)
  select s.account_id, $1::text, s.rows, s.rows || ':' || s.high || ':' || s.low, last.sequence, last.head, ''::bytea
  from summed s cross join lateral (
    select p.sequence, p.head from archive_parts p where p.account_id = s.account_id and p.month <= $1 and p.sequence is not null
    order by p.month desc limit 1) last`
