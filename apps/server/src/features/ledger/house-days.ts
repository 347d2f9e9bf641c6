import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Reader } from '../../db/snapshot.ts'

/**
 * Accounts of the brokerage have no row, which every order would have to change: they are summed from entries. So that a sum does not go
 * through the whole journal, days that are over are added up once, by night.
 */
export const closeHouseDays = (pool: Pool, now: Instant): Promise<unknown> => pool.query(CLOSE, [Math.floor(now / DAY_MS) - OPEN_DAYS])

/** A batch is booked at a moment shortly before it is committed, and a simulated day may be a second. */
const OPEN_DAYS = 1

const CLOSE = `
  insert into house_days (day, account, asset, amount)
  select e.at / ${DAY_MS}, line.account, line.asset, sum(line.amount)::bigint
  from entries e cross join lateral unnest(e.accounts, e.assets, e.amounts) as line (account, asset, amount)
  where e.at >= (select coalesce(max(day) + 1, 0) from house_days) * ${DAY_MS} and e.at < $1::bigint * ${DAY_MS} and line.account like 'H:%'
  group by 1, 2, 3 on conflict do nothing`

type Place = Readonly<{ at: Instant; accountId: string; sequence: number }>

/** Balance of an account of the brokerage after an entry, all entries in the order of the journal. */
export async function houseBalance(reader: Reader, account: string, { at, accountId, sequence }: Place): Promise<bigint> {
  const { rows } = await reader.query<{ balance: bigint }>(BALANCE, [account, at, accountId, sequence])
  return rows[0]?.balance ?? 0n
}

const BALANCE = `
  with begun as (select least($2::bigint / ${DAY_MS}, coalesce(max(day) + 1, 0)) as day from house_days)
  select (coalesce((select sum(amount) from house_days, begun where account = $1 and house_days.day < begun.day), 0)
    + coalesce((select sum(line.amount) from begun, entries e cross join lateral unnest(e.accounts, e.amounts) as line (account, amount)
                where e.at >= begun.day * ${DAY_MS} and (e.at, e.account_id, e.sequence) <= ($2, $3, $4) and line.account = $1), 0))::bigint as balance`
