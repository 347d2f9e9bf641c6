import { zoneOf } from '@rueda/exchange/calendars/calendars.ts'
import type { Currency } from '@rueda/rules/money.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { costOfSpread } from '@rueda/rules/transfers/exchange.ts'
import { type WalletType, walletCurrencies, walletTypes } from '@rueda/rules/wallets/wallet.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import type { Reader } from '../../db/snapshot.ts'
import type { VenueClient } from '../../venue/client.ts'
import { startOfDate } from '../../venue/day-bounds.ts'

/** A month of the brokerage's own calendar: that of New York, whose days the overview and the filters go by too. */
export type Month = Readonly<{ month: string; from: Instant; to: Instant }>

/** Every month from that of a first entry to that of now, the oldest first. */
export async function monthsBetween(venue: VenueClient, first: Instant, now: Instant): Promise<readonly Month[]> {
  const zone = zoneOf(HOUSE_MARKET)
  const last = monthOf(zone.dateAt(now))
  const months: Month[] = []
  let month = monthOf(zone.dateAt(first))
  let from = await startOfDate(venue, `${month}-01`)
  while (month <= last) {
    const next = monthAfter(month)
    const to = await startOfDate(venue, `${next}-01`)
    months.push({ month, from, to })
    month = next
    from = to
  }
  return months
}

const MONTH_LENGTH = 7
/** The brokerage's month at a moment. */
export const monthAt = (now: Instant): string => monthOf(zoneOf(HOUSE_MARKET).dateAt(now))
const monthOf = (date: CalendarDate): string => date.slice(0, MONTH_LENGTH)

const MONTHS = 12
function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === MONTHS ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

export type Balance = Readonly<{ wallet: WalletType; currency: Currency; opening: bigint; closing: bigint }>
export type Fee = Readonly<{ kind: string; currency: Currency; amount: bigint }>
export type Totals = Month & Readonly<{ balances: readonly Balance[]; fees: readonly Fee[] }>

type ChangeRecord = Readonly<{ wallet: WalletType; currency: Currency; stretch: number; change: bigint }>
type FeeRecord = Readonly<{ kind: string; currency: Currency; stretch: number; amount: bigint }>

/** Opening and closing balances of each month, and its fees, all added up from the postings of the customer's entries, and from the rates of the exchanges. */
export async function totalsOf(reader: Reader, accountId: string, months: readonly Month[]): Promise<readonly Totals[]> {
  const bounds = months.map(({ from }) => from)
  const changes = await reader.query<ChangeRecord>(CHANGES, [accountId, bounds])
  const paid = await reader.query<FeeRecord>(FEES, [accountId, bounds])
  const exchanged = await reader.query<ExchangeRecord>(EXCHANGES, [accountId, bounds])
  const fees = [...paid.rows, ...exchangeCosts(exchanged.rows)]
  const sums = new Map<WalletType, Balance>()
  return months.map((month, at) => {
    // The first month is stretch 1; stretch 0 is the time before it, which is empty.
    for (const balance of sums.values()) sums.set(balance.wallet, { ...balance, opening: balance.closing })
    for (const { wallet, currency, stretch, change } of changes.rows) {
      if (stretch !== at + 1) continue
      const before = sums.get(wallet) ?? { wallet, currency, opening: 0n, closing: 0n }
      sums.set(wallet, { ...before, closing: before.closing + change })
    }
    const balances = [...sums.values()].toSorted((a, b) => walletTypes.indexOf(a.wallet) - walletTypes.indexOf(b.wallet))
    return { ...month, balances, fees: fees.filter(({ stretch }) => stretch === at + 1) }
  })
}

const CHANGES = `
  select split_part(account, ':', 2) as wallet, asset as currency, width_bucket(at, $2::bigint[]) as stretch, sum(amount)::bigint as change
  from postings where account_id = $1 and account like 'U:%' and split_part(account, ':', 3) in ('CASH', 'HOLD', 'MARGIN')
  group by 1, 2, 3`
/**
 * All that the customer paid the house and the state for: fees and taxes by their kind, the rent of robots, agencies' shares of gains, and the
 * interest and penalties of loans as they were paid; while they are only owed they are lines of a debt.
 */
const FEES = `
  select case split_part(account, ':', 2) when 'RENT' then 'ROBOT_RENT' when 'PROFITSHARE' then 'PROFIT_SHARE'
           when 'INTINC' then 'LOAN_INTEREST' when 'PENINC' then 'LOAN_PENALTY' else split_part(account, ':', 3) end as kind,
         asset as currency, width_bucket(at, $2::bigint[]) as stretch, sum(amount)::bigint as amount
  from postings where account_id = $1 and account like any(array['H:FEE:%', 'H:TAX:%', 'H:RENT:%', 'H:PROFITSHARE:%', 'H:INTINC:%', 'H:PENINC:%'])
    and asset not like 'DEBT:%'
  group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2`

/** Exchanges have no charge of their own: what the customer pays for one is the distance of its rate from the middle of the market. */
const EXCHANGES = `
  select from_wallet as from, to_wallet as to, amount, received, mid, width_bucket(changed_at, $2::bigint[]) as stretch
  from transfers where account_id = $1 and status = 'done' and mid is not null and changed_at >= ($2::bigint[])[1]`

type ExchangeRecord = Readonly<{ from: WalletType; to: WalletType; amount: bigint; received: bigint; mid: bigint; stretch: number }>

function exchangeCosts(exchanges: readonly ExchangeRecord[]): readonly FeeRecord[] {
  const costs = new Map<string, FeeRecord>()
  for (const { from, to, amount, received, mid, stretch } of exchanges) {
    const currency = walletCurrencies[to]
    const cost = costOfSpread({ amount, from: walletCurrencies[from], to: currency, mid }, received)
    const key = `${stretch} ${currency}`
    if (cost > 0n) costs.set(key, { kind: 'EXCHANGE', currency, stretch, amount: (costs.get(key)?.amount ?? 0n) + cost })
  }
  return [...costs.values()]
}

export async function firstEntryAt(reader: Reader, accountId: string): Promise<Instant | null> {
  const { rows } = await reader.query<{ at: bigint }>('select at from entries where account_id = $1 and sequence = 1', [accountId])
  return rows[0] === undefined ? null : Number(rows[0].at)
}
