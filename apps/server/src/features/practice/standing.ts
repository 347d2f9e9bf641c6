import type { PracticeStanding } from '@rueda/contract/practice.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import { BEGINNING_CAUSE, mayBeginAt } from '@rueda/rules/practice/begin-again.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Settings } from '../../config.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type UnderWay, underWayOf } from '../accounts/under-way.ts'

/** What an account's beginning again goes by, read in one snapshot. */
export type Standing = Readonly<{
  underWay: readonly UnderWay[]
  positions: number
  /** How many times it has begun again, and when it last did. */
  count: number
  lastAt: Instant | null
  /** The head of its chain. */
  sequence: number
}>

type Row = Readonly<{ positions: bigint; count: bigint; last_at: bigint | null; sequence: bigint | null }>

const READ = `
  select (select count(*) from positions where account_id = $1 and closed_at is null)
      + (select count(*) from margin_positions where account_id = $1 and closed_at is null) as positions,
    (select count(distinct at) from entries where account_id = $1 and cause_id = $2 and cause_kind = $3) as count,
    (select max(at) from entries where account_id = $1 and cause_id = $2 and cause_kind = $3) as last_at,
    (select sequence from account_states where account_id = $1) as sequence`

export async function readStanding(reader: Reader, accountId: string): Promise<Standing> {
  const { rows } = await reader.query<Row>(READ, [accountId, BEGINNING_CAUSE.id, BEGINNING_CAUSE.kind])
  const [row] = rows
  return {
    underWay: await underWayOf(reader, accountId),
    positions: Number(row?.positions ?? 0n),
    count: Number(row?.count ?? 0n),
    lastAt: row?.last_at === null || row === undefined ? null : Number(row.last_at),
    sequence: Number(row?.sequence ?? 0n),
  }
}

/** Simulated money only, and only where there is a grant to begin with. */
export const isOffered = ({ SIM_GRANT_USD }: Pick<Settings, 'SIM_GRANT_USD'>): boolean => SIM_GRANT_USD.minor > 0n

/** Positions are closed by beginning again, dividends of theirs lapse, and sale proceeds that wait for their settlement are cash like any other here. */
export const inTheWayOf = ({ underWay }: Pick<Standing, 'underWay'>): PracticeStanding['inTheWay'] =>
  underWay.flatMap((kind) => (kind === 'positions' || kind === 'unsettled' || kind === 'holds' || kind === 'dividends' ? [] : [kind]))

export function presentStanding(settings: Pick<Settings, 'SIM_GRANT_USD'>, standing: Standing, now: Instant): PracticeStanding {
  const { positions, lastAt } = standing
  return {
    offered: isOffered(settings) ? 1 : 0,
    grant: formatMinor(settings.SIM_GRANT_USD.minor, 'USD'),
    inTheWay: inTheWayOf(standing),
    positions,
    fromTimestamp: mayBeginAt(lastAt, now),
    beganTimestamp: lastAt,
  }
}
