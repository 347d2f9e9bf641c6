import type { CalendarDate } from '@rueda/rules/time.ts'
import { isHeldOutside } from '../../../trust-log/held-outside.ts'
import { WAYS_KEPT_FOR_DAYS } from '../../../trust-log/sum-tiles.ts'
import { accountSlices } from './account-slices.ts'
import { newestNight } from './newest-night.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * LIABILITY-4: what a night says that bank and chains hold (`docs/rules/proof.md` P.24). Night by night what the entries since the night before
 * moved is what the two differ by; the first kept night that says it is held to everything before it.
 */
const KEPT = `says_held and date <= $2::date and date > $2::date - ${WAYS_KEPT_FOR_DAYS}`
const LOOKED_AT = `date > coalesce($1::date, date '-infinity')`
const MOVED = `
  with chains as (
      select account_id, date, sequence, lag(sequence, 1, 0::bigint) over (partition by account_id order by date) as before
      from liability_accounts join (select date from liability_nights where ${KEPT}) nights using (date)
      where account_id > $3 and account_id <= $4)
  select c.date::text as date, line.account as place, line.asset, -line.amount as amount
  from (select * from chains where ${LOOKED_AT}) c
  join entries e on e.account_id = c.account_id and e.sequence > c.before and e.sequence <= c.sequence
  cross join lateral unnest(e.accounts, e.assets, e.amounts) as line (account, asset, amount) where ${isHeldOutside('line.account')}`
const SUMMED = `select date, place, asset, coalesce(sum(amount), 0)::text as amount from (${MOVED}) moved group by 1, 2, 3`

const SAID = `
  with nights as (select date, lag(date) over (order by date) as before from liability_nights where ${KEPT})
  select n.date::text as date, h.place, h.asset, (case when h.date = n.date then h.amount else -h.amount end)::text as amount
  from nights n join liability_held h on h.date in (n.date, n.before) where n.${LOOKED_AT}`

/** A night after one that says it, or of a server that could say it, has to; and none has sums that does not. */
const BEGAN_MS = 'coalesce((select extract(epoch from applied_at) * 1000 from schema_migrations where number = 115), 0)'
const UNSAID = `
  select n.date::text as date, 'unsaid' as place from liability_nights n
  where not n.says_held and n.${LOOKED_AT} and n.date <= $2::date
    and (n.date > (select min(date) from liability_nights where says_held) or n.at > ${BEGAN_MS}
      or exists (select from liability_held h where h.date = n.date))`

type Row = Readonly<{ date: string; place: string; asset: string; amount: string }>

export async function heldFaults(
  snapshots: Snapshots,
  { since, through }: Readonly<{ since: CalendarDate | null; through: CalendarDate }>,
): Promise<readonly object[]> {
  const off = new Map<string, bigint>()
  const add = ({ date, place, asset, amount }: Row, sign: bigint): void => {
    const name = JSON.stringify([date, place, asset])
    off.set(name, (off.get(name) ?? 0n) + sign * BigInt(amount))
  }
  for await (const slice of accountSlices(snapshots))
    for (const row of (await snapshots.query<Row>(SUMMED, [since, through, slice.above, slice.through])).rows) add(row, 1n)
  for (const row of (await snapshots.query<Row>(SAID, [since, through])).rows) add(row, -1n)
  // Ways of the oldest night went meanwhile, and sums of before it with them: the next run sees.
  if ((await newestNight(snapshots)) !== through) return []
  const unsaid = (await snapshots.query<object>(UNSAID, [since, through])).rows
  return [...unsaid, ...[...off].filter(([, by]) => by !== 0n).map(([what, by]) => ({ what, off_by: String(by) }))]
}
