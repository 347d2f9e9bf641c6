import { approvals } from '@rueda/contract/admin/approvals.ts'
import { audit } from '@rueda/contract/admin/audit.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { switches } from '@rueda/contract/admin/switches.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'

/** Four eyes, on the example of a colleague's roles (`docs/rules/reliability.md` B-39). */
let harness: Harness
let ana: StaffCaller
let bea: StaffCaller
let colleague: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  ana = await hire(harness, ['admin'])
  bea = await hire(harness, ['admin'])
  colleague = await hire(harness, ['support'])
})
afterEach(() => harness.stop())

const change = (roles: 'cashier' | 'risk' = 'cashier') => ({ reason: 'maintenance' as const, staffId: colleague.staffId, roles: [roles] })
const rolesNow = async () => (await ana.ask(staff.list, {})).find(({ staffId }) => staffId === colleague.staffId)?.roles
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })

/** Holds both back where they decide, until both have seen what waits. */
async function atOnce<Answer>(subject: string, calls: readonly (() => Promise<Answer>)[]): Promise<readonly Answer[]> {
  const client = await harness.app.pool.connect()
  await client.query('begin')
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`approval ${subject}`])
  const answers = calls.map((call) => call())
  const waiting = async () => (await harness.app.pool.query("select from pg_locks where locktype = 'advisory' and not granted")).rowCount
  await expect.poll(waiting).toBe(calls.length)
  await client.query('commit')
  client.release()
  return Promise.all(answers)
}

describe('what takes two persons', () => {
  const off = (cause: 'provider' | 'security') => ({ reason: 'maintenance' as const, name: 'exchanges' as const, isOff: 1 as const, cause })

  it('is done once when two are the second at the same moment; the later one is told, and nothing waits afterwards', async () => {
    const cleo = await hire(harness, ['admin'])
    await ana.ask(switches.turnMoney, off('provider'))
    const seconds = [bea, cleo].map((each) => () => each.call(switches.turnMoney, off('provider')))
    const answers = await atOnce('switches.turnMoney switch:exchanges', seconds)
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, codeOf('approval.decided')])
    expect((await harness.app.pool.query('select from approvals where decision is null')).rowCount).toBe(0)
  })

  it('is done once also where it changes the staff, whose administrators are counted then', async () => {
    const cleo = await hire(harness, ['admin'])
    const leaves = { reason: 'maintenance' as const, staffId: colleague.staffId }
    await ana.ask(staff.disable, leaves)
    const seconds = [bea, cleo].map((each) => () => each.call(staff.disable, leaves))
    const answers = await atOnce(`staff.disable staff:${colleague.staffId}`, seconds)
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, codeOf('approval.decided')])
    expect((await harness.app.pool.query('select from approvals where decision is null')).rowCount).toBe(0)
  })

  it('never holds up an act of somebody else until both fail', async () => {
    const cleo = await hire(harness, ['admin'])
    for (let round = 0; round < 12; round += 1) {
      const isOff = (round % 2) as 0 | 1
      const answers = await Promise.all([
        ana.call(staff.changeRoles, change(isOff === 1 ? 'cashier' : 'risk')),
        bea.call(staff.changeRoles, change(isOff === 1 ? 'cashier' : 'risk')),
        cleo.call(switches.turn, { reason: 'maintenance', name: 'mining', isOff: 1, cause: 'provider' }),
        cleo.call(staff.disable, { reason: 'maintenance', staffId: colleague.staffId }),
      ])
      expect(answers.map(({ status }) => status)).not.toContain(500)
    }
  })

  it('waits once when two ask for different things at the same moment', async () => {
    const firsts = [ana, bea].map((each, at) => () => each.call(switches.turnMoney, off(at === 0 ? 'provider' : 'security')))
    const answers = await atOnce('switches.turnMoney switch:exchanges', firsts)
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, codeOf('approval.changed')])
  })

  it('is not done by the same person twice, and not by another account of that person', async () => {
    const twin = await hire(harness, ['admin'], { personId: ana.personId })
    await ana.ask(staff.changeRoles, change())
    expect(await ana.call(staff.changeRoles, change())).toMatchObject(refused('approval.not_yet'))
    expect(await twin.call(staff.changeRoles, change())).toMatchObject(refused('approval.not_yet'))
    expect(await rolesNow()).toEqual(['support'])
  })

  it('is not done when the second asks for something else', async () => {
    await ana.ask(staff.changeRoles, change('cashier'))
    expect(await bea.call(staff.changeRoles, change('risk'))).toMatchObject(refused('approval.changed'))
    expect(await bea.call(staff.changeRoles, { ...change('cashier'), reason: 'legalOrder' })).toMatchObject(refused('approval.changed'))
    expect(await rolesNow()).toEqual(['support'])
  })

  it('is not done after a day: then the second is a first', async () => {
    const off = { reason: 'maintenance' as const, name: 'exchanges' as const, isOff: 1 as const, cause: 'provider' as const }
    await ana.ask(switches.turnMoney, off)
    await harness.pass(24 * HOUR_MS + 1)
    await bea.signIn()
    expect(await bea.ask(switches.turnMoney, off)).toEqual({ state: 'waiting' })
    await ana.signIn()
    expect(await ana.ask(switches.turnMoney, off)).toEqual({ state: 'done' })
  })

  it('is not done after three days where it is a change of the staff', async () => {
    await ana.ask(staff.changeRoles, change())
    await harness.pass(72 * HOUR_MS + 1)
    await bea.signIn()
    expect(await bea.ask(staff.changeRoles, change())).toEqual({ state: 'waiting' })
    await ana.signIn()
    expect(await rolesNow()).toEqual(['support'])
    expect(await ana.ask(staff.changeRoles, change())).toEqual({ state: 'done' })
    expect(await rolesNow()).toEqual(['cashier'])
  })

  it('needs a second factor of the last five minutes, from both', async () => {
    await harness.pass(5 * MINUTE_MS + 1)
    expect(await ana.call(staff.changeRoles, change())).toMatchObject(refused('staff.factor_stale'))
    await ana.ask(staff.verify, { code: ana.code() })
    expect(await ana.ask(staff.changeRoles, change())).toEqual({ state: 'waiting' })
    expect(await bea.call(staff.changeRoles, change())).toMatchObject(refused('staff.factor_stale'))
    await bea.ask(staff.verify, { code: bea.code() })
    expect(await bea.ask(staff.changeRoles, change())).toEqual({ state: 'done' })
  })

  it('is listed for the second, who may refuse it', async () => {
    await ana.ask(staff.changeRoles, change())
    const [waiting] = await bea.ask(approvals.list, {})
    expect(waiting).toMatchObject({ power: 'staff.changeRoles', path: '/staff/roles', payload: change(), canApprove: 1 })
    expect(waiting?.about).toEqual({
      kind: 'colleague',
      name: expect.any(String),
      email: colleague.email,
      roles: ['support'],
      composed: [],
      asked: [],
    })
    expect((await ana.ask(approvals.list, {}))[0]).toMatchObject({ canApprove: 0 })
    expect(await colleague.ask(approvals.list, {})).toEqual([])
    const no = { id: waiting?.id ?? '', reason: 'review' as const }
    expect(await colleague.call(approvals.refuse, no)).toMatchObject(refused('staff.role_missing'))
    await bea.ask(approvals.refuse, no)
    expect(await bea.ask(approvals.list, {})).toEqual([])
    expect(await bea.call(approvals.refuse, no)).toMatchObject(refused('object.not_found'))
    expect(await bea.ask(staff.changeRoles, change())).toEqual({ state: 'waiting' })
  })

  it('is in the audit log with both names', async () => {
    await ana.ask(staff.changeRoles, change())
    await bea.ask(staff.changeRoles, change())
    const { list } = await ana.ask(audit.list, { power: 'staff.changeRoles' })
    expect(list.map(({ staffId, after }) => [staffId, after])).toEqual([
      [bea.staffId, { state: 'approved', roles: ['cashier'] }],
      [ana.staffId, { state: 'waiting', roles: ['cashier'] }],
    ])
    expect(new Set(list.map(({ approvalId }) => approvalId)).size).toBe(1)
  })
})

describe('the database holds the server to it', () => {
  const approve = (set: string) => harness.app.pool.query(`update approvals set decision = 'approved', ${set}`)
  const whole = (over: Record<string, string> = {}): string => {
    const columns: Record<string, string> = {
      checker: `'${bea.staffId}'`,
      checker_person: `'${bea.personId}'`,
      checker_verified_at: 'made_at',
      checked_hash: 'payload_hash',
      decided_at: 'made_at',
      ...over,
    }
    return Object.entries(columns)
      .map(([column, value]) => `${column} = ${value}`)
      .join(', ')
  }
  beforeEach(async () => void (await ana.ask(staff.changeRoles, change())))

  it.each([
    ['the same person', { checker_person: 'maker_person' }, 'approval_takes_two_persons'],
    ['nobody', { checker_person: 'null' }, 'approval_names_its_checker'],
    ['another payload', { checked_hash: `decode(repeat('00', 32), 'hex')` }, 'approval_binds_the_payload'],
    ['a second factor of long ago', { checker_verified_at: 'made_at - 300001' }, 'approval_needs_fresh_factors'],
    ['a day later', { decided_at: 'expires_at + 1', checker_verified_at: 'expires_at + 1' }, 'approval_lasts_a_day'],
  ])('refuses %s', async (_, over, constraint) => {
    await expect(approve(whole(over))).rejects.toMatchObject({ constraint })
  })

  it('never decides twice, never rewrites what was asked for, and forgets nothing', async () => {
    for (const change of [`payload = '{}'`, 'maker_person = gen_random_uuid()', 'expires_at = expires_at + 1', `path = '/elsewhere'`])
      await expect(harness.app.pool.query(`update approvals set ${change}`), change).rejects.toMatchObject({ code: '42501' })
    await approve(whole())
    await expect(harness.app.pool.query(`update approvals set decision = 'refused'`)).rejects.toMatchObject({ code: '42501' })
    await expect(harness.app.pool.query('delete from approvals')).rejects.toMatchObject({ code: '42501' })
  })
})
