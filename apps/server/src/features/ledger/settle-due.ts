import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import { tradedTermsOf } from '@rueda/rules/instruments/terms.ts'
import { walletOf } from '@rueda/rules/ledger/account-state.ts'
import { type Settlement, settleTrades } from '@rueda/rules/orders/settle.ts'
import type { Fill } from '@rueda/rules/orders/fill.ts'
import { ok } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { setsOf, taken } from '../../in-sets.ts'
import { commandKind } from '../../write-path/commands.ts'
import { type FillRecord, readFill } from '../orders/fill-records.ts'
import { SETTLES_LATER, WAITS } from '../orders/waiting-fills.ts'

type Settling = Pick<App, 'pool' | 'commands' | 'venue'>
type DueRecord = Readonly<{ account_id: bigint; settlement_date: CalendarDate }>

const DUE = `
  select distinct f.account_id, f.settlement_date from fills f join wallets w on w.account_id = f.account_id and w.type = $3
  where f.instrument_id like $2 || ':%' and ${WAITS} and f.settlement_date <= $1
  order by f.settlement_date, f.account_id`

/**
 * The SETTLEMENT job: everything in a market that settles up to a date, by account and date, in sets. Its cause is the date, so running it
 * again, or after days of downtime, settles each trade once. Returns the number of accounts and dates it settled.
 */
export async function settleDue(app: Settling, market: MarketName, date: CalendarDate): Promise<number> {
  const { rows } = await app.pool.query<DueRecord>(DUE, [date, market, tradedTermsOf(market).wallet])
  for (const set of setsOf(rows)) {
    const fills = await fillsOf(app.pool, market, set)
    await Promise.all(set.map((due) => settleOne(app, market, due, fills.get(keyOf(due)) ?? [])))
  }
  return rows.length
}

export const settlingTrades = commandKind({
  name: 'ledger.settle',
  reads: ({ wallet }: Settlement) => ({ wallets: [wallet] }),
  decide: (_, settlement, state) => {
    const { settledThrough } = walletOf(state, settlement.wallet)
    const settled = settledThrough !== null && settledThrough >= settlement.date
    return ok({ outcome: settled ? { entries: [] } : settleTrades(settlement), data: true })
  },
})

/** The dates of one account come one after the other, in the order in which they are requested. */
async function settleOne({ commands, venue }: Settling, market: MarketName, due: DueRecord, fills: readonly Fill[]): Promise<void> {
  const { wallet, feeTable } = tradedTermsOf(market)
  const accountId = String(due.account_id)
  const settlement = { accountId, market, venue: venue.label, currency: feeTable.currency, wallet, date: due.settlement_date, fills }
  taken(await commands.run(settlingTrades, { accountId, idempotency: null, arguments: settlement }))
}

const keyOf = ({ account_id, settlement_date }: DueRecord): string => `${account_id} ${settlement_date}`

const FILLS = `
  select f.* from unnest($1::bigint[], $2::date[]) as due (account_id, settlement_date)
  join fills f on f.account_id = due.account_id and f.settlement_date = due.settlement_date
  where f.instrument_id like $3 || ':%' and ${SETTLES_LATER}`

async function fillsOf(pool: App['pool'], market: MarketName, dues: readonly DueRecord[]): Promise<ReadonlyMap<string, readonly Fill[]>> {
  const accounts = dues.map(({ account_id }) => account_id)
  const dates = dues.map(({ settlement_date }) => settlement_date)
  const { rows } = await pool.query<FillRecord & DueRecord>(FILLS, [accounts, dates, market])
  const byDue = new Map<string, Fill[]>()
  for (const row of rows) {
    const own = byDue.get(keyOf(row)) ?? []
    own.push(readFill(row))
    byDue.set(keyOf(row), own)
  }
  return byDue
}
