import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import { addDays } from '@rueda/rules/calendar-date.ts'
import { countsContracts, leastVolume, volumeMonthOf } from '@rueda/rules/fees/versions.ts'
import { HOUSE_MARKET, tradedMarkets } from '@rueda/rules/markets/markets.ts'
import { ok } from '@rueda/rules/result.ts'
import { MINUTE_MS } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { notAfter, notBefore } from '../../venue/executed-on.ts'
import { inTransaction } from '../../db/transaction.ts'

type Counting = Pick<FullApp, 'pool' | 'clock' | 'fees'>

/**
 * What was counted holds from a minute later on: by then every order is accepted with it, and an order of the meantime is explained by
 * what was known of it.
 */
const TAKES_EFFECT_AFTER_MS = MINUTE_MS

/** What each customer traded in a month, in the measure of the market. */
const INSERT = `
  insert into trading_volumes (account_id, market, month, volume, counted_at)
  select account_id, $1, $2, sum(case when $3 then quantity else notional end), $4 from fills
  where instrument_id like $1 || ':%' and trade_date >= ($2 || '-01')::date and trade_date < ($2 || '-01')::date + interval '1 month'
    and at between ${notBefore("$2 || '-01'")} and ${notAfter("($2 || '-01')::date + interval '1 month'")}
  group by account_id having sum(case when $3 then quantity else notional end) >= $5
  on conflict do nothing`

/**
 * Counts the month that is over, once, and once more for a version that was announced since and has lower steps. What is counted is kept,
 * because fills of a month that is over change no more.
 */
export async function countVolumes({ pool, clock, fees }: Counting): Promise<void> {
  const all = fees.all()
  const steps = tradedMarkets.flatMap((market) => {
    const least = leastVolume(all, market)
    return least === null ? [] : [{ market, least }]
  })
  if (steps.length === 0) return
  const now = clock.now()
  // On a second day the month before decides; that is the one which is over today.
  const month = volumeMonthOf(secondOf(zoneOf(HOUSE_MARKET).dateAt(now)))
  const newest = all.at(-1)?.version ?? 1
  const known = await pool.query('select from trading_volume_months where month = $1 and version = $2', [month, newest])
  if (known.rowCount !== 0) return
  await inTransaction(pool, async (client) => {
    let customers = 0
    for (const { market, least } of steps) {
      const { rowCount } = await client.query(INSERT, [market, month, countsContracts(market), now + TAKES_EFFECT_AFTER_MS, least])
      customers += rowCount ?? 0
    }
    await client.query('insert into trading_volume_months (month, version, counted_at, customers) values ($1, $2, $3, $4)', [
      ...[month, newest, now, customers],
    ])
    return ok(customers)
  })
  await fees.refresh()
}

const MONTH_LENGTH = 7
const secondOf = (today: string): string => addDays(`${today.slice(0, MONTH_LENGTH)}-01`, 1)
