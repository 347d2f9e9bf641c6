import type { ReviewCase as WireCase } from '@rueda/contract/admin/cases.ts'
import { formatMinor } from '@rueda/rules/money.ts'
import type { CaseKind, CaseSort, CaseWait } from '@rueda/rules/staff/cases.ts'
import { DAY_MS, HOUR_MS, type Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import { type CaseRow, FIND_CASES, type ReviewCase, caseOf, numberOf } from './cases.ts'

/** The queues as staff read them: by kind and state, narrowed, and in the order that was asked for. */
export type CaseFilter = Readonly<{
  kind: CaseKind
  state: 'open' | 'mine' | 'closed'
  sort: CaseSort
  waits: CaseWait | null
  /** Worth so many cents at least. */
  least: bigint | null
  riskFlag: string | null
  assignee: 'nobody' | 'somebody' | null
  country: string | null
  staffId: string
  now: Instant
  limit: number
  offset: number
}>

export async function listCases(reader: Reader, filter: CaseFilter): Promise<Readonly<{ list: readonly ReviewCase[]; total: number }>> {
  const { kind, state, sort, waits, least, riskFlag, assignee, country, staffId, now, limit, offset } = filter
  const openedBefore = waits === null || waits === 'late' ? null : now - waitOf[waits]
  const values = [kind, staffId, now, openedBefore, waits === 'late', least, riskFlag, assignee, country]
  const where = `${wanted[state]} and ${NARROWED}`
  const order = state === 'closed' && sort === 'due' ? 'c.closed_at desc, c.case_id' : orders[sort]
  const { rows } = await reader.query<CaseRow>(`${FIND_CASES} where ${where} order by ${order} limit ${limit} offset ${offset}`, values)
  const counted = await reader.query<{ total: bigint }>(`select count(*) as total from review_cases c where ${where}`, values)
  return { list: rows.map(caseOf), total: Number(counted.rows[0]?.total ?? 0n) }
}

const waitOf = { hour: HOUR_MS, day: DAY_MS } as const

const wanted = {
  open: 'c.kind = $1 and c.closed_at is null and $2::uuid is not null',
  mine: 'c.kind = $1 and c.closed_at is null and c.claimed_by = $2 and c.claimed_until > $3',
  closed: 'c.kind = $1 and c.closed_at is not null and $2::uuid is not null',
}

/** A claim that has lapsed is none. */
const NARROWED = `($4::bigint is null or c.opened_at <= $4) and (not $5::boolean or c.due_at < $3::bigint)
  and ($6::bigint is null or c.worth >= $6) and ($7::text is null or $7 = any(c.risk_flags))
  and ($8::text is null or $8 = case when coalesce(c.claimed_until, 0) > $3::bigint then 'somebody' else 'nobody' end)
  and ($9::text is null or exists (select from accounts live where live.account_id = c.account_id and live.country_code = $9))`

const orders: Readonly<Record<CaseSort, string>> = {
  due: 'c.due_at, c.case_id',
  age: 'c.opened_at, c.case_id',
  amount: 'c.worth desc nulls last, c.due_at, c.case_id',
  risk: 'cardinality(c.risk_flags) desc, c.due_at, c.case_id',
}

/** Cases by their ids. */
export async function casesById(reader: Reader, caseIds: readonly string[]): Promise<ReadonlyMap<string, ReviewCase>> {
  const { rows } = await reader.query<CaseRow>(`${FIND_CASES} where c.case_id = any($1::uuid[])`, [caseIds])
  return new Map(rows.map((row) => [row.case_id, caseOf(row)]))
}

type CountRow = Readonly<{
  kind: CaseKind
  open: bigint
  mine: bigint
  overdue: bigint
  oldest: bigint | null
  last_done: bigint | null
  countries: readonly string[] | null
}>

/** Counts what waits in each of these queues. Reads the open cases and the newest closed one, never the whole past. */
export async function countCases(reader: Reader, kinds: readonly CaseKind[], who: Readonly<{ staffId: string; now: Instant }>) {
  if (kinds.length === 0) return []
  const { rows } = await reader.query<CountRow>(COUNT, [kinds, who.now, who.staffId])
  return rows.map((row) => ({
    kind: row.kind,
    open: Number(row.open),
    mine: Number(row.mine),
    overdue: Number(row.overdue),
    oldestTimestamp: numberOf(row.oldest),
    lastDoneTimestamp: numberOf(row.last_done),
    countries: [...(row.countries ?? [])],
  }))
}

const COUNT = `
  select asked.kind, waiting.*, (select max(closed_at) from review_cases d where d.kind = asked.kind and d.closed_at is not null) as last_done
  from unnest($1::text[]) with ordinality as asked (kind, place)
  cross join lateral (
    select count(*) as open, count(*) filter (where c.due_at < $2) as overdue, min(c.opened_at) as oldest,
           count(*) filter (where c.claimed_by = $3 and c.claimed_until > $2) as mine,
           array_agg(distinct a.country_code) filter (where a.country_code is not null) as countries
    from review_cases c left join accounts a using (account_id) where c.kind = asked.kind and c.closed_at is null
  ) waiting order by asked.place`

/** A case as a queue shows it; a claim that has lapsed is none. */
export function presentCase(found: ReviewCase, staffId: string, now: number): WireCase {
  const isClaimed = (found.claimedUntil ?? 0) > now
  return {
    id: found.caseId,
    kind: found.kind,
    accountId: found.accountId,
    countryCode: found.countryCode,
    subjectId: found.subjectId,
    openTimestamp: found.openedAt,
    dueTimestamp: found.dueAt,
    claimedBy: isClaimed ? found.claimedByName : null,
    claimedByMe: isClaimed && found.claimedBy === staffId ? 1 : 0,
    claimEndTimestamp: isClaimed ? found.claimedUntil : null,
    closeTimestamp: found.closedAt,
    outcome: found.outcome,
    reasonCode: found.reasonCode,
    amount: found.amount === null ? null : formatMinor(found.amount.minor, found.amount.currency),
    currency: found.amount?.currency ?? null,
    riskFlags: [...found.riskFlags],
  }
}
