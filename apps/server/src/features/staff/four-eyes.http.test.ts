import { approvals } from '@rueda/contract/admin/approvals.ts'
import { audit } from '@rueda/contract/admin/audit.ts'
import { staff } from '@rueda/contract/admin/staff.ts'
import { supportDesk } from '@rueda/contract/admin/support.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStaffPool } from '../../db/staff-role.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, callStaff, hire, setupTokenOf } from '../../testing/staff.ts'
import { firstStaff } from './first.ts'

/** Four eyes hold against one administrator: Mallory has one session, one factor and a secret mailbox. */
let harness: Harness
let mallory: StaffCaller
let bea: StaffCaller
let sol: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  mallory = await hire(harness, ['admin'])
  bea = await hire(harness, ['admin'])
  sol = await hire(harness, ['support'])
})
afterEach(() => harness.stop())

const why = { reason: 'maintenance' as const }
const accomplice = { ...why, email: 'accomplice@example.org', name: 'Alias', roles: ['admin' as const] }
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const waiting = { state: 'waiting' }
const done = { state: 'done' }
const states = async () =>
  Object.fromEntries((await bea.ask(staff.list, {})).map(({ email, state, roles }) => [email, `${state}: ${roles.join()}`]))
const later = async (ms: number, ...callers: readonly StaffCaller[]) => {
  await harness.pass(ms)
  for (const each of callers) await each.signIn()
}
const mailsTo = async (email: string): Promise<string[]> => {
  const { rows } = await harness.app.pool.query<{ body: string }>('select body from mails where recipient = $1 order by created_at', [
    email,
  ])
  return rows.map(({ body }) => body)
}

describe('one administrator alone', () => {
  it('shuts nobody out, brings nobody in and reads no link, whatever the one session asks for', async () => {
    const before = await states()
    const answers = [
      await mallory.ask(staff.disable, { ...why, staffId: bea.staffId }),
      await mallory.ask(staff.disable, { ...why, staffId: sol.staffId }),
      await mallory.ask(staff.invite, accomplice),
      await mallory.ask(staff.changeRoles, { ...why, staffId: sol.staffId, roles: ['admin', 'cashier'] }),
    ]
    expect(answers).toEqual([waiting, waiting, waiting, waiting])
    for (const hours of [0, 1, 22]) {
      await later(hours * HOUR_MS, mallory)
      expect(await mallory.call(staff.invite, accomplice)).toMatchObject(refused('approval.not_yet'))
      expect(await mallory.call(staff.disable, { ...why, staffId: bea.staffId })).toMatchObject(refused('approval.not_yet'))
    }
    await bea.signIn()
    expect(await states()).toEqual(before)
    expect(await mailsTo(accomplice.email)).toEqual([])
  })

  it('is heard of by everybody: by mail, and in the console whatever their roles', async () => {
    await mallory.ask(staff.invite, accomplice)
    for (const each of [mallory, bea, sol]) {
      expect(await mailsTo(each.email)).toEqual([
        expect.stringContaining('asked to invite Alias (accomplice@example.org) with the roles admin'),
      ])
      expect(await each.ask(staff.requests, {})).toEqual([
        expect.objectContaining({
          ...{ kind: 'invite', name: 'Alias', email: accomplice.email, roles: ['admin'], isOwn: each === mallory ? 1 : 0 },
          aloneTimestamp: harness.app.wallClock.now() + DAY_MS,
        }),
      ])
    }
  })

  it('is stopped by one objection of anybody, in everything that was asked for', async () => {
    await mallory.ask(staff.invite, accomplice)
    await mallory.ask(staff.disable, { ...why, staffId: bea.staffId })
    await later(DAY_MS - MINUTE_MS, mallory, sol)
    const [first] = await sol.ask(staff.requests, {})
    await sol.ask(staff.object, { reason: 'security', id: first?.id ?? '' })
    expect(await sol.ask(staff.requests, {})).toEqual([])
    expect(await sol.call(staff.object, { reason: 'security', id: first?.id ?? '' })).toMatchObject(refused('object.not_found'))
    await later(MINUTE_MS, mallory, bea)
    expect(await mallory.ask(staff.invite, accomplice)).toEqual(waiting)
    expect(await mallory.ask(staff.disable, { ...why, staffId: bea.staffId })).toEqual(waiting)
    const { list } = await bea.ask(audit.list, { power: 'staff.object' })
    expect(new Set(list.map(({ staffId }) => staffId))).toEqual(new Set([sol.staffId]))
    expect(new Set(list.map(({ after }) => JSON.stringify(after)))).toEqual(
      new Set(['staff.disable', 'staff.invite'].map((power) => JSON.stringify({ power, state: 'refused' }))),
    )
  })

  it('goes on after a day in which nobody objected, with a factor of the last five minutes', async () => {
    await mallory.ask(staff.disable, { ...why, staffId: bea.staffId })
    await later(DAY_MS, mallory)
    expect((await mallory.ask(approvals.list, {}))[0]).toMatchObject({ canApprove: 1 })
    await harness.pass(5 * MINUTE_MS + 1)
    expect(await mallory.call(staff.disable, { ...why, staffId: bea.staffId })).toMatchObject(refused('staff.factor_stale'))
    await mallory.ask(staff.verify, { code: mallory.code() })
    expect(await mallory.ask(staff.disable, { ...why, staffId: bea.staffId })).toEqual(done)
    await expect(bea.signIn()).rejects.toThrow('2000')
    // Two have existed: the loss of one gives the other no power alone.
    expect(await mallory.ask(staff.invite, accomplice)).toEqual(waiting)
    const { rows } = await harness.app.pool.query<{ decision: string }>('select decision from approvals where decision is not null')
    expect(rows).toEqual([{ decision: 'unopposed' }])
  })

  it('asks anew for what was asked for besides, when somebody was shut out without a second person', async () => {
    await mallory.ask(staff.disable, { ...why, staffId: bea.staffId })
    await mallory.ask(staff.invite, accomplice)
    await later(DAY_MS, mallory)
    await mallory.ask(staff.disable, { ...why, staffId: bea.staffId })
    expect(await mallory.ask(staff.invite, accomplice)).toEqual(waiting)
  })

  it('has three days; then it is a first request again', async () => {
    await mallory.ask(staff.invite, accomplice)
    await later(3 * DAY_MS + 1, mallory)
    expect(await mallory.ask(staff.requests, {})).toEqual([])
    expect(await mallory.ask(staff.invite, accomplice)).toEqual(waiting)
  })

  it('decides nothing where nobody else is left who could object', async () => {
    for (const each of [bea, sol]) await harness.app.pool.query('update staff set disabled_at = 1 where staff_id = $1', [each.staffId])
    expect(await mallory.ask(staff.invite, accomplice)).toEqual(waiting)
    await later(DAY_MS, mallory)
    expect(await mallory.call(staff.invite, accomplice)).toMatchObject(refused('approval.same_person'))
  })
})

describe('whoever is to be shut out', () => {
  it('can use no power from the first word on, and can still object', async () => {
    await mallory.ask(staff.disable, { ...why, staffId: sol.staffId })
    expect(await sol.call(supportDesk.list, {})).toMatchObject(refused('staff.role_missing'))
    expect(await sol.ask(staff.session, {})).toMatchObject({ roles: [], suspendedTimestamp: harness.app.wallClock.now() + DAY_MS })
    const [first] = await sol.ask(staff.requests, {})
    await sol.ask(staff.object, { reason: 'review', id: first?.id ?? '' })
    // A stolen session could object too, so the powers come back after the day.
    expect(await sol.call(supportDesk.list, {})).toMatchObject(refused('staff.role_missing'))
    await later(DAY_MS, sol)
    expect(await sol.call(supportDesk.list, {})).toMatchObject({ code: 200 })
  })

  it('keeps the powers as an administrator, or one could stop all others by asking', async () => {
    await mallory.ask(staff.disable, { ...why, staffId: bea.staffId })
    expect(await bea.call(staff.list, {})).toMatchObject({ code: 200 })
  })

  it('is out at once when two ask', async () => {
    await mallory.ask(staff.disable, { ...why, staffId: sol.staffId })
    expect(await bea.ask(staff.disable, { ...why, staffId: sol.staffId })).toEqual(done)
    expect(await sol.call(staff.session, {})).toMatchObject({ status: 401 })
  })
})

describe('a set-up link', () => {
  it('goes to the mailbox that is invited, and stands in no answer and no other mail', async () => {
    await mallory.ask(staff.invite, accomplice)
    const { data } = await bea.call(staff.invite, accomplice)
    expect(data).toEqual(done)
    const token = await setupTokenOf(harness, accomplice.email)
    expect(await callStaff(harness, staff.beginSetup, { token })).toMatchObject({ code: 200, data: { email: accomplice.email } })
    for (const { email } of [mallory, bea, sol]) expect((await mailsTo(email)).join()).not.toContain(token)
    const { list } = await bea.ask(audit.list, {})
    expect(JSON.stringify(list)).not.toContain(token)
  })

  it('can be read by nothing that the back office asks the database for', async () => {
    const pool = openStaffPool(harness.app.pool)
    await expect(pool.query('select body from mails')).rejects.toMatchObject({ code: '42501' })
    await pool.end()
  })
})

describe('before anything is asked for it is said', () => {
  it('that others have to agree, or have a day to object', async () => {
    expect(await mallory.ask(staff.changes, {})).toEqual({
      ...{ invite: 'twoOrDay', disable: 'twoOrDay' },
      ...{ changeRoles: 'twoOrDay', composeRole: 'twoOrDay', retireRole: 'twoOrDay', sendsMail: 0 },
    })
  })

  it('that the one administrator of a house that begins invites at once, and waits a day to change what anybody can do', async () => {
    const fresh = await startHarness()
    try {
      const first = await hire(fresh, ['admin'])
      expect(await first.ask(staff.changes, {})).toEqual({
        ...{ invite: 'atOnce', disable: 'atOnce' },
        ...{ changeRoles: 'twoOrDay', composeRole: 'twoOrDay', retireRole: 'twoOrDay', sendsMail: 0 },
      })
      expect(await first.ask(staff.invite, accomplice)).toEqual(done)
    } finally {
      await fresh.stop()
    }
  })
})

describe('a house that begins', () => {
  it('has no use any more for links that one person gave, once there are two administrators', async () => {
    const other = await startHarness()
    try {
      await firstStaff(other.app)
      const ana = await hire(other, ['admin'])
      await ana.ask(staff.invite, accomplice)
      const token = await setupTokenOf(other, accomplice.email)
      expect(await callStaff(other, staff.beginSetup, { token })).toMatchObject({ code: 200 })
      await hire(other, ['admin'])
      expect(await callStaff(other, staff.beginSetup, { token })).toMatchObject(refused('staff.setup_invalid'))
    } finally {
      await other.stop()
    }
  })
})

describe('the database holds the server to it', () => {
  const decide = (set: string) =>
    harness.app.pool.query(`update approvals set decision = 'unopposed', checker = maker, checker_person = maker_person, ${set}`)
  it.each([
    [
      'a moment before the day is over',
      'checked_hash = payload_hash, decided_at = alone_from - 1, checker_verified_at = alone_from - 1',
      'approval_alone_waits_a_day',
    ],
    [
      'after three days',
      'checked_hash = payload_hash, decided_at = expires_at + 1, checker_verified_at = expires_at + 1',
      'approval_lasts_a_day',
    ],
    [
      'with a factor of the day before',
      'checked_hash = payload_hash, decided_at = alone_from, checker_verified_at = made_at',
      'approval_needs_fresh_factors',
    ],
    [
      'with something else',
      `decided_at = alone_from, checker_verified_at = alone_from, checked_hash = decode(repeat('00', 32), 'hex')`,
      'approval_binds_the_payload',
    ],
  ])('refuses one person %s', async (_, set, constraint) => {
    await mallory.ask(staff.invite, accomplice)
    await expect(decide(set)).rejects.toMatchObject({ constraint })
  })

  it('knows for ever who could administrate', async () => {
    await harness.app.pool.query(`update staff set roles = '{support}', administered = false, disabled_at = 1`)
    const { rows } = await harness.app.pool.query('select from staff where administered')
    expect(rows).toHaveLength(2)
  })
})
