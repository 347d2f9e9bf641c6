import { DAY_MS } from '@rueda/rules/time.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * HOUSE-DAYS: the sums made by night equal the postings of the day. Checked day by day, so that a long history is no long statement;
 * `since` skips days that were found in order and whose sums are unchanged since then.
 */
export type HouseDayFault = Readonly<{ day: bigint; account: string; asset: string; amount: string | null; posted: string | null }>
export type HouseDays = Readonly<{ faults: readonly HouseDayFault[]; through: string }>

const CLOSED = 'select max(day) as closed from house_days'
/** The next day with entries or sums that is closed. */
const NEXT = `
  select least((select at / ${DAY_MS} from entries where at >= ($1::bigint + 1) * ${DAY_MS} order by at limit 1),
               (select min(day) from house_days where day > $1), (select min(day) from archived_house_days where day > $1)) as day`
const FAULTS = `
  with each as (
    select line.account, line.asset, sum(line.amount) as amount from entries e
    cross join lateral unnest(e.accounts, e.assets, e.amounts) as line (account, asset, amount)
    where e.at >= $1::bigint * ${DAY_MS} and e.at < ($1::bigint + 1) * ${DAY_MS} and line.account like 'H:%' group by 1, 2
    union all select account, asset, sum(amount) from archived_house_days where day = $1 group by 1, 2),
  posted as (select account, asset, sum(amount) as amount from each group by 1, 2),
  summed as (select account, asset, amount from house_days where day = $1)
  select $1::bigint as day, account, asset, s.amount::text as amount, p.amount::text as posted
  from summed s full join posted p using (account, asset) where coalesce(s.amount, 0) <> coalesce(p.amount, 0)`
const SUMS = `
  select count(*) || ' ' || coalesce(sum(('x' || substr(encode(sha256(record_send(h)), 'hex'), 1, 14))::bit(56)::bigint), 0) as sums
  from house_days h where day <= $1`

export async function checkHouseDays(snapshots: Snapshots, since: string | null): Promise<HouseDays> {
  const { rows } = await snapshots.query<{ closed: bigint | null }>(CLOSED)
  const closed = rows[0]?.closed ?? null
  if (closed === null) return { faults: [], through: '' }
  const faults: HouseDayFault[] = []
  for (let day = await firstOpen(snapshots, since); ;) {
    const next = await snapshots.query<{ day: bigint | null }>(NEXT, [day])
    const following = next.rows[0]?.day ?? null
    if (following === null || following > closed) break
    faults.push(...(await snapshots.query<HouseDayFault>(FAULTS, [following])).rows)
    day = following
  }
  return { faults, through: `${closed} ${await sumsThrough(snapshots, closed)}` }
}

const BEFORE_ALL = -1n

/** The last day that needs no second look. */
async function firstOpen(snapshots: Snapshots, since: string | null): Promise<bigint> {
  if (since === null || since === '') return BEFORE_ALL
  const [day = '', ...sums] = since.split(' ')
  return (await sumsThrough(snapshots, BigInt(day))) === sums.join(' ') ? BigInt(day) : BEFORE_ALL
}

const sumsThrough = async (snapshots: Snapshots, day: bigint): Promise<string> =>
  (await snapshots.query<{ sums: string }>(SUMS, [day])).rows[0]?.sums ?? ''
