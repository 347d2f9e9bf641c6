import { BEGINNING_CAUSE } from '@rueda/rules/practice/begin-again.ts'
import { type Currency, accountCurrencies } from '@rueda/rules/money.ts'
import { type Wallet, type WalletType, walletTypes } from '@rueda/rules/wallets/wallet.ts'
import type { Reader } from '../../db/snapshot.ts'
import type { DayOfCurrency } from './currency-day.ts'

/** The customer's wallets in the order of the catalogue. */
export async function walletsOf(reader: Reader, accountId: string): Promise<readonly Wallet[]> {
  const { rows } = await reader.query<Wallet>(
    'select type, currency, cash, hold, margin, unsettled, settled_through as "settledThrough" from wallets where account_id = $1',
    [accountId],
  )
  return rows.toSorted((a, b) => walletTypes.indexOf(a.type) - walletTypes.indexOf(b.type))
}

/** Money of withdrawals that nobody has paid out yet, by wallet and by how far they are. */
export type OpenWithdrawal = Readonly<{ wallet: WalletType; state: 'pending' | 'sending'; minor: bigint }>

export async function openWithdrawalsOf(reader: Reader, accountId: string): Promise<readonly OpenWithdrawal[]> {
  const { rows } = await reader.query<OpenWithdrawal>(
    `select wallet, status as state, sum(amount)::bigint as minor from withdrawals
     where account_id = $1 and status in ('pending', 'sending') group by wallet, status order by status, wallet`,
    [accountId],
  )
  return rows
}

/**
 * Change of each asset in each stretch of time: money by its currency, shares by their instrument. `bounds` rise, the first stretch begins
 * at the first bound. What was paid for shares that are still to come is the customer's like their cash. Both sides of a trade are booked at one moment, so money and shares always change in the same stretch.
 */
export async function changesOfAssets(
  reader: Reader,
  accountId: string,
  bounds: readonly number[],
): Promise<ReadonlyMap<string, readonly bigint[]>> {
  const { rows } = await reader.query<{ asset: string; stretch: number; change: bigint }>(
    `select asset, width_bucket(at, $2::bigint[]) as stretch, sum(amount)::bigint as change from postings
     where account_id = $1 and (account like 'U:%' or account like 'H:IPO:%' or account like 'H:PLACING:%') and at >= $3 group by asset, stretch`,
    [accountId, bounds, bounds[0] ?? 0],
  )
  const changes = new Map<string, bigint[]>()
  for (const { asset, stretch, change } of rows) {
    const own = changes.get(asset) ?? bounds.map(() => 0n)
    own[stretch - 1] = change
    changes.set(asset, own)
  }
  return changes
}

/**
 * By currency: what came to the wallets since a moment, and what the exchange desk took of what the customer exchanged. Deposits and
 * withdrawals go over the desk too, in coins that have no price in dollars, and are no result of the day.
 */
export async function currenciesSince(reader: Reader, accountId: string, since: number): Promise<ReadonlyMap<string, DayOfCurrency>> {
  const { rows } = await reader.query<DayOfCurrency & { asset: string }>(
    `select asset, coalesce(sum(amount) filter (where account like 'U:%'), 0)::bigint as own,
       coalesce(sum(amount) filter (where account like 'H:FX:%' and cause_kind = 'transfer'), 0)::bigint as desk
     from postings where account_id = $1 and at >= $2 and asset = any($3) group by asset`,
    [accountId, since, accountCurrencies],
  )
  return new Map(rows.map(({ asset, own, desk }) => [asset, { own, desk }]))
}

export type Brought = Readonly<{ currency: Currency; minor: bigint }>

/**
 * By currency: what products have cost and brought since a moment beside the value of what is held: the rent of robots, the fee of a
 * subscription to a fund, the agency's share of a gain, and dividends less their tax. The management fees of funds and mandates are in the value of their units already.
 */
export async function broughtSince(reader: Reader, accountId: string, since: number): Promise<readonly Brought[]> {
  const { rows } = await reader.query<Brought>(
    `select asset as currency, sum(case when account like 'U:%' then amount else -amount end)::bigint as minor from postings
     where account_id = $1 and at >= $2 and asset = any($3)
       and (account like 'U:%' and journal in ('J85', 'J96') or account like 'H:FEE:%' and journal = 'J61'
         or account like 'H:PROFITSHARE:%' and journal = 'J82') group by asset`,
    [accountId, since, accountCurrencies],
  )
  return rows
}

/** What comes into an account from outside of it, or goes out: payments, practice money, rewards, and what was taken back of these. */
const FROM_OUTSIDE = ['J02', 'J03', 'J04', 'J11', 'J95', 'J98', 'J99']

export type Flow = Readonly<{ currency: Currency; minor: bigint; stretch: number }>

/** Money from outside by currency and by stretch of time since a moment: `stretch` counts the bounds that have passed, which rise. */
export async function flowsSince(reader: Reader, accountId: string, since: number, bounds: readonly number[]): Promise<readonly Flow[]> {
  const { rows } = await reader.query<Flow>(
    `select asset as currency, width_bucket(at, $3::bigint[]) as stretch, sum(amount)::bigint as minor from postings
     where account_id = $1 and at >= $2 and asset = any($4) and account like 'U:%' and journal = any($5)
     group by asset, stretch`,
    [accountId, since, bounds, accountCurrencies, FROM_OUTSIDE],
  )
  return rows
}

/** When the account began, or the moment after it last began again with practice money: its returns start there. */
export async function openedAt(reader: Reader, accountId: string): Promise<number | null> {
  const { rows } = await reader.query<{ at: bigint | null }>({
    name: 'account-opened',
    text: OPENED,
    values: [accountId, BEGINNING_CAUSE.id, BEGINNING_CAUSE.kind],
  })
  return typeof rows[0]?.at === 'bigint' ? Number(rows[0].at) : null
}

const OPENED = `
  select coalesce(
    (select max(at) + 1 from entries where account_id = $1 and cause_id = $2 and cause_kind = $3),
    (select at from entries where account_id = $1 and sequence = 1)) as at`
