import type { CashFlow } from '@rueda/contract/wallets.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { type Journal, journalFacts, journals } from '@rueda/rules/ledger/journals.ts'
import { type Currency, formatMinor } from '@rueda/rules/money.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { createVersionCache } from '../../write-path/version-cache.ts'

/**
 * The statement of a customer's money, read from the journal: every entry that changed what a wallet holds, with the
 * balance after it. Holds move money inside a wallet and do not show; moving it between one's own wallets shows, but
 * over all wallets it neither came in nor went out.
 */
export type StatementFilter = Readonly<{
  walletType: string | null
  kind: string | null
  direction: 'in' | 'out' | null
  from: Instant | null
  to: Instant | null
  limit: number
  offset: number
}>

export type StatementPage = Readonly<{ list: readonly CashFlow[]; total: number; sumIn: bigint; sumOut: bigint }>

/** Movements of each entry in each wallet. Computed entry by entry, so that a page reads no more of a long history than it shows. */
const movedOf = (entries: string): string => `
  select e.sequence, e.journal, e.cause_kind, e.cause_id, e.at, line.wallet, line.currency, line.amount
  from entries e cross join lateral (
    select split_part(each.account, ':', 2) as wallet, each.asset as currency, sum(each.amount)::bigint as amount
    from unnest(e.accounts, e.assets, e.amounts) as each (account, asset, amount)
    where each.account like 'U:%' and split_part(each.account, ':', 3) in ('CASH', 'HOLD', 'MARGIN')
    group by 1, 2 having sum(each.amount) <> 0
  ) as line
  where e.account_id = $1 and ${entries}`

/** The record of a kind that caused an entry; null when the cause is of another kind. */
const causeOf = (kind: string): string => `case c.cause_kind when '${kind}' then c.cause_id::uuid end`

const ENTRY_FILTER = '($3::text[] is null or journal = any($3)) and ($5::bigint is null or at >= $5) and ($6::bigint is null or at < $6)'
const LINE_FILTER = "($2::text is null or wallet = $2) and ($4::text is null or ($4 = 'in') = (amount > 0))"
const CHOSEN = `select * from (${movedOf(ENTRY_FILTER)}) as moved where ${LINE_FILTER}`
const PAGE_ORDER = 'order by sequence desc, wallet limit $7 offset $8'

// The balance after an entry is the wallet's present one without everything that came later: recomputed, not stored. The page is read a
// second time from the rows with its balances, and not joined with them: the planner expects one row of each, and would compare every row
// of a long page with every other. For the same reason the records that an entry names are looked up by their keys.
const PAGE = `
  with moved as (${movedOf(`e.sequence >= (select min(sequence) from (${CHOSEN} ${PAGE_ORDER}) as page)`)}),
  running as (
    select moved.*,
           (w.cash + w.hold + w.margin - sum(moved.amount) over (partition by moved.wallet order by moved.sequence desc) + moved.amount)::bigint
             as balance_after
    from moved join wallets w on w.account_id = $1 and w.type = moved.wallet
  ),
  chosen as (select * from running where ${ENTRY_FILTER} and ${LINE_FILTER} ${PAGE_ORDER})
  select c.*, coalesce(o.number, y.number, t.number, d.number, l.number) as number, coalesce(o.instrument_id, a.instrument_id) as instrument_id,
    o.id as order_id,
    case c.wallet when t.from_wallet then t.to_wallet else t.from_wallet end as counterpart, d.channel, moved_with.shares
  from chosen c
  left join orders o on o.account_id = $1 and o.id = ${causeOf('order')}
  left join corporate_actions a on c.cause_kind in ('dividend', 'split') and a.action_id = c.cause_id
  left join deposits d on d.account_id = $1 and d.id = ${causeOf('deposit')}
  left join withdrawals y on y.account_id = $1 and y.id = ${causeOf('withdrawal')}
  left join loans l on l.account_id = $1 and l.id = ${causeOf('loan')}
  left join transfers t on t.account_id = $1 and t.id = ${causeOf('transfer')}
  cross join lateral (
    select nullif(sum(line.amount), 0)::bigint as shares from entries e cross join lateral unnest(e.accounts, e.amounts) as line (account, amount)
    where e.account_id = $1 and e.sequence = c.sequence and line.account like any(array['U:SEC:%', 'U:SECHOLD:%', 'U:SECLOCK:%'])
  ) as moved_with
  order by c.sequence desc, c.wallet`

const SUMS = `
  select count(*) as total, coalesce(sum(amount) filter (where amount > 0 and counts), 0)::bigint as sum_in,
         coalesce(-sum(amount) filter (where amount < 0 and counts), 0)::bigint as sum_out
  from (select *, $2::text is not null or (currency = 'USD' and journal not in ('J20', 'J21')) as counts from (${CHOSEN}) as chosen) as summed`

type MovementRecord = Readonly<{
  sequence: bigint
  journal: Journal
  at: bigint
  wallet: string
  currency: Currency
  amount: bigint
  balance_after: bigint
  number: string | null
  /** The wallet at the other end of a transfer. */
  counterpart: string | null
  instrument_id: string | null
  /** The channel that money came over. */
  channel: string | null
  order_id: string | null
  /** In 10^-8. */
  shares: bigint | null
}>

type SumRecord = Readonly<{ total: bigint; sum_in: bigint; sum_out: bigint }>
type Reading = Pick<App, 'archive' | 'venue' | 'versions'>

/** The movements alone, newest first: their sums would cost a look at everything the filter lets through. */
export async function movementsOf(
  app: Pick<App, 'archive' | 'venue'>,
  accountId: string,
  filter: StatementFilter,
): Promise<readonly CashFlow[]> {
  const asked = { name: 'statement-page', text: PAGE, values: [...valuesOf(accountId, filter), filter.limit, filter.offset] }
  // Balances are worked out from the present ones backwards, so that everything from there on is read.
  const { rows } = await app.archive.over(accountId, { from: filter.from }, (pool) => pool.query<MovementRecord>(asked))
  return rows.map((row) => present(app, accountId, row))
}

function valuesOf(accountId: string, { kind, walletType, direction, from, to }: StatementFilter): unknown[] {
  const ofKind = kind === null ? null : journals.filter((journal) => journalFacts[journal].statement === kind)
  return [accountId, walletType, ofKind, direction, from, to]
}

export async function statementPage(app: Reading, accountId: string, filter: StatementFilter): Promise<StatementPage> {
  const values = valuesOf(accountId, filter)
  const list = await movementsOf(app, accountId, filter)
  const sums = await sumsCache(app.versions, { accountId, question: JSON.stringify(values) }, async () => {
    const asked = { name: 'statement-sums', text: SUMS, values }
    const summed = await app.archive.over(accountId, { from: filter.from, until: filter.to }, (pool) => pool.query<SumRecord>(asked))
    return summed.rows[0] ?? null
  })
  return {
    list,
    total: Number(sums?.total ?? 0n),
    sumIn: sums?.sum_in ?? 0n,
    sumOut: sums?.sum_out ?? 0n,
  }
}

const sumsCache = createVersionCache<SumRecord | null>()

const present = ({ venue }: Pick<App, 'venue'>, accountId: string, row: MovementRecord): CashFlow => ({
  id: `${accountId}-${row.sequence}-${row.wallet}`,
  walletType: row.wallet,
  bizType: journalFacts[row.journal].statement ?? row.journal,
  bizNo: row.number ?? `${row.journal}-${row.sequence}`,
  amount: formatMinor(row.amount, row.currency),
  balanceAfter: formatMinor(row.balance_after, row.currency),
  currency: row.currency,
  remark: row.counterpart ?? row.channel ?? (row.instrument_id === null ? '' : venue.writtenCode(row.instrument_id, Number(row.at))),
  createTimeTimestamp: Number(row.at),
  orderId: row.order_id,
  quantity: row.shares === null ? null : formatScaled(row.shares),
})
