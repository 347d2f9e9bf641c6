import { marketOfId } from '@rueda/exchange/reruns/input-record.ts'
import { openStatuses } from '@rueda/rules/orders/order.ts'
import { ok } from '@rueda/rules/result.ts'
import { type CalendarDate, MINUTE_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { type Reader, inSnapshot } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { lineOf } from '../../trust-log/log.ts'
import { sayLater } from '../../trust-log/log-store.ts'
import { type HeadOfChain, UNTAPED_CHAINS, bookedOn, readChain } from '../../venue/input-store.ts'
import { firstWholeDate } from '../archive/what-left.ts'
import { type Taped, tapedOf } from './taped.ts'

/** What the public log says of the input chains, and the tape of a finished day (`docs/rules/proof.md` P.41, P.42). */
type Saying = Pick<FullApp, 'pool' | 'wallClock' | 'inputs'>

/** An entry of the log may be so long that many fit in one. */
const MAX_CHAINS_IN_ENTRY = 300

/** Says the heads of the chains that moved. */
export async function sayInputs({ pool, wallClock, inputs }: Saying): Promise<void> {
  await inputs.flush()
  const moved = inputs.moved()
  if (moved.length === 0) return
  const at = wallClock.now()
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ chain: string }>(MARK_LOGGED, [
      moved.map(({ instrumentId }) => instrumentId),
      moved.map(({ tradeDate }) => tradeDate),
      moved.map(({ number }) => number),
    ])
    const marked = new Set(rows.map(({ chain }) => chain))
    const chains = moved.filter(({ instrumentId, tradeDate }) => marked.has(`${instrumentId} ${tradeDate}`)).map(saidOf)
    for (let from = 0; from < chains.length; from += MAX_CHAINS_IN_ENTRY) {
      await sayLater(client, lineOf({ kind: 'inputs', at, chains: chains.slice(from, from + MAX_CHAINS_IN_ENTRY) }), at)
    }
    return ok(true)
  })
  inputs.said(moved)
}
// Only those are returned of which the log has not heard as much.
const MARK_LOGGED = `
  insert into venue_input_days (instrument_id, trade_date, logged_number)
  select * from unnest($1::text[], $2::date[], $3::integer[])
  on conflict (instrument_id, trade_date) do update set logged_number = excluded.logged_number
  where venue_input_days.logged_number < excluded.logged_number
  returning instrument_id || ' ' || trade_date as chain`

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const saidOf = ({ instrumentId: instrument, tradeDate: date, number, head }: HeadOfChain) => ({ instrument, date, number, head: hex(head) })

type OfDay = Readonly<{ instrument_id: string; trade_date: CalendarDate }>

/** So long after its end everything of a day is booked. */
const BOOKED_AFTER_MS = MINUTE_MS
const MAX_AT_ONCE = 500

/** Says the tapes of the days that are over; `overSince` remembers since when they are. */
export async function sayTapes(
  { pool, wallClock, inputs, venue }: Saying & Pick<FullApp, 'venue'>,
  overSince: Map<string, number>,
  waits = BOOKED_AFTER_MS,
): Promise<void> {
  const { rows } = await pool.query<OfDay>(UNTAPED, [MAX_AT_ONCE])
  for (const { instrument_id: instrumentId, trade_date: tradeDate } of rows) {
    const chain = `${instrumentId} ${tradeDate}`
    const market = marketOfId(instrumentId)
    if (!venue.markets.includes(market) || venue.session(market).tradeDate <= tradeDate) continue
    const now = wallClock.now()
    const since = overSince.get(chain) ?? now
    overSince.set(chain, since)
    if (now - since < waits || !inputs.isWritten({ instrumentId, tradeDate })) continue
    await sayTape(pool, { instrumentId, tradeDate }, now)
    overSince.delete(chain)
  }
}
const UNTAPED = `select i.instrument_id, i.trade_date from ${UNTAPED_CHAINS} order by i.trade_date, i.instrument_id limit $1`

type Chain = Readonly<{ instrumentId: string; tradeDate: CalendarDate }>

const sayTape = (pool: FullApp['pool'], { instrumentId, tradeDate }: Chain, at: number): Promise<unknown> =>
  inTransaction(pool, async (client) => {
    const inputs = await readChain(client, instrumentId, tradeDate)
    const last = inputs.at(-1)
    if (last === undefined) throw new Error(`${instrumentId} has no inputs on ${tradeDate}`)
    const { executionsHash: executions } = tapedOf(inputs, await bookedOn(client, instrumentId, tradeDate), NONE_OPEN)
    await client.query(MARK_TAPED, [instrumentId, tradeDate, at])
    await sayLater(client, lineOf({ kind: 'tape', at, ...saidOf(last), executions }), at)
    return ok(true)
  })
/** What is hidden has no part in the hash. */
const NONE_OPEN: ReadonlySet<string> = new Set()
const MARK_TAPED = `
  insert into venue_input_days (instrument_id, trade_date, taped_at) values ($1, $2, $3)
  on conflict (instrument_id, trade_date) do update set taped_at = excluded.taped_at`

export type Tape = Readonly<{ instrument: string; date: CalendarDate }> &
  (
    | Readonly<{ state: 'sealed' }>
    | Readonly<{
        state: 'published'
        /** Where the log that goes on says it; null until a checkpoint covers it. */
        entry: number | null
        number: number
        head: string
        inputs: Taped['inputs']
        executions: Taped['executions']
      }>
  )

/** `isFinal` once nothing of it changes any more. */
type ReadTape = Readonly<{ tape: Tape; isFinal: boolean }>
/** Executions of the day have left the tables, account by account. */
export const ARCHIVED = 'archived'

/** The tape of a day; sealed until it is over, and null where nothing has reached the instrument on it. What is open is a hash alone. */
export const tapeOf = (pool: FullApp['pool'], instrumentId: string, tradeDate: CalendarDate): Promise<ReadTape | typeof ARCHIVED | null> =>
  inSnapshot(pool, async (reader) => {
    const of = { instrument: instrumentId, date: tradeDate }
    const { rows } = await reader.query<{ taped_at: bigint | null }>(TAPED, [instrumentId, tradeDate])
    const [first] = rows
    if (first === undefined) return null
    if (first.taped_at === null) return { tape: { ...of, state: 'sealed' as const }, isFinal: false }
    if (tradeDate < (await firstWholeDate(reader))) return ARCHIVED
    const rowsOfChain = await readChain(reader, instrumentId, tradeDate)
    const open = await openAmong(reader, instrumentId, tradeDate)
    const last = rowsOfChain.at(-1)
    const { inputs, executions } = tapedOf(rowsOfChain, await bookedOn(reader, instrumentId, tradeDate), open)
    const [number, head] = [last?.number ?? 0, hex(last?.head ?? new Uint8Array())]
    const entry = await placeOfTape(reader, instrumentId, tradeDate)
    const isFinal = open.size === 0 && entry !== null
    return { tape: { ...of, state: 'published' as const, entry, number, head, inputs, executions }, isFinal }
  })
const TAPED = `
  select d.taped_at from venue_inputs i left join venue_input_days d using (instrument_id, trade_date)
  where i.instrument_id = $1 and i.trade_date = $2 and i.number = 1`

/** Where the log that goes on says the tape of a day. */
export async function placeOfTape(reader: Reader, instrumentId: string, tradeDate: CalendarDate): Promise<number | null> {
  const { rows } = await reader.query<{ place: bigint }>(PLACE, [instrumentId, tradeDate])
  return rows[0] === undefined ? null : Number(rows[0].place)
}
const PLACE = `
  select entry_index as place from trust_entries
  where kind = 'tape' and entry::jsonb ->> 'instrument' = $1 and entry::jsonb ->> 'date' = $2
    and log = (select log from trust_logs where ended_at is null)
  order by entry_index limit 1`

async function openAmong(reader: Reader, instrumentId: string, tradeDate: CalendarDate): Promise<ReadonlySet<string>> {
  const { rows } = await reader.query<{ id: string }>(OPEN, [instrumentId, tradeDate, openStatuses])
  return new Set(rows.map(({ id }) => id))
}
const OPEN = `
  select distinct o.id::text as id from venue_inputs i join orders o on o.account_id = i.account_id and o.id = i.order_id
  where i.instrument_id = $1 and i.trade_date = $2 and o.status = any($3)`
