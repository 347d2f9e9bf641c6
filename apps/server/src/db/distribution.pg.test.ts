import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { distribution } from './distribution.ts'
import type { Database } from './open.ts'

/** A distributed PostgreSQL refuses what this finds on a plain one: keys that do not lie beside their rows, and references between places. */
let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.stop())

type Key = Readonly<{ table: string; name: string; columns: readonly (string | null)[] }>
const KEYS = `
  select c.relname as table, i.relname as name, array_agg(a.attname::text order by k.place) as columns
  from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    cross join lateral unnest(x.indkey::int2[]) with ordinality as k (number, place)
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number
  where c.relnamespace = 'public'::regnamespace and x.indisunique and not c.relispartition group by 1, 2`

type Reference = Readonly<{ table: string; to: string; pairs: readonly (readonly [own: string, other: string])[] }>
const REFERENCES = `
  select c.relname as table, r.relname as "to", json_agg(json_build_array(own.attname, other.attname)) as pairs
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    cross join lateral unnest(k.conkey, k.confkey) as pair (own, other)
    join pg_attribute own on own.attrelid = c.oid and own.attnum = pair.own
    join pg_attribute other on other.attrelid = r.oid and other.attnum = pair.other
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace group by k.oid, 1, 2`

const TRIGGERS = `
  select c.relname as table, t.tgname as name, p.prosrc as body
  from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal and t.tgparentid = 0 and not c.relispartition order by 2`
/** A distributed PostgreSQL takes these only with a setting that nobody has tried under load (`docs/decisions/0053`). */
const READING_TRIGGERS = [
  'approvals_begin_waiting',
  'approvals_name_the_checker',
  'entries_reversed_by_two',
  'liability_accounts_kept',
  'liability_parts_kept',
  'reversals_have_their_entry',
  'withdrawals_take_two',
]

const isOnlyOfAccount = ({ pairs }: Reference): boolean => pairs.some(([own, other]) => own === 'account_id' && other === 'account_id')

/** Whether a reference between these two places can be kept. */
function canRefer(reference: Reference): boolean {
  const [from, to] = [distribution.get(reference.table), distribution.get(reference.to)]
  if (to === 'everywhere') return true
  if (from === 'account' && to === 'account') return isOnlyOfAccount(reference)
  return from === 'coordinator' && to === 'coordinator'
}

describe('every table', () => {
  it('has one place', async () => {
    const { rows } = await database.pool.query<{ table: string }>(
      "select relname as table from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition",
    )
    expect([...distribution.keys()].toSorted()).toEqual(rows.map(({ table }) => table).toSorted())
  })

  it('of an account has the account in each of its keys', async () => {
    const { rows } = await database.pool.query<Key>(KEYS)
    const apart = rows.filter(({ table, columns }) => distribution.get(table) === 'account' && !columns.includes('account_id'))
    expect(apart).toEqual([])
  })

  it('refers only to rows that lie beside its own', async () => {
    const { rows } = await database.pool.query<Reference>(REFERENCES)
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.filter((reference) => !canRefer(reference))).toEqual([])
  })

  it('has a trigger that reads another table only where the decision says so', async () => {
    const { rows } = await database.pool.query<{ table: string; name: string; body: string }>(TRIGGERS)
    expect(rows.length).toBeGreaterThan(80)
    const isSpread = ({ table }: { table: string }): boolean => distribution.get(table) !== 'coordinator'
    const reads = rows.filter(
      (row) => isSpread(row) && /\b(?:from|join|into|update) [a-z_]+\b/u.test(row.body.replaceAll(/is (?:not )?distinct from/gu, '')),
    )
    expect(reads.map(({ name }) => name)).toEqual(READING_TRIGGERS)
  })
})
