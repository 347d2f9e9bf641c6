import type { InputRecord } from '@rueda/exchange/reruns/input-record.ts'
import type { Booked } from '@rueda/exchange/reruns/compare.ts'
import { ok } from '@rueda/rules/result.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Pool, PoolClient } from 'pg'
import type { Queries, Reader } from '../db/snapshot.ts'
import { inTransaction } from '../db/transaction.ts'
import { notAfter, notBefore } from './executed-on.ts'

/** Inputs of the market's engines as the database keeps them (`docs/rules/proof.md` P.41). */
export type InputRow = Readonly<{
  instrumentId: string
  tradeDate: CalendarDate
  number: number
  at: Instant
  orderId: string | null
  accountId: string | null
  record: string
  head: Uint8Array
}>
export type HeadOfChain = Readonly<Pick<InputRow, 'instrumentId' | 'tradeDate' | 'number' | 'head'>>

/** Writes them in the transaction of a batch; what another one has written already is the same. */
export const writeInputs = (client: PoolClient, rows: readonly InputRow[]): Promise<unknown> =>
  rows.length === 0
    ? Promise.resolve()
    : client.query({
        name: 'write-inputs',
        text: WRITE,
        values: [
          rows.map(({ instrumentId }) => instrumentId),
          rows.map(({ tradeDate }) => tradeDate),
          rows.map(({ number }) => number),
          rows.map(({ at }) => at),
          rows.map(({ orderId }) => orderId),
          rows.map(({ accountId }) => accountId),
          rows.map(({ record }) => record),
          rows.map(({ head }) => Buffer.from(head)),
        ],
      })
const WRITE = `
  insert into venue_inputs (instrument_id, trade_date, number, at, order_id, account_id, record, head)
  select * from unnest($1::text[], $2::date[], $3::integer[], $4::bigint[], $5::uuid[], $6::bigint[], $7::text[], $8::bytea[])
  on conflict do nothing`

type HeadRow = Readonly<{ instrument_id: string; trade_date: string; number: number; head: Buffer }>
const headOf = ({ instrument_id: instrumentId, trade_date: tradeDate, number, head }: HeadRow): HeadOfChain => ({
  ...{ instrumentId, tradeDate, number },
  head,
})

/** The newest head of each instrument's newest day: earlier ones never go on. */
export const newestHeads = async (reader: Reader): Promise<readonly HeadOfChain[]> =>
  (await reader.query<HeadRow>(NEWEST_HEADS)).rows.map(headOf)
// Steps from one instrument to the next, because there are few of them and a great many inputs.
const NEWEST_HEADS = `
  with recursive instruments as (
    (select instrument_id from venue_inputs order by instrument_id limit 1)
    union all
    select (select i.instrument_id from venue_inputs i where i.instrument_id > instruments.instrument_id order by i.instrument_id limit 1)
    from instruments where instruments.instrument_id is not null
  )
  select newest.* from instruments
  join lateral (
    select i.instrument_id, i.trade_date, i.number, i.head from venue_inputs i
    where i.instrument_id = instruments.instrument_id order by i.trade_date desc, i.number desc limit 1
  ) newest on true`

/**
 * Chains whose tapes are not said. What is long before the newest that is taped has none any more: every start says what the one before it
 * left, however long nothing ran in between.
 */
export const UNTAPED_CHAINS = `venue_inputs i left join venue_input_days d using (instrument_id, trade_date)
  where i.number = 1 and d.taped_at is null and i.trade_date >
    coalesce((select max(taped.trade_date) from venue_input_days taped where taped.taped_at is not null) - 30, '-infinity')`

/** The newest heads of the chains whose tapes are not said, but of those that end with a beginning already. */
export const unfinishedHeads = async (reader: Reader): Promise<readonly HeadOfChain[]> =>
  (await reader.query<HeadRow>(UNFINISHED_HEADS)).rows.map(headOf)
const UNFINISHED_HEADS = `
  with untaped as (select i.instrument_id, i.trade_date from ${UNTAPED_CHAINS})
  select newest.instrument_id, newest.trade_date, newest.number, newest.head from untaped
  join lateral (
    select * from venue_inputs last where last.instrument_id = untaped.instrument_id and last.trade_date = untaped.trade_date
    order by last.number desc limit 1
  ) newest on true
  where newest.record::jsonb ->> 'kind' <> 'begin'
  order by newest.trade_date, newest.instrument_id`

/** The sealed keys of accounts. */
export async function keysOf(pool: Pool, accountIds: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const { rows } = await pool.query<{ account_id: bigint; sealed: Buffer }>(
    'select account_id, sealed from account_keys where account_id = any($1::bigint[])',
    [accountIds],
  )
  return new Map(rows.map(({ account_id: accountId, sealed }) => [String(accountId), sealed]))
}

/** Writes them by themselves, in the leadership of this server. */
export const writeAlone = (pool: Pool, epoch: bigint, rows: readonly InputRow[]): Promise<unknown> =>
  inTransaction(pool, async (client) => {
    await client.query('select hold_epoch($1)', [epoch])
    await writeInputs(client, rows)
    return ok(true)
  })

/** One day's chain as it is kept, in its order. */
export async function readChain(reader: Queries, instrumentId: string, tradeDate: CalendarDate): Promise<readonly InputRow[]> {
  const { rows } = await reader.query<ChainRow>('select * from venue_inputs where instrument_id = $1 and trade_date = $2 order by number', [
    instrumentId,
    tradeDate,
  ])
  return rows.map(({ number, at, order_id: orderId, account_id: accountId, record, head }) => ({
    ...{ instrumentId, tradeDate, number, at: Number(at), orderId, record, head },
    accountId: accountId === null ? null : String(accountId),
  }))
}
type ChainRow = Readonly<{ number: number; at: bigint; order_id: string | null; account_id: bigint | null; record: string; head: Buffer }>

/** Executions of an instrument's day as they were booked, in their order. */
export async function bookedOn(reader: Queries, instrumentId: string, tradeDate: CalendarDate): Promise<readonly Booked[]> {
  const { rows } = await reader.query<FillRow>(
    `select order_id, price, quantity, at, resting from fills
     where instrument_id = $1 and trade_date = $2 and at between ${notBefore('$2')} and ${notAfter('$2')} order by sequence`,
    [instrumentId, tradeDate],
  )
  return rows.map(({ order_id: orderId, at, ...row }) => ({ ...row, orderId, at: Number(at) }))
}
type FillRow = Readonly<{ order_id: string; price: bigint; quantity: bigint; at: bigint; resting: boolean }>

/** What the orders of a chain are called in it. */
export function namesIn(inputs: readonly InputRow[]): ReadonlyMap<string, string> {
  return new Map(
    inputs.flatMap(({ orderId, record }) => {
      const read = orderId === null ? null : (JSON.parse(record) as InputRecord)
      return read !== null && orderId !== null && 'order' in read ? [[orderId, read.order] as const] : []
    }),
  )
}
