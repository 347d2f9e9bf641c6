import { LIMIT_MONTH_MS, needsCode, valueInDollars } from '@rueda/rules/withdrawals/limits.ts'
import { MINUTE_MS, type Instant } from '@rueda/rules/time.ts'
import type { Limits } from '@rueda/rules/terms/limits.ts'
import { priceWithdrawal } from '@rueda/rules/withdrawals/price.ts'
import { type Rail, type RailId, currencyOfRail, isConverted, rails } from '@rueda/rules/withdrawals/rails.ts'
import type { Mids } from '@rueda/rules/withdrawals/start.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import type { Clock } from '../../deps.ts'
import type { Reader } from '../../db/snapshot.ts'
import { readAccountState } from '../../write-path/read-account-state.ts'
import { type MarketOfRail, marketOf } from './mids.ts'
import { withdrawalsSince } from './records.ts'
import { withdrawalKind } from '@rueda/rules/withdrawals/records.ts'

export type WithdrawalDeps = App & Readonly<{ wallClock: Clock }>

/** A promised result of one amount over one rail. */
export type KeptQuote = Readonly<{ id: string; rail: RailId; amount: bigint; mids: Mids; expiresAt: Instant }>
export type Quoted = Readonly<{
  rail: Rail
  termsId: string | null
  limits: Limits
  market: MarketOfRail
  kept: KeptQuote | null
  priced: ReturnType<typeof priceWithdrawal>
  /** In cents of dollars. */
  value: bigint
  needsCode: boolean
}>

const QUOTE_LIFE_MS = MINUTE_MS

type Asked = Readonly<{ accountId: string; rail: RailId; amount: bigint }>

/** Prices a withdrawal at this moment; the rate of a conversion is held for a minute. */
export async function quoteWithdrawal(app: WithdrawalDeps, { accountId, rail: id, amount }: Asked): Promise<Result<Quoted>> {
  const off = app.switches.refusal(`withdrawals.${id}`)
  if (off !== null) return off
  const { rail, termsId } = app.terms.rail(id, app.wallClock.now())
  const market = marketOf(app, rail)
  if (!market.ok) return market
  const { mids } = market.value
  const kept = isConverted(rail) ? { id: app.ids.next(), rail: id, amount, mids, expiresAt: app.wallClock.now() + QUOTE_LIFE_MS } : null
  if (kept !== null) await keepQuote(app.pool, accountId, kept)
  const now = app.wallClock.now()
  const limits = app.terms.limits(now)
  const value = valueInDollars(amount, currencyOfRail(rail), mids.dollar)
  const priced = priceWithdrawal(rail, amount, mids.payout)
  return ok({ rail, termsId, limits, market: market.value, kept, priced, value, needsCode: await asksForCode(app, accountId, value, now) })
}

/** True when this much more in this day requires a mailed code, by the account state of this moment. */
export async function asksForCode(
  { pool, terms }: Pick<WithdrawalDeps, 'pool' | 'terms'>,
  accountId: string,
  value: bigint,
  now: Instant,
): Promise<boolean> {
  const state = await readAccountState(pool, accountId, { wallets: [], records: [withdrawalsSince(now - LIMIT_MONTH_MS)] })
  return needsCode(withdrawalKind.of(state).values(), value, now, terms.limits(now))
}

/** The rates of an application: those of its quote, or those of this moment when it names none. */
export async function midsFor(app: WithdrawalDeps, asked: Asked, quoteId: string | null): Promise<Result<Mids>> {
  if (quoteId !== null) return midsOfQuote(app, asked, quoteId)
  const market = marketOf(app, rails[asked.rail])
  return market.ok ? ok(market.value.mids) : market
}

/** A quote holds for its own customer, rail and amount, until it expires. */
async function midsOfQuote(app: WithdrawalDeps, { accountId, rail, amount }: Asked, quoteId: string): Promise<Result<Mids>> {
  const quote = await findQuote(app.pool, accountId, quoteId)
  const isGood = quote !== null && quote.rail === rail && quote.amount === amount && app.wallClock.now() < quote.expiresAt
  return isGood ? ok(quote.mids) : refuse('exchange.quote_expired', { field: 'quoteId' })
}

async function keepQuote(reader: Reader, accountId: string, { id, rail, amount, mids, expiresAt }: KeptQuote): Promise<void> {
  await reader.query(
    'insert into withdrawal_quotes (account_id, id, rail, amount, payout_mid, dollar_mid, expires_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [accountId, id, rail, amount, mids.payout, mids.dollar, expiresAt],
  )
}

type QuoteRecord = Readonly<{ id: string; rail: RailId; amount: bigint; payout_mid: bigint; dollar_mid: bigint | null; expires_at: bigint }>

async function findQuote(reader: Reader, accountId: string, id: string): Promise<KeptQuote | null> {
  const { rows } = await reader.query<QuoteRecord>('select * from withdrawal_quotes where account_id = $1 and id = $2', [accountId, id])
  const [row] = rows
  if (row === undefined) return null
  const mids = { payout: row.payout_mid, dollar: row.dollar_mid }
  return { id: row.id, rail: row.rail, amount: row.amount, mids, expiresAt: Number(row.expires_at) }
}
