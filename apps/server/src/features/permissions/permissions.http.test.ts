import { cases } from '@rueda/contract/admin/cases.ts'
import { permissionReviews } from '@rueda/contract/admin/permissions.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import { messages } from '@rueda/contract/messages.ts'
import { permissions } from '@rueda/contract/permissions.ts'
import { quizKey } from '@rueda/rules/permissions/quiz-key.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runReviews } from '../all-reviews.ts'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { passIdentity } from '../../testing/identity.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'

/** A customer with a hundred thousand dollars of practice money. */
let harness: Harness
let ana: Customer
const quiz = Object.values(quizKey)
const WEEK = 7 * DAY_MS

beforeEach(async () => {
  harness = await startHarness()
  ana = await harness.newCustomer()
})
afterEach(() => harness.stop())

let sent = 0
type Application = Parameters<typeof harness.call<typeof permissions.apply>>[1]
const apply = (input: Application = { type: 'blockTrade', answers: { quiz } }) =>
  harness.call(permissions.apply, input, ana.token, { 'idempotency-key': `asked-${(sent += 1)}` })
const stands = async (type = 'blockTrade') =>
  (await harness.ask(permissions.mine, {}, ana.token)).permissions.find((each) => each.type === type)
const user = () => harness.ask(accounts.me, {}, ana.token)
const told = async () => (await harness.ask(messages.list, {}, ana.token)).list.map(({ title }) => title)
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const later = async (ms: number): Promise<void> => {
  await harness.pass(ms)
  await runReviews(harness.app)
}
/** A cent less than what keeps a permission, in one wallet. The version makes the server read the wallets anew. */
const poor = () =>
  harness.app.pool.query(
    `with counted as (update account_states set version = version + 1 where account_id = $1)
     update wallets set cash = case type when 'US_WALLET' then 999999 else 0 end, hold = 0 where account_id = $1`,
    [ana.accountId],
  )

describe('asking to trade blocks', () => {
  it('needs a checked identity', async () => {
    expect(await apply()).toMatchObject(refused('kyc.required'))
  })

  it('is reviewed in three to five minutes, and open when the rules pass', async () => {
    await passIdentity(harness, ana.accountId)
    await harness.pass(WEEK)
    expect(await apply()).toMatchObject({ data: { status: 1 } })
    expect(await user()).toMatchObject({ blockTradePermission: 1 })
    await later(3 * MINUTE_MS - 1)
    expect(await stands()).toMatchObject({ status: 1 })
    await later(2 * MINUTE_MS + 1)
    expect(await stands()).toMatchObject({ status: 2, reason: null })
    expect(await user()).toMatchObject({ blockTradePermission: 2, institution: 0 })
    expect(await told()).toEqual(['Habilitación concedida', 'Recibimos tu pedido de habilitación', expect.any(String)])
    expect(await apply()).toMatchObject(refused('permission.applied'))
  })

  it('says why not, and can be asked for again after seven days', async () => {
    await passIdentity(harness, ana.accountId)
    await apply()
    expect(await apply()).toMatchObject(refused('permission.applied'))
    await later(5 * MINUTE_MS)
    expect(await stands()).toMatchObject({ status: 3, reason: 'ACCOUNT_TOO_NEW', applyAgainTimestamp: harness.app.wallClock.now() + WEEK })
    expect(await apply()).toMatchObject(refused('permission.applied'))
    await harness.pass(WEEK)
    expect(await apply()).toMatchObject({ data: { status: 1 } })
    await later(5 * MINUTE_MS)
    expect(await stands()).toMatchObject({ status: 2 })
  })

  it('counts the answers of the quiz, and shows no right ones', async () => {
    await passIdentity(harness, ana.accountId)
    await harness.pass(WEEK)
    expect(await apply({ type: 'blockTrade' })).toMatchObject({ ...refused('parameter.missing'), data: { field: 'answers.quiz' } })
    expect(await apply({ type: 'blockTrade', answers: { quiz: [0, 1, 2] } })).toMatchObject(refused('parameter.invalid'))
    expect(await apply({ type: 'blockTrade', answers: { quiz: quiz.map((right) => (right + 1) % 3) } })).toMatchObject({
      data: { status: 1 },
    })
    await later(5 * MINUTE_MS)
    expect(await stands()).toMatchObject({ status: 3, reason: 'QUIZ_FAILED' })
  })

  it('looks at what is owned by the ledger', async () => {
    await passIdentity(harness, ana.accountId)
    await harness.pass(WEEK)
    await apply()
    await poor()
    await later(5 * MINUTE_MS)
    expect(await stands()).toMatchObject({ status: 3, reason: 'ASSETS_TOO_LOW' })
    expect((await harness.ask(permissions.mine, {}, ana.token)).requirements).toMatchObject({
      assets: '9999.99',
      accountDays: 7,
      identified: 1,
    })
  })

  it('is one application, however often it is sent', async () => {
    await passIdentity(harness, ana.accountId)
    const input = { type: 'blockTrade', answers: { quiz } } as const
    const send = () => harness.call(permissions.apply, input, ana.token, { 'idempotency-key': 'once' })
    expect([await send(), await send()]).toMatchObject([{ data: { status: 1 } }, { data: { status: 1 } }])
  })
})

describe('losing it', () => {
  beforeEach(async () => {
    await passIdentity(harness, ana.accountId)
    await harness.pass(WEEK)
    await apply()
    await later(5 * MINUTE_MS)
  })

  it('happens with the identity, at the next look', async () => {
    await harness.app.pool.query(`update accounts set kyc_status = 'pending' where account_id = $1`, [ana.accountId])
    await later(MINUTE_MS)
    expect(await stands()).toMatchObject({ status: 0, reason: 'IDENTITY' })
    expect((await told())[0]).toBe('Una habilitación terminó')
  })

  it('takes thirty days with too little, without a break', async () => {
    await poor()
    await later(HOUR_MS)
    await later(15 * DAY_MS)
    expect(await stands()).toMatchObject({ status: 2 })
    await later(15 * DAY_MS - 1)
    expect(await stands()).toMatchObject({ status: 2 })
    await later(HOUR_MS)
    expect(await stands()).toMatchObject({ status: 0, reason: 'ASSETS_LOST', applyAgainTimestamp: null })
    expect(await apply()).toMatchObject({ data: { status: 1 } })
  })
})

describe('the staff', () => {
  let risk: StaffCaller
  const why = { reason: 'review' } as const
  const institution = { type: 'institution', answers: { institutionName: 'Fondo Sur S.A.', registrationNumber: '30-1' } } as const

  /** Signs in anew, because a day passes: staff sessions are short. */
  async function queued(): Promise<string> {
    await passIdentity(harness, ana.accountId)
    await harness.pass(WEEK)
    await apply(institution)
    await later(5 * MINUTE_MS)
    risk = await hire(harness, ['risk'])
    const { list } = await risk.ask(cases.list, { kind: 'permission' })
    return list[0]?.id ?? ''
  }

  it('reads of an institution what only a person can, and opens it by the same rules', async () => {
    const id = await queued()
    expect(await stands('institution')).toMatchObject({ status: 1, withPerson: 1 })
    expect(await risk.call(permissionReviews.open, { id })).toMatchObject(refused('case.not_claimed'))
    await risk.ask(cases.claim, { id })
    expect(await risk.ask(permissionReviews.open, { id })).toMatchObject({
      ...{ type: 'institution', institutionName: 'Fondo Sur S.A.', registrationNumber: '30-1', documentLink: null },
      findings: { identity: 'pass', papers: 'uncertain', freeze: 'pass' },
    })
    expect(await risk.ask(permissionReviews.decide, { ...why, id, decision: 'approve' })).toEqual({ status: 2 })
    expect(await user()).toMatchObject({ institution: 1 })
    expect((await risk.ask(permissionReviews.list, {})).list).toMatchObject([{ accountId: ana.accountId, type: 'institution', status: 2 }])
    expect(await apply({ type: 'trading' })).toMatchObject({ data: { status: 1 } })
    await later(5 * MINUTE_MS)
    expect(await stands('trading')).toMatchObject({ status: 2 })
  })

  it('cannot open what the rules refuse', async () => {
    const id = await queued()
    await risk.ask(cases.claim, { id })
    await harness.app.pool.query(`update accounts set kyc_status = 'pending' where account_id = $1`, [ana.accountId])
    const approve = { ...why, id, decision: 'approve' } as const
    expect(await risk.call(permissionReviews.decide, approve)).toMatchObject({
      ...refused('permission.rules_object'),
      data: { reason: 'IDENTITY' },
    })
  })

  it('refuses with a reason that the customer reads', async () => {
    const id = await queued()
    await risk.ask(cases.claim, { id })
    const refuse = { ...why, id, decision: 'refuse' } as const
    expect(await risk.call(permissionReviews.decide, refuse)).toMatchObject({
      ...refused('parameter.missing'),
      data: { field: 'permissionReason' },
    })
    await risk.ask(permissionReviews.decide, { ...refuse, permissionReason: 'PAPERS_INSUFFICIENT' })
    expect(await stands('institution')).toMatchObject({ status: 3, reason: 'PAPERS_INSUFFICIENT' })
  })

  it('takes one back, and it waits seven days', async () => {
    const id = await queued()
    await risk.ask(cases.claim, { id })
    await risk.ask(permissionReviews.decide, { ...why, id, decision: 'approve' })
    const revoking = { ...why, accountId: ana.accountId, type: 'institution' } as const
    expect(await risk.ask(permissionReviews.revoke, revoking)).toEqual({ status: 3 })
    expect(await risk.call(permissionReviews.revoke, revoking)).toMatchObject(refused('object.not_found'))
    expect(await stands('institution')).toMatchObject({ status: 3, reason: 'REVOKED' })
    expect(await user()).toMatchObject({ institution: 0 })
    expect(await apply(institution)).toMatchObject(refused('permission.applied'))
  })
})

it('trading as an institution is asked of institutions only, and an institution names itself', async () => {
  await passIdentity(harness, ana.accountId)
  expect(await apply({ type: 'trading' })).toMatchObject(refused('permission.not_eligible'))
  const missing = (field: string) => ({ ...refused('parameter.missing'), data: { field } })
  expect(await apply({ type: 'institution' })).toMatchObject(missing('answers.institutionName'))
  expect(await apply({ type: 'institution', answers: { institutionName: 'X' } })).toMatchObject(missing('answers.registrationNumber'))
  const answers = { institutionName: 'X', registrationNumber: '1', document: '/web/file/00000000-0000-7000-8000-000000000000' }
  expect(await apply({ type: 'institution', answers })).toMatchObject({
    ...refused('parameter.invalid'),
    data: { field: 'answers.document' },
  })
})
