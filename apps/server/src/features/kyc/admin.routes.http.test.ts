import { audit } from '@rueda/contract/admin/audit.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { kyc as staffKyc } from '@rueda/contract/admin/kyc.ts'
import { files } from '@rueda/contract/files.ts'
import { kyc } from '@rueda/contract/kyc.ts'
import { messages } from '@rueda/contract/messages.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { formOf, picture, uploadOf } from '../../testing/pictures.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { reviewIdentities } from './review.ts'

/** Cases that rules leave to a person: seen, decided by the same rules, and reported to the customer. */
let harness: Harness
let customer: Customer
let ana: StaffCaller
beforeEach(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
  ana = await hire(harness, ['kyc'])
})
afterEach(() => harness.stop())

const papers = { countryCode: 'AR', firstName: 'Ana', lastName: 'Núñez', birthDate: '1990-05-17' } as const
const status = () => harness.ask(kyc.status, {}, customer.token)
const review = () => reviewIdentities(harness.app, harness.app.wallClock.now())

async function upload(content: Buffer): Promise<string> {
  return ((await harness.send(uploadOf(customer.token, formOf({ content })))).data as { url: string }).url
}

/** A passport without its zone: only a person can decide. */
async function handIn(): Promise<string> {
  const frontImg = await upload(await picture())
  await harness.ask(kyc.submit, { ...papers, type: 'passport', idNumber: 'AAB123456', frontImg }, customer.token)
  await harness.pass(5 * MINUTE_MS)
  await review()
  return waiting()
}

async function waiting(): Promise<string> {
  const { list } = await ana.ask(cases.list, { kind: 'kyc' })
  return list[0]?.id ?? ''
}

/** Inputs of the rules: a picture that nobody else handed in, and no zone. */
const INPUTS = { today: '2026-11-18', zone: null, back: null, isUsedElsewhere: false, sanctions: null, face: null }

describe('a case that waits for a person', () => {
  it('is in the queue with a day to be decided', async () => {
    await handIn()
    const now = harness.app.wallClock.now()
    const { list } = await ana.ask(cases.list, { kind: 'kyc' })
    expect(list).toMatchObject([
      {
        kind: 'kyc',
        accountId: customer.accountId,
        openTimestamp: now,
        dueTimestamp: now + DAY_MS,
        amount: null,
        riskFlags: ['expiry', 'zone'],
      },
    ])
  })

  it('is opened by whoever has claimed it, and its owner sees who opened the pictures', async () => {
    const id = await handIn()
    expect(await ana.call(staffKyc.open, { id })).toMatchObject({ code: codeOf('case.not_claimed') })
    await ana.ask(cases.claim, { id })
    const opened = await ana.ask(staffKyc.open, { id })
    expect(opened).toMatchObject({
      accountId: customer.accountId,
      firstName: 'Ana',
      number: 'AAB123456',
      mrz: null,
      attempt: 1,
      earlier: [],
      looks: [
        {
          decidedBy: 'rules',
          ruleVersion: 'kyc-2',
          outcome: 'uncertain',
          findings: { zone: 'uncertain', pictures: 'pass' },
          inputs: INPUTS,
        },
      ],
    })
    expect((await harness.ask(files.openings, {}, customer.token)).list).toEqual([])
    const [front] = opened.pictures
    const { statusCode } = await harness.http.server.inject({ method: 'GET', url: front?.link ?? '' })
    expect(statusCode).toBe(200)
    expect((await harness.ask(files.openings, {}, customer.token)).list).toMatchObject([{ by: 'staff', reason: 'review' }])
    await harness.pass(MINUTE_MS)
    expect((await harness.http.server.inject({ method: 'GET', url: front?.link ?? '' })).statusCode).toBe(404)
  })

  it('is approved, and the customer is known', async () => {
    const id = await handIn()
    await ana.ask(cases.claim, { id })
    expect(await ana.ask(staffKyc.decide, { id, decision: 'approve', reason: 'review' })).toEqual({ kycStatus: 'passed' })
    expect(await status()).toMatchObject({ kycStatus: 3, papers: { withPerson: 0 } })
    const [told] = (await harness.ask(messages.list, { type: 'kyc' }, customer.token)).list
    expect(told?.title).toBe('Tu identidad está verificada')
    expect((await ana.ask(cases.list, { kind: 'kyc', state: 'closed' })).list).toMatchObject([{ outcome: 'passed', reasonCode: null }])
    expect(await ana.call(staffKyc.decide, { id, decision: 'approve', reason: 'review' })).toMatchObject({ code: codeOf('case.closed') })
  })

  it('is refused with a reason that the customer reads, and can be tried again', async () => {
    const id = await handIn()
    await ana.ask(cases.claim, { id })
    expect(await ana.call(staffKyc.decide, { id, decision: 'refuse', reason: 'review' })).toMatchObject({
      code: codeOf('parameter.missing'),
      data: { field: 'kycReason' },
    })
    await ana.ask(staffKyc.decide, { id, decision: 'refuse', kycReason: 'IMAGE_QUALITY', reason: 'review', note: 'glare over the number' })
    expect(await status()).toMatchObject({ kycStatus: 2, kycReason: 'IMAGE_QUALITY', retriesLeft: 5 })
    const again = await handIn()
    await ana.ask(cases.claim, { id: again })
    expect((await ana.ask(staffKyc.open, { id: again })).earlier).toMatchObject([{ status: 'failed', reason: 'IMAGE_QUALITY' }])
  })

  it('is never approved against the rules', async () => {
    const id = await handIn()
    await ana.ask(cases.claim, { id })
    await harness.app.pool.query('update files set contrast = 0')
    expect(await ana.call(staffKyc.decide, { id, decision: 'approve', reason: 'review' })).toMatchObject({
      code: codeOf('kyc.rules_object'),
      data: { reason: 'IMAGE_QUALITY' },
    })
    expect(await status()).toMatchObject({ kycStatus: 1 })
  })

  it('leaves every step in the audit log', async () => {
    const auditor = await hire(harness, ['auditor'])
    const id = await handIn()
    await ana.ask(cases.claim, { id })
    await ana.ask(staffKyc.open, { id })
    await ana.ask(staffKyc.decide, { id, decision: 'approve', reason: 'review' })
    const { list } = await auditor.ask(audit.list, { accountId: customer.accountId })
    expect(list.map(({ power }) => power)).toEqual(['kyc.decide', 'kyc.open', 'cases.claim'])
    expect(JSON.stringify(list)).not.toMatch(/Núñez|AAB123456/u)
  })
})

it('an identity that passed is looked at again by staff: no money leaves until then', async () => {
  const id = await handIn()
  await ana.ask(cases.claim, { id })
  await ana.ask(staffKyc.decide, { id, decision: 'approve', reason: 'review' })
  const { accountId } = customer
  expect(await ana.ask(staffKyc.reopen, { accountId, reason: 'suspectedFraud' })).toEqual({ kycStatus: 'pending' })
  expect(await status()).toMatchObject({ kycStatus: 1, papers: { withPerson: 1 } })
  expect(await ana.call(staffKyc.reopen, { accountId, reason: 'suspectedFraud' })).toMatchObject({ code: codeOf('object.not_found') })
  await review()
  expect(await status()).toMatchObject({ kycStatus: 1 })
  const again = await waiting()
  await ana.ask(cases.claim, { id: again })
  await ana.ask(staffKyc.decide, { id: again, decision: 'approve', reason: 'review' })
  expect(await status()).toMatchObject({ kycStatus: 3 })
})
