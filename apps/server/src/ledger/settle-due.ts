import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { walletOf } from '@rueda/rules/ledger/books.ts'
import { settleTrades } from '@rueda/rules/ledger/settle.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import { ok } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../app.ts'
import { type FillRecord, readFill } from '../write-path/rows.ts'

type Settling = Pick<App, 'pool' | 'writePath' | 'venue'>
type DueRecord = Readonly<{ account_id: bigint; settlement_date: CalendarDate }>

/** What settles on its own trade date settled with its execution. */
const SETTLES_LATER = 'f.settlement_date > f.trade_date'
const DUE = `
  select distinct f.account_id, f.settlement_date from fills f join wallets w on w.account_id = f.account_id and w.type = $3
  where f.instrument_id like $2 || ':%' and ${SETTLES_LATER} and f.settlement_date <= $1
    and (w.settled_through is null or f.settlement_date > w.settled_through)
  order by f.settlement_date, f.account_id`

/**
 * The SETTLEMENT job: everything in a market that settles up to a date, account by account and date by date. Its cause
 * is the date, so running it again, or after days of downtime, settles each trade once. Answers with how many accounts
 * and dates it settled.
 */
export async function settleDue({ pool, writePath, venue }: Settling, market: MarketName, date: CalendarDate): Promise<number> {
  const { wallet, feeTable } = tradedTermsOf(market)
  const { rows } = await pool.query<DueRecord>(DUE, [date, market, wallet])
  for (const due of rows) {
    const accountId = String(due.account_id)
    const fills = await fillsSettlingOn(pool, accountId, market, due.settlement_date)
    const settlement = { accountId, market, venue: venue.label, currency: feeTable.currency, wallet, date: due.settlement_date, fills }
    await writePath.run({
      accountId,
      idempotency: null,
      reads: { wallets: [wallet] },
      decide: (books) => {
        const { settledThrough } = walletOf(books, wallet)
        const settled = settledThrough !== null && settledThrough >= due.settlement_date
        return ok({ outcome: settled ? { entries: [] } : settleTrades(settlement), data: true })
      },
    })
  }
  return rows.length
}

async function fillsSettlingOn(pool: App['pool'], accountId: string, market: MarketName, date: CalendarDate): Promise<readonly Fill[]> {
  const { rows } = await pool.query<FillRecord>(
    `select * from fills f where account_id = $1 and instrument_id like $2 || ':%' and settlement_date = $3 and ${SETTLES_LATER}`,
    [accountId, market, date],
  )
  return rows.map(readFill)
}
