import type { Statement } from '@rueda/contract/statements.ts'
import type { CashFlow } from '@rueda/contract/wallets.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { type Currency, formatMinor, minorDigits } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { EVER } from '../../storage/archive-reading.ts'
import { createVersionCache } from '../../write-path/version-cache.ts'
import { movementsOf } from '../ledger/statement.ts'
import { holdingsOf } from './holdings.ts'
import { type Balance, type Fee, type Totals, firstEntryAt, monthAt, monthsBetween, totalsOf } from './months.ts'

type Reading = Pick<App, 'archive' | 'venue' | 'versions'>

/** The months of an account with their totals; none before its first entry. */
export function monthsOf(app: Reading, accountId: string, now: Instant): Promise<readonly Totals[]> {
  return totalsCache(app.versions, { accountId, question: monthAt(now) }, () =>
    app.archive.over(accountId, EVER, (pool) =>
      inSnapshot(pool, async (reader) => {
        const first = await firstEntryAt(reader, accountId)
        return first === null ? [] : totalsOf(reader, accountId, await monthsBetween(app.venue, first, now))
      }),
    ),
  )
}

const totalsCache = createVersionCache<readonly Totals[]>()

/** Movements that take back an earlier booking. */
const corrections: ReadonlySet<string> = new Set(['REVERSAL', 'DEPOSIT_REVERSED'])
/** A month of more movements than this has no statement; the export of one's own data has them all. */
export const MAX_MOVEMENTS = 5_000

/** One month whole, if the account has such a month. */
export async function statementOf(app: Reading, accountId: string, month: string, now: Instant): Promise<Result<Statement>> {
  const totals = (await monthsOf(app, accountId, now)).find((each) => each.month === month)
  if (totals === undefined) return refuse('object.not_found', { field: 'month' })
  const { from, to } = totals
  const filter = { walletType: null, kind: null, direction: null, from, to: Math.min(to, now + 1), limit: MAX_MOVEMENTS + 1, offset: 0 }
  const list = await movementsOf(app, accountId, filter)
  if (list.length > MAX_MOVEMENTS) return refuse('statement.too_long', { num: MAX_MOVEMENTS })
  const oldestFirst = list.toReversed()
  return ok({
    month,
    userNo: accountId,
    fromTimestamp: from,
    toTimestamp: to,
    final: isFinal(totals, now),
    simulated: 1,
    venue: app.venue.label,
    wallets: totals.balances.map((balance) => ({ ...presentBalance(balance), ...sumsOf(oldestFirst, balance) })),
    holdings: await holdingsOf(app, accountId, totals),
    movements: oldestFirst.filter(({ bizType }) => !corrections.has(bizType)),
    corrections: oldestFirst.filter(({ bizType }) => corrections.has(bizType)),
    fees: totals.fees.map(presentFee),
  })
}

export const isFinal = ({ to }: Pick<Totals, 'to'>, now: Instant): 0 | 1 => (now >= to ? 1 : 0)

export const presentBalance = ({ wallet, currency, opening, closing }: Balance) => ({
  walletType: wallet,
  currency,
  opening: formatMinor(opening, currency),
  closing: formatMinor(closing, currency),
})

export const presentFee = ({ kind, currency, amount }: Fee) => ({ kind, currency, amount: formatMinor(amount, currency) })

function sumsOf(flows: readonly CashFlow[], { wallet, currency }: Balance): Readonly<{ in: string; out: string }> {
  const amounts = flows.flatMap(({ walletType, amount }) => (walletType === wallet ? [minorOf(amount, currency)] : []))
  const sum = (chosen: readonly bigint[]): bigint => chosen.reduce((total, amount) => total + amount, 0n)
  return {
    in: formatMinor(sum(amounts.filter((amount) => amount > 0n)), currency),
    out: formatMinor(-sum(amounts.filter((amount) => amount < 0n)), currency),
  }
}

function minorOf(text: string, currency: Currency): bigint {
  const minor = parseDecimal(text, minorDigits[currency])
  if (minor === null) throw new Error(`${text} is no amount of ${currency}`)
  return minor
}
