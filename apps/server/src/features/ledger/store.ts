import type { Journal } from '@rueda/rules/ledger/journals.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Reader } from '../../db/snapshot.ts'
import { ENTRY_COLUMNS, type EntryRecord } from './entry-rows.ts'

/** Place of an entry in the journal of all accounts: by its time, and then by its account. */
export type Place = Readonly<{ at: Instant; accountId: string; sequence: number }>

export type LedgerFilter = Readonly<{
  /** The customer whose chain it is; null for all accounts. */
  accountId: string | null
  account?: string | undefined
  asset?: string | undefined
  journal?: Journal | undefined
  from?: Instant | undefined
  until?: Instant | undefined
  reference?: string | undefined
}>

/** Entries searched for one page: rare ones are found over several pages, and no page is slow. */
const LOOKED_THROUGH = 20_000

export type LedgerPage = Readonly<{ places: readonly Place[]; next: Place | null; lookedBackTo: Instant | null }>
type KeyRecord = Readonly<{ kind: 'fits' | 'more' | 'end'; account_id: bigint; sequence: bigint; at: bigint }>

/** The places of a page, by the index of the journal's order: keyset, so that the thousandth page costs what the first does. */
export async function placesOf(reader: Reader, filter: LedgerFilter, after: Place | null, limit: number): Promise<LedgerPage> {
  const values: unknown[] = []
  const value = (given: unknown): string => `$${values.push(given)}`
  const order = filter.accountId === null ? ['e.at', 'e.account_id', 'e.sequence'] : ['e.sequence']
  const referred = filter.reference === undefined ? null : await referenceOf(reader, filter.reference, value)
  const fitting = [...fittingOf(filter, value), ...(referred?.isFound === false ? [referred.sql] : [])]
  const bounds = [...boundsOf(filter, after, value), ...(referred?.isFound === true ? [referred.sql] : [])]
  const text = `
    with looked as materialized (
      select e.account_id, e.sequence, e.at, ${fitting.join(' and ') || 'true'} as fits
      from entries e where ${bounds.join(' and ') || 'true'} order by ${descending(order)} limit ${LOOKED_THROUGH})
    (select 'fits' as kind, account_id, sequence, at from looked e where fits order by ${descending(order)} limit ${value(limit + 1)})
    union all
    (select case when (select count(*) from looked) = ${LOOKED_THROUGH} then 'more' else 'end' end, account_id, sequence, at
     from looked e order by ${order.join(', ')} limit 1)`
  const { rows } = await reader.query<KeyRecord>(text, values)
  const found = rows.filter(({ kind }) => kind === 'fits').map(placeOf)
  const last = rows.find(({ kind }) => kind !== 'fits')
  const places = found.slice(0, limit)
  if (found.length > limit) return { places, next: places.at(-1) ?? null, lookedBackTo: places.at(-1)?.at ?? null }
  return { places, next: last?.kind === 'more' ? placeOf(last) : null, lookedBackTo: last === undefined ? null : Number(last.at) }
}

const descending = (columns: readonly string[]): string => columns.map((column) => `${column} desc`).join(', ')
const placeOf = ({ at, account_id, sequence }: KeyRecord): Place => ({
  at: Number(at),
  accountId: String(account_id),
  sequence: Number(sequence),
})

type Value = (given: unknown) => string

/** Conditions on the stretch of the journal that is searched. */
function boundsOf({ accountId, from, until }: LedgerFilter, after: Place | null, value: Value): readonly string[] {
  const own = accountId === null ? [] : [`e.account_id = ${value(accountId)}`]
  const since = from === undefined ? [] : [`e.at >= ${value(from)}`]
  const before = until === undefined ? [] : [`e.at < ${value(until)}`]
  if (after === null) return [...own, ...since, ...before]
  const beyond =
    accountId === null
      ? // The first part alone says which months there is nothing of.
        `e.at <= ${value(after.at)} and (e.at, e.account_id, e.sequence) < (${value(after.at)}, ${value(after.accountId)}, ${value(after.sequence)})`
      : `e.sequence < ${value(after.sequence)}`
  return [...own, ...since, ...before, beyond]
}

/** Conditions on the entries that are shown. */
function fittingOf({ account, asset, journal }: LedgerFilter, value: Value): readonly string[] {
  return [
    ...(account === undefined ? [] : [accountFits(account, value)]),
    ...(asset === undefined ? [] : [`${value(asset)} = any(e.assets)`]),
    ...(journal === undefined ? [] : [`e.journal = ${value(journal)}`]),
  ]
}

/** By its whole name, or by the beginning of a name up to a colon. */
function accountFits(account: string, value: Value): string {
  const [whole, beginning] = [value(account), value(`${account.replace(/:$/u, '')}:`)]
  return `exists (select from unnest(e.accounts) as name where name = ${whole} or starts_with(name, ${beginning}))`
}

const PLACE = /^([1-9]\d{0,17})-([1-9]\d{0,12})$/u

type Referred = Readonly<{ isFound: boolean; sql: string }>

/** Finds entries by their own number or by that of their cause; any other reference is taken for the cause itself. */
async function referenceOf(reader: Reader, reference: string, value: Value): Promise<Referred> {
  const [, accountId, sequence] = PLACE.exec(reference) ?? []
  if (accountId !== undefined) return { isFound: true, sql: `e.account_id = ${value(accountId)} and e.sequence = ${value(sequence)}` }
  const { rows } = await reader.query<{ account_id: bigint; id: string }>(NUMBERED, [reference])
  if (rows.length === 0) return { isFound: false, sql: `e.cause_id = ${value(reference)}` }
  const [accounts, causes] = [value(rows.map((row) => row.account_id)), value(rows.map(({ id }) => id))]
  return { isFound: true, sql: `(e.account_id, e.cause_id) in (select * from unnest(${accounts}::bigint[], ${causes}::text[]))` }
}

/** Objects that customers know by a number, each found by an index of its own. */
export const NUMBERED = `
  select account_id, id::text from orders where number = $1
  union all select account_id, id::text from transfers where number = $1
  union all select account_id, id::text from deposits where number = $1
  union all select account_id, id::text from withdrawals where number = $1`

export type ShownRecord = EntryRecord &
  Readonly<{ hash_before: string | null; before_has_left: boolean; reversed_by: bigint | null; cause_number: string | null }>

/** The entries of a page with the screen's facts of each, in the order of the page. */
export async function entriesAt(reader: Reader, places: readonly Place[]): Promise<readonly ShownRecord[]> {
  const { rows } = await reader.query<ShownRecord>(SHOWN, [
    places.map(({ accountId }) => accountId),
    places.map(({ sequence }) => sequence),
  ])
  return rows
}

/** A cause as the id of a table, where it can be one. */
const causeOf = (kind: string): string =>
  `case when e.cause_kind = '${kind}' and e.cause_id ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' then e.cause_id::uuid end`

/** Where the entry before has left, the end of the chain that was kept in its place. */
const HEAD_BEFORE =
  '(select a.head from archived_accounts a where p.hash is null and a.account_id = e.account_id and a.sequence = e.sequence - 1 limit 1)'

const SHOWN = `
  select ${ENTRY_COLUMNS}, encode(coalesce(p.hash, ${HEAD_BEFORE}), 'hex') as hash_before,
         p.hash is null and e.sequence > 1 and exists (
           select from archived_accounts a where a.account_id = e.account_id and a.sequence >= e.sequence) as before_has_left, r.sequence as reversed_by,
         coalesce(o.number, t.number, d.number, w.number) as cause_number
  from unnest($1::bigint[], $2::bigint[]) with ordinality as asked (account_id, sequence, place)
  join entries e on e.account_id = asked.account_id and e.sequence = asked.sequence
  left join entries p on p.account_id = e.account_id and p.sequence = e.sequence - 1
  left join entries r on r.account_id = e.account_id and r.reversal_of = e.sequence
  left join orders o on o.account_id = e.account_id and o.id = ${causeOf('order')}
  left join transfers t on t.account_id = e.account_id and t.id = ${causeOf('transfer')}
  left join deposits d on d.account_id = e.account_id and d.id = ${causeOf('deposit')}
  left join withdrawals w on w.account_id = e.account_id and w.id = ${causeOf('withdrawal')}
  order by asked.place`
