import type { Statement } from '@rueda/contract/statements.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { fundAsset, mandateAsset } from '@rueda/rules/ledger/accounts.ts'
import type { App } from '../../app.ts'
import type { Month } from './months.ts'

type Holding = Statement['holdings'][number]
type HoldingRecord = Readonly<{ asset: string; opening: bigint; in: bigint; out: bigint; closing: bigint }>

/** Shares and units of a month, added up from the postings of the customer's entries, in 10^-8. What only goes on hold or off it inside an entry moved nothing. */
const HOLDINGS = `
  with moved as (
    select sequence, at, asset, sum(amount)::bigint as amount from postings
    where account_id = $1 and at < $3 and account like any(array['U:SEC:%', 'U:SECHOLD:%', 'U:SECLOCK:%', 'U:FUND:%', 'U:MANDATE:%'])
    group by 1, 2, 3 having sum(amount) <> 0)
  select asset, coalesce(sum(amount) filter (where at < $2), 0)::bigint as opening,
         coalesce(sum(amount) filter (where at >= $2 and amount > 0), 0)::bigint as "in",
         coalesce(-sum(amount) filter (where at >= $2 and amount < 0), 0)::bigint as out, sum(amount)::bigint as closing
  from moved group by 1
  having coalesce(sum(amount) filter (where at < $2), 0) <> 0 or count(*) filter (where at >= $2) > 0
  order by asset collate "C"`

/** What an account held of shares and of units of funds and agencies, of each that there was or that moved in the month. */
export async function holdingsOf(
  { archive, venue }: Pick<App, 'archive' | 'venue'>,
  accountId: string,
  { from, to }: Month,
): Promise<Holding[]> {
  const { rows } = await archive.over(accountId, { until: to }, (pool) => pool.query<HoldingRecord>(HOLDINGS, [accountId, from, to]))
  return rows.map(({ asset, ...amounts }) => ({
    ...subjectOf(venue, asset, to - 1),
    opening: formatScaled(amounts.opening),
    in: formatScaled(amounts.in),
    out: formatScaled(amounts.out),
    closing: formatScaled(amounts.closing),
  }))
}

/** Units are called by the texts after their id; a share goes by its code of that time and its name. */
function subjectOf(venue: App['venue'], asset: string, at: number): Pick<Holding, 'kind' | 'market' | 'stockCode' | 'name'> {
  for (const [kind, prefix] of [
    ['fund', fundAsset('')],
    ['mandate', mandateAsset('')],
  ] as const)
    if (asset.startsWith(prefix)) return { kind, market: '', stockCode: asset.slice(prefix.length), name: '' }
  const instrument = venue.instruments.get(asset)
  const [market = '', code = ''] = asset.split(':')
  if (instrument === undefined) return { kind: 'shares', market, stockCode: code, name: code }
  return { kind: 'shares', market: instrument.market, stockCode: venue.writtenCode(asset, at), name: instrument.name }
}
