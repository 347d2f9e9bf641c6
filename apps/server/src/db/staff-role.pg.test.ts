import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '../testing/database.ts'
import { classification } from '../features/all-records.ts'
import { columnsOf } from './classification.ts'
import { type Database, openPool } from './open.ts'
import { STAFF_ROLE, grantStaffRole, openStaffPool, staffWrites } from './staff-role.ts'

/** No grant gives staff power over results (`docs/rules/reliability.md` B-38): every right of the role is counted, table by table. */
let database: Database
let staff: Pool
beforeAll(async () => {
  database = await createTestDatabase()
  staff = openStaffPool(database.pool)
})
afterAll(async () => {
  await staff.end()
  await database.stop()
})

/** Tables that decide what anybody owns, and what the market was. */
const RESULTS = [
  ...['entries', 'wallets', 'orders', 'order_events', 'fills', 'positions', 'margin_positions', 'transfers', 'exchange_quotes'],
  ...['deposits', 'deposit_arrivals', 'withdrawals', 'withdrawal_events', 'withdrawal_quotes', 'corporate_actions', 'entitlements'],
  ...[
    'day_commitments',
    'day_keys',
    'day_rounds',
    'vrf_keys',
    'vrf_starts',
    'venue_settings',
    'venue_runs',
    'price_models',
    'idempotency',
    'job_runs',
    'vault_keys',
    'schema_migrations',
  ],
  ...['integrity_runs', 'verified_accounts', 'verification_marks', 'anchor_files'],
]

async function person(name: string): Promise<Readonly<{ staff: string; person: string }>> {
  const { rows } = await database.pool.query<{ staff: string; person: string }>(
    `insert into staff (staff_id, person_id, email, name, roles, created_at)
     values (gen_random_uuid(), gen_random_uuid(), $1, $1, '{cashier}', 1) returning staff_id::text as staff, person_id::text as person`,
    [name],
  )
  if (rows[0] === undefined) throw new Error('nobody was hired')
  return rows[0]
}

type Right = Readonly<{ table: string; right: string; column: string | null }>

async function rights(): Promise<readonly Right[]> {
  const { rows } = await database.pool.query<Right>(
    `select c.relname as "table", acl.privilege_type as "right", null as "column"
     from pg_class c cross join lateral aclexplode(c.relacl) acl
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'm', 'p', 'f') and acl.grantee in ($1::regrole, 0) and acl.privilege_type <> 'SELECT'
     union all
     select c.relname, acl.privilege_type, a.attname
     from pg_class c join pg_attribute a on a.attrelid = c.oid cross join lateral aclexplode(a.attacl) acl
     where c.relnamespace = 'public'::regnamespace and acl.grantee in ($1::regrole, 0) and acl.privilege_type <> 'SELECT'`,
    [STAFF_ROLE],
  )
  return rows
}

const written = (granted: readonly Right[]): string[] =>
  granted.map(({ table, right, column }) => `${table} ${right.toLowerCase()}${column === null ? '' : ` ${column}`}`).toSorted()

/** "update (a, b)" is the right to each of the two. */
const listed = Object.entries(staffWrites)
  .flatMap(([table, all]) =>
    [...all.matchAll(/(\w+)(?: \(([^)]+)\))?/gu)].flatMap(([, right = '', columns]) =>
      columns === undefined ? [`${table} ${right}`] : columns.split(', ').map((column) => `${table} ${right} ${column}`),
    ),
  )
  .toSorted()

describe('the role of the staff', () => {
  it('has exactly the rights that are listed', async () => {
    expect(written(await rights())).toEqual(listed)
  })

  it('has them exactly again after somebody gave it more', async () => {
    const owner = await database.pool.connect()
    await owner.query('reset role')
    await owner.query(`grant insert, update, delete on entries, wallets to ${STAFF_ROLE}`)
    owner.release(true)
    expect(await grantStaffRole(database.pool)).toBe(true)
    expect(written(await rights())).toEqual(listed)
  })

  it.each(RESULTS)('cannot write %s, in no column', async (table) => {
    expect((await rights()).filter((right) => right.table === table)).toEqual([])
    for (const statement of [`update ${table} set ${columnsOf(classification, table).at(-1)} = null`, `delete from ${table}`])
      await expect(staff.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  })

  it('knows every table it writes', () => {
    expect(Object.keys(staffWrites).filter((table) => classification[table] === undefined)).toEqual([])
  })

  it('may freeze an account, and change nothing else of its books', async () => {
    await expect(staff.query('update account_states set frozen_at = null')).resolves.toMatchObject({ rowCount: 0 })
    await expect(staff.query('update account_states set sequence = 0')).rejects.toMatchObject({ code: '42501' })
  })

  it('cannot insert an approval that is decided, nor say that another person agreed', async () => {
    const maker = await person('maker')
    const checker = await person('checker')
    const asked = `insert into approvals (approval_id, power, subject, path, payload, payload_hash, maker, maker_person, maker_verified_at, made_at, expires_at`
    const values = `gen_random_uuid(), 'ledger.reverse', 'entry:1:1', '/', '{}', sha256(''), '${maker.staff}', '${maker.person}', 1000, 1000, 86401000`
    const decided = `${asked}, checker, checker_person, checker_verified_at, checked_hash, decided_at, decision)
      values (${values}, '${checker.staff}', '${checker.person}', 1000, sha256(''), 1000, 'approved')`
    await expect(staff.query(decided)).rejects.toMatchObject({ code: '42501' })
    // Nor can the server itself: a row that arrives decided is refused from everybody.
    await expect(database.pool.query(decided)).rejects.toThrow('begins by waiting')
    await expect(staff.query(`${asked}) values (${values.replace(maker.person, checker.person)})`)).rejects.toThrow('names the person')
    await staff.query(`${asked}) values (${values})`)
    const agree = (as: string) =>
      staff.query(
        `update approvals set decision = 'approved', decided_at = 1000, checked_hash = payload_hash, checker_verified_at = 1000,
                checker = '${maker.staff}', checker_person = '${as}' where subject = 'entry:1:1'`,
      )
    await expect(agree(maker.person)).rejects.toThrow('approval_takes_two_persons')
    await expect(agree(checker.person)).rejects.toThrow('names the person')
    await expect(staff.query(`update approvals set maker_person = gen_random_uuid()`)).rejects.toMatchObject({ code: '42501' })
  })

  it('cannot read the secret of the market, sealed or not', async () => {
    for (const column of ['secret', 'sealed', '*'])
      await expect(staff.query(`select ${column} from venue_settings`), column).rejects.toMatchObject({ code: '42501' })
    await expect(staff.query('select market, always_open from venue_settings')).resolves.toMatchObject({ rowCount: 0 })
  })

  it('is the one the back office works as', async () => {
    expect((await staff.query('select current_user as name')).rows).toEqual([{ name: STAFF_ROLE }])
  })
})

describe('an owner who may not make roles', () => {
  it('is told so, and the back office works with the rights of the server', async () => {
    const name = `plain_${process.pid}`
    const admin = await database.pool.connect()
    await admin.query('reset role')
    await admin.query(
      `create role ${name} login; grant all on schema public to ${name}; grant select on all tables in schema public to ${name}`,
    )
    const plain = openPool({ ...database.connection, user: name }, 1)
    const behind = openStaffPool(plain)
    try {
      expect(await grantStaffRole(plain)).toBe(false)
      expect((await behind.query('select current_user as name')).rows).toEqual([{ name }])
    } finally {
      await behind.end()
      await plain.end()
      await admin.query(`drop owned by ${name}; drop role ${name}`)
      admin.release(true)
    }
  })
})
