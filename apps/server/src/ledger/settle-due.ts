import type { Fill } from '@rueda/rules/orders/fill.ts'
import { settleTrades } from '@rueda/rules/ledger/settle.ts'
import { marketTermsOf } from '@rueda/rules/instruments/terms.ts'
import { ok } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../app.ts'
import { type FillRecord, readFill } from '../write-path/rows.ts'

type Settling = Pick<App, 'pool' | 'writePath' | 'venue'>
type DueRecord = Readonly<{ account_id: bigint; settlement_date: CalendarDate }>

const DUE = `
  select distinct f.account_id, f.settlement_date from fills f join books b using (account_id)
  where f.position_id is null and f.settlement_date <= $1 and (b.settled_through is null or f.settlement_date > b.settled_through)
  order by f.settlement_date, f.account_id`

/**
 * The SETTLEMENT job: everything that settles up to a date, account by account and date by date. Its cause is the
 * date, so running it again, or after days of downtime, settles each trade once. Answers with how many entries it made.
 */
export async function settleDue({ pool, writePath, venue }: Settling, date: CalendarDate): Promise<number> {
  const terms = marketTermsOf('US')
  if (terms === null) return 0
  const { rows } = await pool.query<DueRecord>(DUE, [date])
  for (const due of rows) {
    const accountId = String(due.account_id)
    const fills = await fillsSettlingOn(pool, accountId, due.settlement_date)
    await writePath.run({
      accountId,
      idempotency: null,
      reads: { wallets: [terms.wallet] },
      decide: (books) => {
        const settled = books.settledThrough !== null && books.settledThrough >= due.settlement_date
        const settlement = {
          accountId,
          market: 'US',
          venue: venue.label,
          currency: terms.feeTable.currency,
          wallet: terms.wallet,
          date: due.settlement_date,
          fills,
        }
        return ok({ outcome: settled ? { entries: [] } : settleTrades(settlement), data: true })
      },
    })
  }
  return rows.length
}

async function fillsSettlingOn(pool: App['pool'], accountId: string, date: CalendarDate): Promise<readonly Fill[]> {
  const { rows } = await pool.query<FillRecord>(
    'select * from fills where account_id = $1 and settlement_date = $2 and position_id is null',
    [accountId, date],
  )
  return rows.map(readFill)
}
