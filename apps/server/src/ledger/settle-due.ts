import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import type { Outcome } from '@rueda/rules/ledger/books.ts'
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
  select distinct f.account_id, f.settlement_date from fills f join books b using (account_id)
  where ${SETTLES_LATER} and f.settlement_date <= $1 and (b.settled_through is null or f.settlement_date > b.settled_through)
  order by f.settlement_date, f.account_id`

/**
 * The SETTLEMENT job: everything that settles up to a date, account by account and date by date, in every market. Its
 * cause is the date, so running it again, or after days of downtime, settles each trade once. Answers with how many
 * accounts and dates it settled.
 */
export async function settleDue({ pool, writePath, venue }: Settling, date: CalendarDate): Promise<number> {
  const { rows } = await pool.query<DueRecord>(DUE, [date])
  for (const due of rows) {
    const accountId = String(due.account_id)
    const fills = await fillsSettlingOn(pool, accountId, due.settlement_date)
    const markets = marketsOf(fills)
    await writePath.run({
      accountId,
      idempotency: null,
      reads: { wallets: markets.map(({ terms }) => terms.wallet) },
      decide: (books) => {
        const settled = books.settledThrough !== null && books.settledThrough >= due.settlement_date
        const settlement = { accountId, venue: venue.label, date: due.settlement_date }
        return ok({ outcome: settled ? { entries: [] } : settleMarkets(settlement, markets), data: true })
      },
    })
  }
  return rows.length
}

type OfMarket = Readonly<{ market: string; terms: NonNullable<ReturnType<typeof marketTermsOf>>; fills: readonly Fill[] }>

const marketsOf = (fills: readonly Fill[]): readonly OfMarket[] =>
  marketNames.flatMap((market) => {
    const terms = marketTermsOf(market)
    const own = fills.filter(({ instrumentId }) => instrumentId.startsWith(`${market}:`))
    return terms === null || own.length === 0 ? [] : [{ market, terms, fills: own }]
  })

type Settlement = Readonly<{ accountId: string; venue: string; date: CalendarDate }>

/** One entry per market; the date is behind the customer once all of them are. */
function settleMarkets(settlement: Settlement, markets: readonly OfMarket[]): Outcome {
  const settled = markets.map(({ market, terms, fills }) =>
    settleTrades({ ...settlement, market, currency: terms.feeTable.currency, wallet: terms.wallet, fills }),
  )
  return {
    entries: settled.flatMap(({ entries }) => entries),
    unsettled: settled.flatMap(({ unsettled = [] }) => unsettled),
    settledThrough: settlement.date,
  }
}

async function fillsSettlingOn(pool: App['pool'], accountId: string, date: CalendarDate): Promise<readonly Fill[]> {
  const { rows } = await pool.query<FillRecord>(
    `select * from fills f where account_id = $1 and settlement_date = $2 and ${SETTLES_LATER}`,
    [accountId, date],
  )
  return rows.map(readFill)
}
