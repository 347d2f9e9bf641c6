import { approvals } from '@rueda/contract/admin/approvals.ts'
import { audit } from '@rueda/contract/admin/audit.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { dashboard } from '@rueda/contract/admin/dashboard.ts'
import { deposits } from '@rueda/contract/admin/deposits.ts'
import { instruments } from '@rueda/contract/admin/instruments.ts'
import { ledger } from '@rueda/contract/admin/ledger.ts'
import { market } from '@rueda/contract/admin/market.ts'
import { composedRoles } from '@rueda/contract/admin/roles.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { powers as register } from '@rueda/contract/powers.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import type { PowerName } from '@rueda/rules/staff/powers.ts'
import { DAY_MS, HOUR_MS } from '@rueda/rules/time.ts'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findingsAfter } from '../../testing/tamper.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { STAFF_PASSWORD, type StaffCaller, callStaff, hire, setupTokenOf } from '../../testing/staff.ts'

/** A house makes roles of its own out of powers: two persons compose, change and retire them, and their holders follow at once. */
let harness: Harness
let ana: StaffCaller
let bea: StaffCaller
let sol: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  ana = await hire(harness, ['admin'])
  bea = await hire(harness, ['admin'])
  sol = await hire(harness, ['support'])
})
afterEach(() => harness.stop())

const why = { reason: 'maintenance' as const }
const refused = (name: Parameters<typeof codeOf>[0]) => ({ status: 200, code: codeOf(name) })
const waiting = { code: 200, data: { state: 'waiting' } }
const done = { code: 200, data: { state: 'done' } }
const watch: PowerName[] = ['market.see', 'market.halt']
const named = (name: string, powers: PowerName[] = watch) => ({ ...why, name, powers })
const listed = async (name = 'Vigía') => {
  const found = (await ana.ask(composedRoles.list, {})).find((role) => role.name === name)
  if (found === undefined) throw new Error(`there is no role ${name}`)
  return found
}
/** Composed by Ana and Bea; returns its id. */
async function compose(name = 'Vigía', powers = watch): Promise<string> {
  await ana.ask(composedRoles.compose, named(name, powers))
  await bea.ask(composedRoles.compose, named(name, powers))
  return (await listed(name)).roleId
}
const change = async (roleId: string, version: number, powers: PowerName[]) => {
  const asked = { ...why, roleId, version, powers }
  await ana.ask(composedRoles.change, asked)
  return bea.call(composedRoles.change, asked)
}
const anyId = '00000000-0000-7000-8000-000000000000'

describe('composing a role', () => {
  it('takes two persons, and says in words to everybody what is asked for', async () => {
    expect(await ana.call(composedRoles.compose, named('Vigía'))).toMatchObject(waiting)
    expect(await ana.call(composedRoles.compose, named('Vigía'))).toMatchObject(refused('approval.not_yet'))
    expect(await bea.call(composedRoles.compose, named('Vigía', ['market.see']))).toMatchObject(refused('approval.changed'))
    expect(await ana.ask(composedRoles.list, {})).toEqual([])
    expect(await sol.ask(staff.requests, {})).toMatchObject([
      { kind: 'composeRole', name: 'Vigía', powers: watch, roles: [], composed: [] },
    ])
    const { rows } = await harness.app.pool.query<{ body: string }>('select body from mails where recipient = $1', [sol.email])
    expect(rows[0]?.body).toMatch(/asked to create the role Vigía with the powers: .+; .+ on /u)
    expect(rows[0]?.body).not.toContain('market.halt')
    expect(await bea.call(composedRoles.compose, named('Vigía'))).toMatchObject(done)
    expect(await listed()).toMatchObject({
      ...{ name: 'Vigía', version: 1, state: 'held', powers: watch, holders: [], instead: null },
      history: [{ version: 1, powers: watch, reason: 'maintenance', askedBy: expect.any(String), by: expect.any(String) }],
    })
  })

  it('is done by one person a day later, unless somebody objects', async () => {
    await ana.ask(composedRoles.compose, named('Vigía'))
    await harness.pass(DAY_MS)
    await ana.signIn()
    expect(await ana.call(composedRoles.compose, named('Vigía'))).toMatchObject(done)
    await ana.ask(composedRoles.compose, named('Otro'))
    await sol.signIn()
    const [request] = await sol.ask(staff.requests, {})
    await sol.ask(staff.object, { ...why, id: request?.id ?? '' })
    await harness.pass(DAY_MS)
    await ana.signIn()
    expect(await ana.call(composedRoles.compose, named('Otro'))).toMatchObject(waiting)
  })

  it('of two who approve at once lets one, and the role is there once', async () => {
    const cora = await hire(harness, ['admin'])
    await ana.ask(composedRoles.compose, named('Vigía'))
    const answers = await Promise.all([bea, cora].map((each) => each.call(composedRoles.compose, named('Vigía'))))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, codeOf('role.name_taken')]))
    expect((await listed()).history).toHaveLength(1)
  })

  it('refuses what the register keeps apart, what is not for roles, and a name that is or was one', async () => {
    for (const [powers, refusal] of [
      [['fees.change', 'market.halt', 'ledger.reverse'], 'role.kept_apart'],
      [['staff.invite'], 'role.power_reserved'],
      [['cases.see', 'deposits.decide'], 'role.power_needs'],
      [['market.see', 'market.see'], 'parameter.invalid'],
      [[], 'parameter.invalid'],
    ] as const)
      expect(await ana.call(composedRoles.compose, named('Vigía', [...powers]))).toMatchObject(refused(refusal))
    await compose()
    for (const name of ['vigía', ' VIGÍA ', 'auditor', 'Auditoría', 'Caja', '監査'])
      expect(await ana.call(composedRoles.compose, named(name)), name).toMatchObject(refused('role.name_taken'))
    for (const bad of [{ name: '' }, { name: 'x'.repeat(41) }, { powers: ['everything'] }, { powers: 'market.see' }, { name: 'a\u202Eb' }])
      expect([codeOf('parameter.invalid'), codeOf('parameter.missing')]).toContain(
        (await ana.call(composedRoles.compose, { ...named('Otro'), ...bad } as never)).code,
      )
  })

  it('is for administrators', async () => {
    expect(await sol.call(composedRoles.compose, named('Vigía'))).toMatchObject(refused('staff.role_missing'))
  })
})

describe('in a house with one administrator a role', () => {
  const inNewHouse = async (story: (house: Harness, only: StaffCaller) => Promise<void>): Promise<void> => {
    const house = await startHarness()
    try {
      await story(house, await hire(house, ['admin']))
    } finally {
      await house.stop()
    }
  }

  const setUp = async (house: Harness, email: string): Promise<void> => {
    const token = await setupTokenOf(house, email)
    const { data } = await callStaff(house, staff.beginSetup, { token })
    const code = new TOTP({ secret: Secret.fromBase32(data?.secret ?? '') }).generate({ timestamp: house.app.wallClock.now() })
    expect(await callStaff(house, staff.finishSetup, { token, password: STAFF_PASSWORD, code })).toMatchObject({ code: 200 })
  }

  it('is composed by that person a day later, and the house says so from the first word to the last', () =>
    inNewHouse(async (house, only) => {
      expect((await only.ask(staff.changes, {})).composeRole).toBe('twoOrDay')
      const madeAt = house.app.wallClock.now()
      expect(await only.call(composedRoles.compose, named('Vigía'))).toMatchObject(waiting)
      const times = { aloneTimestamp: madeAt + DAY_MS, expireTimestamp: madeAt + 3 * DAY_MS }
      expect(await only.ask(approvals.list, {})).toMatchObject([{ ...times, canApprove: 0 }])
      expect(await only.ask(staff.requests, {})).toMatchObject([{ ...times, kind: 'composeRole', isOwn: 1 }])
      await house.pass(DAY_MS - 1)
      await only.signIn()
      expect(await only.call(composedRoles.compose, named('Vigía'))).toMatchObject(refused('approval.not_yet'))
      await house.pass(1)
      await only.signIn()
      expect(await only.ask(approvals.list, {})).toMatchObject([{ canApprove: 1 }])
      expect(await only.call(composedRoles.compose, named('Vigía'))).toMatchObject(done)
      expect(await only.ask(composedRoles.list, {})).toMatchObject([{ name: 'Vigía', state: 'held' }])
      expect(await only.ask(approvals.list, {})).toEqual([])
    }))

  it('waits until three days are over, and is asked for anew after them', () =>
    inNewHouse(async (house, only) => {
      await only.ask(composedRoles.compose, named('Vigía'))
      await house.pass(3 * DAY_MS + 1)
      await only.signIn()
      expect(await only.call(composedRoles.compose, named('Vigía'))).toMatchObject(waiting)
    }))

  it('is asked for anew when a second administrator comes, who was not told', () =>
    inNewHouse(async (house, only) => {
      await only.ask(composedRoles.compose, named('Vigía'))
      await house.pass(DAY_MS - HOUR_MS)
      await only.signIn()
      await only.ask(staff.invite, { ...why, email: 'second@example.org', name: 'Bea', roles: ['admin'] })
      await setUp(house, 'second@example.org')
      await house.pass(HOUR_MS)
      await only.signIn()
      expect(await only.ask(approvals.list, {})).toEqual([])
      expect(await only.call(composedRoles.compose, named('Vigía'))).toMatchObject(waiting)
    }))
})

describe('whoever has a composed role', () => {
  it('can do what it says and nothing else, and the menu, the counts and the log say so', async () => {
    const roleId = await compose('Depósitos', ['cases.see', 'cases.claim', 'deposits.open', 'deposits.decide', 'audit.read'])
    const dora = await hire(harness, [], { composed: [roleId] })
    const session = await dora.ask(staff.session, {})
    expect(session).toMatchObject({ roles: [], composed: [{ roleId, name: 'Depósitos' }] })
    expect(session.powers).toContain('deposits.decide')
    expect(session.powers).toContain('staff.object')
    expect(session.powers).not.toContain('ledger.see')
    expect((await dora.ask(dashboard.waiting, {})).queues.map(({ kind }) => kind)).toEqual(['deposit'])
    expect(await dora.call(cases.list, { kind: 'deposit' })).toMatchObject({ code: 200 })
    expect(await dora.call(cases.list, { kind: 'withdrawal' })).toMatchObject(refused('staff.role_missing'))
    expect(await dora.call(ledger.list, {} as never)).toMatchObject(refused('staff.role_missing'))
    expect(await dora.call(deposits.open, {} as never)).not.toMatchObject(refused('staff.role_missing'))
    await dora.ask(staff.signOut, {})
    await dora.signIn()
    const { list } = await dora.ask(audit.list, {})
    expect(list[0]).toMatchObject({ power: 'staff.self', role: 'Depósitos' })
  })

  it('loses a power that is taken away with the next request, and has a new one', async () => {
    const roleId = await compose()
    const vera = await hire(harness, [], { composed: [roleId] })
    const halt = { ...why, scope: 'market' as const, target: 'US' }
    expect(await vera.call(market.halt, halt)).toMatchObject({ code: 200 })
    expect(await change(roleId, 1, ['market.see', 'instruments.see'])).toMatchObject(done)
    expect(await vera.call(market.halt, halt)).toMatchObject(refused('staff.role_missing'))
    expect(await vera.call(instruments.list, {})).toMatchObject({ code: 200 })
    expect((await vera.ask(staff.session, {})).powers).not.toContain('market.halt')
    expect((await listed()).history.map(({ version, powers }) => [version, powers])).toEqual([
      [2, ['market.see', 'instruments.see']],
      [1, watch],
    ])
  })

  it('was invited or changed to it by two persons, up to three roles together', async () => {
    const roleId = await compose()
    const invitation = { ...why, email: 'vera@example.org', name: 'Vera', roles: [], composed: [roleId] }
    expect(await ana.call(staff.invite, invitation)).toMatchObject(waiting)
    expect(await sol.ask(staff.requests, {})).toMatchObject([{ kind: 'invite', name: 'Vera', roles: [], composed: ['Vigía'] }])
    expect(await bea.ask(approvals.list, {})).toMatchObject([{ about: { kind: 'colleague', name: 'Vera', asked: ['Vigía'] } }])
    expect(await bea.call(staff.invite, invitation)).toMatchObject(done)
    const moved = { ...why, staffId: sol.staffId, roles: ['support' as const], composed: [roleId] }
    await ana.ask(staff.changeRoles, moved)
    await bea.ask(staff.changeRoles, moved)
    expect((await listed()).holders.toSorted()).toEqual(['Staff', 'Vera'].map((name) => expect.stringContaining(name)))
    expect(await ana.ask(staff.list, {})).toContainEqual(
      expect.objectContaining({ name: 'Vera', roles: [], composed: [{ roleId, name: 'Vigía' }] }),
    )
    const four = { ...why, staffId: sol.staffId, roles: ['support' as const, 'kyc' as const, 'risk' as const], composed: [roleId] }
    expect(await ana.call(staff.changeRoles, four)).toMatchObject(refused('parameter.invalid'))
    expect(await ana.call(staff.changeRoles, { ...four, roles: [], composed: [] })).toMatchObject(refused('parameter.invalid'))
    expect(await ana.call(staff.changeRoles, { ...four, roles: [], composed: [anyId] })).toMatchObject(refused('object.not_found'))
    expect(await ana.call(staff.changeRoles, { ...four, roles: [], composed: [roleId, roleId] })).toMatchObject(
      refused('parameter.invalid'),
    )
  })

  it('stands in the public register of powers', async () => {
    await compose()
    const read = async () =>
      new Map(((await harness.call(register.register, {})).data ?? []).map(({ name, composed }) => [name, composed] as const))
    const before = await read()
    expect([before.get('market.halt'), before.get('staff.object'), before.get('market.resume')]).toEqual([['Vigía'], ['Vigía'], []])
    const { roleId } = await listed()
    await ana.ask(composedRoles.retire, { ...why, roleId })
    await bea.ask(composedRoles.retire, { ...why, roleId })
    expect((await read()).get('market.halt')).toEqual([])
  })
})

describe('changing a role', () => {
  it('takes what it is based on: a role that changed meanwhile is looked at again', async () => {
    const roleId = await compose()
    const cora = await hire(harness, ['admin'])
    const asked = { ...why, roleId, version: 1, powers: ['market.see' as const] }
    expect(await ana.call(composedRoles.change, { ...asked, version: 2 })).toMatchObject(refused('role.changed'))
    expect(await ana.call(composedRoles.change, { ...asked, powers: watch })).toMatchObject(refused('parameter.invalid'))
    expect(await ana.call(composedRoles.change, { ...asked, roleId: anyId })).toMatchObject(refused('object.not_found'))
    expect(await ana.call(composedRoles.change, { ...asked, powers: ['staff.disable'] })).toMatchObject(refused('role.power_reserved'))
    await ana.ask(composedRoles.change, asked)
    expect(await bea.ask(approvals.list, {})).toMatchObject([{ about: { kind: 'role', name: 'Vigía', powers: watch, holders: [] } }])
    const answers = await Promise.all([bea, cora].map((each) => each.call(composedRoles.change, asked)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, codeOf('role.changed')]))
    expect(await listed()).toMatchObject({ version: 2, powers: ['market.see'] })
  })
})

describe('retiring a role', () => {
  it('says what its holders become, who have that at once', async () => {
    const [roleId, other] = [await compose(), await compose('Lector', ['market.see', 'ledger.see'])]
    const vera = await hire(harness, ['support'], { composed: [roleId] })
    const nora = await hire(harness, [], { composed: [roleId, other] })
    expect(await ana.call(composedRoles.retire, { ...why, roleId })).toMatchObject(refused('role.in_use'))
    expect(await ana.call(composedRoles.retire, { ...why, roleId, instead: 'admin' })).toMatchObject(refused('role.power_reserved'))
    expect(await ana.call(composedRoles.retire, { ...why, roleId, insteadComposed: roleId })).toMatchObject(refused('object.not_found'))
    expect(await ana.call(composedRoles.retire, { ...why, roleId, insteadComposed: anyId })).toMatchObject(refused('object.not_found'))
    expect(await ana.call(composedRoles.retire, { ...why, roleId, instead: 'kyc', insteadComposed: other })).toMatchObject(
      refused('parameter.invalid'),
    )
    const asked = { ...why, roleId, insteadComposed: other }
    expect(await ana.call(composedRoles.retire, asked)).toMatchObject(waiting)
    expect(await sol.ask(staff.requests, {})).toMatchObject([{ kind: 'retireRole', name: 'Vigía', roles: [], composed: ['Lector'] }])
    expect(await bea.call(composedRoles.retire, asked)).toMatchObject(done)
    expect(await vera.ask(staff.session, {})).toMatchObject({ roles: ['support'], composed: [{ name: 'Lector' }] })
    expect(await nora.ask(staff.session, {})).toMatchObject({ roles: [], composed: [{ name: 'Lector' }] })
    expect(await vera.call(market.halt, { ...why, scope: 'market', target: 'US' })).toMatchObject(refused('staff.role_missing'))
    expect(await listed()).toMatchObject({ state: 'retired', instead: 'Lector', holders: [], history: [{ version: 2 }, { version: 1 }] })
    const toFixed = { ...why, roleId: other, instead: 'kyc' as const }
    await ana.ask(composedRoles.retire, toFixed)
    await bea.ask(composedRoles.retire, toFixed)
    expect(await nora.ask(staff.session, {})).toMatchObject({ roles: ['kyc'], composed: [] })
  })

  it('ends it for good: it is given to nobody, changed no more, and its name is not used again', async () => {
    const roleId = await compose()
    const moved = { ...why, staffId: sol.staffId, roles: [], composed: [roleId] }
    await ana.ask(staff.changeRoles, moved)
    const asked = { ...why, roleId }
    await ana.ask(composedRoles.retire, asked)
    await bea.ask(composedRoles.retire, asked)
    // What was asked for before it was retired is not done after.
    expect(await bea.call(staff.changeRoles, moved)).toMatchObject(refused('role.retired'))
    expect(await ana.call(composedRoles.retire, asked)).toMatchObject(refused('role.retired'))
    expect(await ana.call(composedRoles.change, { ...asked, version: 2, powers: ['ledger.see'] })).toMatchObject(refused('role.retired'))
    expect(await ana.call(composedRoles.compose, named('Vigía'))).toMatchObject(refused('role.name_taken'))
    expect(await ana.call(staff.invite, { ...why, email: 'x@example.org', name: 'X', roles: [], composed: [roleId] })).toMatchObject(
      refused('role.retired'),
    )
  })

  it('leaves nobody with a role that is gone, however it is given meanwhile', async () => {
    const roleId = await compose()
    const moved = { ...why, staffId: sol.staffId, roles: ['support' as const], composed: [roleId] }
    await ana.ask(staff.changeRoles, moved)
    await ana.ask(composedRoles.retire, { ...why, roleId })
    const [given, retired] = await Promise.all([bea.call(staff.changeRoles, moved), bea.call(composedRoles.retire, { ...why, roleId })])
    const codes = [given.code, retired.code]
    expect([
      [200, codeOf('role.in_use')],
      [codeOf('role.retired'), 200],
    ]).toContainEqual(codes)
  })
})

it('the history is append-only, and the checks see a role that nobody approved, that joins jobs, or that somebody kept', async () => {
  const roleId = await compose()
  await hire(harness, ['support'], { composed: [roleId] })
  await change(roleId, 1, ['market.see'])
  const asked = { ...why, roleId, instead: 'kyc' as const }
  await ana.ask(composedRoles.retire, asked)
  await bea.ask(composedRoles.retire, asked)
  for (const sql of ['update role_versions set name = $1', 'delete from role_versions where name <> $1'])
    await expect(harness.app.pool.query(sql, ['Otro'])).rejects.toThrow(/never|append|change/iu)
  const after = (sql: string) =>
    findingsAfter(harness.app.pool, null, async (client) => {
      for (const table of ['role_versions', 'staff']) await client.query(`alter table ${table} disable trigger all`)
      await client.query(sql)
    })
  expect(await after('select 1')).toEqual([])
  expect(await after(`update role_versions set powers = powers || '{ledger.see}'::text[] where version = 2`)).toEqual(['ROLE-1', 'AUDIT-1'])
  expect(await after(`update role_versions set name = 'Otro' where version = 2`)).toEqual(['ROLE-1', 'AUDIT-1'])
  expect(await after(`update role_versions set version = 4 where version = 3`)).toEqual(['ROLE-1'])
  expect(await after(`update role_versions set powers = '{fees.change,ledger.reverse}' where version = 2`)).toContain('ROLE-2')
  expect(await after(`update role_versions set powers = '{staff.invite}' where version = 2`)).toContain('ROLE-2')
  expect(await after(`update staff set composed_roles = array['${roleId}'::uuid] where roles = '{admin}'`)).toEqual(['ROLE-2'])
  expect(await after(`update staff set composed_roles = array['${anyId}'::uuid] where roles = '{admin}'`)).toEqual(['ROLE-2'])
})
