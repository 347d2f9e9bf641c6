import { audit } from '@rueda/contract/admin/audit.ts'
import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import type { StaffEndpoint, StaffInputOf } from '@rueda/contract/admin/endpoint.ts'
import { ledger } from '@rueda/contract/admin/ledger.ts'
import { market } from '@rueda/contract/admin/market.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { powerNames, powerOf } from '@rueda/rules/staff/powers.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkAudit } from '../../admin/audit.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { CONSOLE_HEADERS, type StaffCaller, callStaff, cookieOf, hire, setupTokenOf } from '../../testing/staff.ts'
import { insertEmergency } from './emergency-store.ts'
import { type Keys, sealEmergency } from './seal.ts'

/** The drill of the emergency account (`docs/rules/back-office.md` BO-12), as `docs/operations.md` describes it. */
let harness: Harness
let keys: Keys
beforeEach(async () => {
  harness = await startHarness()
  keys = await seal()
})
afterEach(() => harness.stop())

const seal = (): Promise<Keys> => {
  const { pool, ids, random, wallClock } = harness.app
  return sealEmergency({ pool, ids, random, now: wallClock.now() })
}
const why = { reason: 'security' as const, note: 'Both administrators lost their telephones' }
const open = ([firstKey, secondKey]: readonly [string, string] = keys) =>
  callStaff(harness, staff.openEmergency, { ...why, firstKey, secondKey })
const refused = (name: Parameters<typeof codeOf>[0]) => ({ status: 200, code: codeOf(name) })
type Opened = Awaited<ReturnType<typeof open>>
const callAs =
  (opened: Opened) =>
  <E extends StaffEndpoint>(endpoint: E, input: StaffInputOf<E>) =>
    callStaff(harness, endpoint, input as Record<string, unknown>, { ...CONSOLE_HEADERS, cookie: `rueda_staff=${cookieOf(opened)}` })
const mails = async (): Promise<string[]> => {
  const { rows } = await harness.app.pool.query<{ told: string }>(`select recipient || ': ' || subject as told from mails order by told`)
  return rows.map(({ told }) => told)
}

async function asOwner(statements: string): Promise<void> {
  const client = await harness.app.pool.connect()
  await client.query(`begin; set local role none; ${statements}; commit`)
  client.release()
}

describe('the two keys', () => {
  it('open it together, in either order and however they are copied, and only once', async () => {
    const copied = [keys[1].toLowerCase().replaceAll('-', ' '), keys[0]] as const
    const opened = await open(copied)
    expect(opened).toMatchObject({ code: 200, data: { name: 'Emergency account', email: '', roles: ['admin'] } })
    expect(await open()).toMatchObject({ ...refused('staff.keys_invalid'), data: null })
    expect(await open(copied)).toMatchObject(refused('staff.keys_invalid'))
  })

  it('open nothing alone, twice the same, with one of another pair, or with what nobody has', async () => {
    const before = keys
    keys = await seal()
    for (const pair of [
      [keys[0], keys[0]],
      [keys[1], ''],
      [keys[0], 'A'.repeat(32)],
      [keys[0], before[1]],
      [before[0], keys[1]],
      before,
    ] as const)
      expect((await open(pair)).code, pair.join(' ')).not.toBe(200)
    expect(await harness.app.pool.query('select from staff_alerts')).toMatchObject({ rowCount: 0 })
    expect(await open()).toMatchObject({ code: 200 })
  })

  it('let in one of those who try at the same moment', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => open()))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(await harness.app.pool.query('select from staff_alerts')).toMatchObject({ rowCount: 1 })
  })

  it('are kept as hashes, and stand in no table, log or answer', async () => {
    await open()
    const { rows } = await harness.app.pool.query<{ dump: string }>(
      `select concat((select jsonb_agg(to_jsonb(s)) from emergency_seals s), (select jsonb_agg(to_jsonb(a)) from audit_log a),
                     (select jsonb_agg(to_jsonb(m)) from mails m), (select jsonb_agg(to_jsonb(p)) from staff p)) as dump`,
    )
    for (const key of keys) for (const written of [key, key.replaceAll('-', '')]) expect(rows[0]?.dump).not.toContain(written)
  })
})

describe('the alarm', () => {
  it('is an alert for others to look at, an audit row, a mail to everybody and a word on every console', async () => {
    const [ana, bea] = [await hire(harness, ['risk']), await hire(harness, ['support'])]
    const gone = await hire(harness, ['support'])
    await harness.app.pool.query('update staff set disabled_at = 1 where staff_id = $1', [gone.staffId])
    const opened = await open()
    const from = harness.app.wallClock.now()
    for (const each of [ana, bea])
      expect(await each.ask(staff.emergency, {})).toMatchObject({
        state: 'opened',
        openedTimestamp: from,
        cause: why.note,
        endTimestamp: from + HOUR_MS,
      })
    expect((await mails()).filter((told) => told.includes('was opened'))).toEqual(
      [ana.email, bea.email].toSorted().map((email) => expect.stringContaining(email)),
    )
    const [row] = (await ana.ask(audit.list, { power: 'emergency.open' })).list
    expect(row).toMatchObject({
      staffName: 'Emergency account',
      role: 'admin',
      reason: 'security',
      note: why.note,
      after: { state: 'opened' },
    })
    expect((await ana.ask(dashboard.waiting, {})).alerts?.open).toBe(1)
    const [alert] = await ana.ask(audit.alerts, {})
    expect(alert).toMatchObject({ kind: 'emergency', reads: null, staffName: 'Emergency account', acknowledgedBy: null })
    const acknowledged = { id: alert?.id ?? '', reason: 'security' as const }
    expect(await callAs(opened)(audit.acknowledge, acknowledged)).toMatchObject(refused('approval.same_person'))
    await ana.ask(audit.acknowledge, acknowledged)
    expect((await ana.ask(dashboard.waiting, {})).alerts?.open).toBe(0)
    expect((await checkAudit(harness.app.pool, () => undefined)).broken).toBeNull()
  })

  it('is part of the opening: where it cannot be written nobody comes in', async () => {
    await hire(harness, ['risk'])
    await asOwner(`create function no_mail() returns trigger language plpgsql as $$ begin raise exception 'no mail'; end $$;
                   create trigger no_mail before insert on mails for each row execute function no_mail()`)
    expect(await open()).toMatchObject({ status: 500 })
    expect(await harness.app.pool.query('select from staff_sessions s join staff using (staff_id) where is_emergency')).toMatchObject({
      rowCount: 0,
    })
    await asOwner('drop trigger no_mail on mails')
    harness.problems.length = 0
    expect(await open()).toMatchObject({ code: 200 })
  })

  it('rings for new keys as well', async () => {
    const ana = await hire(harness, ['auditor'])
    await seal()
    expect(await mails()).toEqual([expect.stringContaining(`${ana.email}: Rueda: la cuenta de emergencia tiene llaves nuevas`)])
    expect((await ana.ask(audit.list, { power: 'emergency.open' })).list[0]).toMatchObject({
      after: { state: 'sealed' },
      address: 'the machine itself',
    })
  })
})

describe('the hour', () => {
  const use = async (call: ReturnType<typeof callAs>, minutes: number) => {
    for (let passed = 0; passed < minutes; passed += 5) {
      await harness.pass(5 * MINUTE_MS)
      await call(staff.session, {})
    }
  }

  it('ends by itself however much it is used, and nothing makes it longer', async () => {
    const opened = await open()
    const call = callAs(opened)
    await use(call, 55)
    expect(await call(staff.verify, { code: '000000' })).toMatchObject(refused('code.wrong'))
    const { data } = await call(staff.session, {})
    expect(data).toMatchObject({ endTimestamp: opened.data?.endTimestamp, idleEndTimestamp: opened.data?.endTimestamp })
    await harness.pass(5 * MINUTE_MS)
    expect(await call(staff.session, {})).toMatchObject({ status: 401 })
    expect(await open()).toMatchObject(refused('staff.keys_invalid'))
  })

  it('is kept by the database too', async () => {
    await open()
    await expect(harness.app.pool.query('update staff_sessions set last_use_at = created_at + 3600000')).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('ends after ten minutes without use, with signing out, with new keys, and by one person of risk or administration', async () => {
    const ends: ((call: ReturnType<typeof callAs>) => Promise<unknown>)[] = [
      () => harness.pass(10 * MINUTE_MS),
      (call) => call(staff.signOut, {}),
      () => seal(),
      async () => (await hire(harness, ['risk'])).ask(staff.endEmergency, { reason: 'security' }),
    ]
    for (const end of ends) {
      keys = await seal()
      const call = callAs(await open())
      expect(await call(staff.session, {})).toMatchObject({ code: 200 })
      await end(call)
      expect(await call(staff.session, {})).toMatchObject({ status: 401 })
    }
    const risk = await hire(harness, ['risk'])
    expect(await risk.call(staff.endEmergency, { reason: 'security' })).toMatchObject(refused('object.not_found'))
    expect(await risk.ask(staff.emergency, {})).toMatchObject({ state: 'opened', endTimestamp: null })
  })
})

describe('its powers', () => {
  it('are those of an administrator, who sets no result and has no customer’s data', async () => {
    const call = callAs(await open())
    for (const [endpoint, input] of [
      [market.halt, { reason: 'security', scope: 'all' }],
      [ledger.list, {}],
      [ledger.reverse, { reason: 'correction', accountId: '1', sequence: 1, hash: 'a'.repeat(64), evidence: 'none' }],
    ] as const)
      expect(await call(endpoint, input as never)).toMatchObject(refused('staff.role_missing'))
    const ofAdmin = powerNames.filter((power) => (powerOf(power).roles as readonly string[]).includes('admin'))
    expect(ofAdmin.filter((power) => powerOf(power).concerns === 'customer')).toEqual([])
  })

  it('take a second person like everybody’s, who is none of its own accounts', async () => {
    const [ana, bea] = [await hire(harness, ['admin']), await hire(harness, ['admin'])]
    const call = callAs(await open())
    const change = { reason: 'security' as const, staffId: bea.staffId, roles: ['admin' as const, 'auditor' as const] }
    expect(await call(staff.changeRoles, change)).toMatchObject({ code: 200, data: { state: 'waiting' } })
    expect(await call(staff.changeRoles, change)).toMatchObject(refused('approval.not_yet'))
    expect(await ana.ask(staff.changeRoles, change)).toEqual({ state: 'done' })
  })

  it('bring the house back when both administrators lost their second factors: one is shut out, and a new one invited', async () => {
    const [ana] = [await hire(harness, ['admin']), await hire(harness, ['admin'])]
    const call = callAs(await open())
    for (let passed = 0; passed < 45; passed += 9) {
      await harness.pass(9 * MINUTE_MS)
      await call(staff.session, {})
    }
    expect(await call(staff.disable, { reason: 'security', staffId: ana.staffId })).toMatchObject({ code: 200, data: { state: 'done' } })
    const { data } = await call(staff.invite, { reason: 'security', email: 'new@example.org', name: 'Nora', roles: ['admin'] })
    expect(data).toEqual({ state: 'done' })
    expect(await callStaff(harness, staff.beginSetup, { token: await setupTokenOf(harness, 'new@example.org') })).toMatchObject({
      code: 200,
    })
    expect((await mails()).filter((told) => told.includes('the emergency account changed the staff'))).toHaveLength(3)
  })
})

describe('the account itself', () => {
  it('has no other way in, and is no colleague whom anybody invites, changes or shuts out for good', async () => {
    const ana: StaffCaller = await hire(harness, ['admin'])
    const { rows } = await harness.app.pool.query<{ staff_id: string }>('select staff_id::text from staff where is_emergency')
    const staffId = rows[0]?.staff_id ?? ''
    expect((await ana.ask(staff.list, {})).map((each) => each.staffId)).toEqual([ana.staffId])
    for (const endpoint of [staff.inviteAgain, staff.disable])
      expect(await ana.call(endpoint, { reason: 'security', staffId })).toMatchObject(refused('object.not_found'))
    expect(await ana.call(staff.changeRoles, { reason: 'security', staffId, roles: ['support'] })).toMatchObject(
      refused('object.not_found'),
    )
    for (const change of [`email = 'x@example.org'`, `password_hash = 'x'`, `roles = '{admin,cashier}'`])
      await expect(harness.app.pool.query(`update staff set ${change} where is_emergency`)).rejects.toMatchObject({ code: '23514' })
  })

  it('is one, and a seal is broken once and never mended', async () => {
    const client = await harness.app.pool.connect()
    await expect(
      insertEmergency(client, { staffId: harness.app.ids.next(), personId: harness.app.ids.next(), now: 1 }),
    ).rejects.toMatchObject({
      code: '23505',
    })
    client.release()
    await open()
    await expect(harness.app.pool.query('update emergency_seals set opened_at = null, cause = null')).rejects.toMatchObject({
      code: '42501',
    })
    await expect(harness.app.pool.query('delete from emergency_seals')).rejects.toMatchObject({ code: '42501' })
  })

  it('is said to be sealed, and never to have been where it was not', async () => {
    const ana = await hire(harness, ['support'])
    expect(await ana.ask(staff.emergency, {})).toMatchObject({ state: 'sealed', openedTimestamp: null, endTimestamp: null, cause: null })
  })
})
