import { dayNumber } from '@rueda/rules/calendar-date.ts'
import { NOTHING_TRADED, type TradedBefore, marginDayResult } from '@rueda/rules/margin/day-result.ts'
import type { MarginPosition } from '@rueda/rules/margin/position.ts'
import { isOnMargin, markOf } from '@rueda/rules/margin/valuation.ts'
import { type CalendarDate, DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import type { Reader } from '../../db/snapshot.ts'
import { dollarRateOf } from '../../venue/dollar-rate.ts'
import { marginPositionsSince } from './margin-store.ts'

/** Today's result by the position on margin, and what of it is fees, interest and the insurance's; in cents, one without a price left out. */
export type MarginDay = ReadonlyMap<string, Readonly<{ instrumentId: string; result: bigint; besides: bigint }>>

type Reading = Pick<App, 'venue'> & Readonly<{ reader: Reader }>
type Dated = Readonly<{ position: MarginPosition; date: CalendarDate }>

/** Longer than any market's day. */
const MAX_DAY_MS = 5 * DAY_MS

/** The same for everything that is open or was closed today. */
export async function marginDayOf(
  reading: Reading,
  accountId: string,
  { now, since }: Readonly<{ now: Instant; since: Instant }>,
): Promise<MarginDay> {
  const from = Math.max(now - MAX_DAY_MS, since)
  return readMarginDay(reading, accountId, await marginPositionsSince(reading.reader, accountId, from))
}

export async function readMarginDay(
  { reader, venue }: Reading,
  accountId: string,
  positions: readonly MarginPosition[],
): Promise<MarginDay> {
  const dated = positions.flatMap((position): Dated[] => {
    const quote = venue.quote(position.instrumentId)
    const ended = endedOn(position)
    return quote === null || (ended !== null && ended < quote.tradeDate) ? [] : [{ position, date: quote.tradeDate }]
  })
  if (dated.length === 0) return new Map()
  const [before, besides] = [await tradedBefore(reader, accountId, dated), await besidesPrices(reader, accountId, dated)]
  return new Map(
    dated.flatMap(({ position }) => {
      const { id, instrumentId } = position
      const [instrument, quote] = [venue.instruments.get(instrumentId), venue.quote(instrumentId)]
      const rate = instrument === undefined ? null : dollarRateOf(venue, instrument.currency)
      if (instrument === undefined || !isOnMargin(instrument) || quote === null || rate === null) return []
      const { contract } = instrument
      const { previousClose } = quote
      const traded = before.get(id) ?? NOTHING_TRADED
      const day = {
        position,
        before: traded,
        contract,
        rate,
        mark: markOf(instrument, quote),
        previousClose,
        besides: besides.get(id) ?? 0n,
      }
      return [[id, { instrumentId, result: marginDayResult(day), besides: day.besides }] as const]
    }),
  )
}

/** A contract that expired had no fill on its last day, only its last settlement. */
const endedOn = ({ closeReason, settledThrough }: MarginPosition): CalendarDate | null => (closeReason === 'EXPIRY' ? settledThrough : null)

const idsAndDates = (dated: readonly Dated[]) => [dated.map(({ position }) => position.id), dated.map(({ date }) => date)]

/** A day before the first of these positions was opened: nothing of theirs is older, and other months are not looked through. */
const openedFrom = (dated: readonly Dated[]): Instant => Math.min(...dated.map(({ position }) => position.openedAt)) - DAY_MS

type BeforeRecord = Readonly<{ id: string; opens: boolean; quantity: bigint; value: bigint }>

async function tradedBefore(reader: Reader, accountId: string, dated: readonly Dated[]): Promise<ReadonlyMap<string, TradedBefore>> {
  const { rows } = await reader.query<BeforeRecord>(
    `select f.position_id as id, f.side = p.side as opens, sum(f.quantity)::bigint as quantity,
       sum(div(f.price::numeric * f.quantity, 100000000))::bigint as value
     from unnest($2::uuid[], $3::date[]) as asked (id, date)
     join margin_positions p on p.account_id = $1 and p.id = asked.id
     join fills f on f.account_id = $1 and f.position_id = p.id and f.trade_date < asked.date and f.at >= $4
     group by f.position_id, opens`,
    [accountId, ...idsAndDates(dated), openedFrom(dated)],
  )
  const found = new Map<string, TradedBefore>()
  for (const { id, opens, quantity, value } of rows) {
    const known = found.get(id) ?? NOTHING_TRADED
    found.set(
      id,
      opens ? { ...known, openedQuantity: quantity, openedValue: value } : { ...known, closedQuantity: quantity, closedValue: value },
    )
  }
  return found
}

/** Results of that day besides prices: fees charged, less interest paid out, and payments of the insurance (J40, J42, J44–J46). */
async function besidesPrices(reader: Reader, accountId: string, dated: readonly Dated[]): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await reader.query<{ id: string; cents: bigint }>(
    `select asked.id, -sum(line.amount)::bigint as cents
     from unnest($2::uuid[], $3::date[], $4::bigint[]) as asked (id, date, step)
     cross join lateral (
       select e.accounts, e.amounts from entries e
       where e.account_id = $1 and e.cause_id = asked.id::text and e.cause_kind = 'margin' and e.cause_step = asked.step and e.at >= $5
       union all
       select e.accounts, e.amounts from entries e
       where e.account_id = $1 and e.cause_kind = 'order' and e.value_date = asked.date and e.at >= $5
         and e.cause_id in (select o.id::text from orders o where o.account_id = $1 and o.position_id = asked.id)
     ) entry
     cross join lateral unnest(entry.accounts, entry.amounts) as line (account, amount)
     where line.account like 'H:FEE:%' or line.account like 'H:INSURANCE:%'
     group by asked.id`,
    [accountId, ...idsAndDates(dated), dated.map(({ date }) => dayNumber(date)), openedFrom(dated)],
  )
  return new Map(rows.map(({ id, cents }) => [id, cents]))
}
