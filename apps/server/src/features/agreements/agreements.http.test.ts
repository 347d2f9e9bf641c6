import { accounts } from '@rueda/contract/accounts.ts'
import { agreements } from '@rueda/contract/agreements.ts'
import { languages } from '@rueda/contract/codes.ts'
import { additions } from '@rueda/contract/additions.ts'
import { blocks } from '@rueda/contract/blocks.ts'
import type { Endpoint } from '@rueda/contract/endpoint.ts'
import { follow } from '@rueda/contract/follow.ts'
import { funds } from '@rueda/contract/funds.ts'
import { loans } from '@rueda/contract/loans.ts'
import { orders } from '@rueda/contract/orders.ts'
import { placings } from '@rueda/contract/placing.ts'
import { plans } from '@rueda/contract/plans.ts'
import { positions } from '@rueda/contract/positions.ts'
import { robots } from '@rueda/contract/robots.ts'
import { security } from '@rueda/contract/security.ts'
import { subscriptions } from '@rueda/contract/subscriptions.ts'
import { agreementKinds, agreementVersions, currentVersionOf } from '@rueda/rules/agreements/agreement.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { textOf } from './texts.ts'

/** What customers accept in writing (`docs/rules/agreements.md`). */
let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())

const PASSWORD = 'wheel-of-fortune'
const order = { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '175.00', quantity: '1' } as const
const inForce = async () =>
  (await harness.ask(agreements.list, {})).map(({ kind, version, language, hash }) => ({ kind, version, language, hash }))
const registering = async (email: string, more: object) => {
  const { devCode = '' } = await harness.ask(accounts.sendCode, { email, type: 'register' })
  return harness.call(accounts.register, { email, password: PASSWORD, code: devCode, ...more })
}

const someId = '01990000-0000-7000-8000-000000000000'
const loan = { productId: 'd30', amount: '100.00', agreeTerms: 1, collateral: [{ type: 'stock', ref: someId, quantity: '1' }] }
const mandate = { agencyId: 'index-core', amount: '1000', termDays: 7, agreeRisk: 1 }
const proof = { payPassword: '482915' }
type Asked = Readonly<{ endpoint: Endpoint; input: object }>

const TAKING: readonly Asked[] = [
  { endpoint: orders.create, input: order },
  { endpoint: orders.createInTaiwan, input: { stockCode: '2330', direction: 0, orderType: 1, price: '100', quantity: '1' } },
  { endpoint: orders.createMargin, input: { goldCode: 'SES', direction: 1, orderType: 0, quantity: '1', leverage: 1 } },
  { endpoint: blocks.create, input: { stockCode: 'TEST', direction: 0, quantity: '10000' } },
  { endpoint: funds.create, input: { productId: 'us-index', action: 'subscribe', amount: '100' } },
  { endpoint: additions.add, input: { orderType: 'fund', orderId: someId, amount: '10', ...proof } },
  { endpoint: subscriptions.create, input: { id: someId, quantity: '1', agreeProspectus: 1 } },
  { endpoint: placings.create, input: { id: someId, quantity: '1', price: '1', walletType: 'STOCK' } },
  { endpoint: plans.create, input: { stockCode: 'TEST', amount: '100.00', rhythm: 'week', day: 4, firstDate: '2030-01-03' } },
  { endpoint: plans.reinvest, input: { stockCode: 'TEST' } },
  { endpoint: plans.act, input: { id: someId, action: 'resume' } },
  { endpoint: robots.rent, input: { robotId: 'dca', hash: 'a'.repeat(64), stockCodes: ['TEST'], capital: '1000' } },
  { endpoint: robots.resume, input: { id: someId } },
  { endpoint: follow.add, input: { ...mandate, ...proof } },
  { endpoint: follow.renew, input: { id: someId, renews: 1 } },
  { endpoint: loans.apply, input: { ...loan, ...proof } },
]

const LEAVING: readonly Asked[] = [
  { endpoint: orders.create, input: { ...order, direction: 1 } },
  { endpoint: orders.createMargin, input: { goldCode: 'SES', direction: 0, orderType: 0, quantity: '1', action: 1, positionId: someId } },
  { endpoint: orders.cancel, input: { orderId: someId } },
  { endpoint: blocks.create, input: { stockCode: 'TEST', direction: 1, quantity: '10000' } },
  { endpoint: funds.create, input: { productId: 'us-index', action: 'redeem', units: '1' } },
  { endpoint: additions.add, input: { orderType: 'position', orderId: someId, amount: '10', ...proof } },
  { endpoint: positions.close, input: { id: someId } },
  { endpoint: positions.addMargin, input: { id: someId, amount: '1' } },
  { endpoint: plans.act, input: { id: someId, action: 'end' } },
  { endpoint: robots.stop, input: { id: someId } },
  { endpoint: follow.renew, input: { id: someId, renews: 0 } },
  { endpoint: follow.end, input: { id: someId } },
  { endpoint: loans.repay, input: { id: someId, amount: '1' } },
]

let opened = 0
/** The session of somebody who has registered and accepted nothing. */
async function unread(): Promise<string> {
  opened += 1
  const { data } = await registering(`unread${opened}@correo.test`, {})
  return data?.token ?? ''
}

describe('the texts', () => {
  it('of a version never change: a changed text is a new version', () => {
    const hashes = agreementKinds.flatMap((kind) =>
      agreementVersions[kind].flatMap(({ version }) =>
        languages.map((language) => `${kind} ${version} ${language} ${textOf(kind, version, language)?.hash}`),
      ),
    )
    expect(hashes).toMatchSnapshot()
    expect(new Set(hashes.map((line) => line.split(' ').at(-1))).size).toBe(hashes.length)
  })

  it('are there in every language, whole', () => {
    for (const kind of agreementKinds)
      for (const language of languages) {
        const text = textOf(kind, currentVersionOf(kind), language)
        expect(text?.paragraphs.length).toBe(textOf(kind, currentVersionOf(kind), 'es')?.paragraphs.length)
        expect(text?.paragraphs.length).toBeGreaterThan(3)
      }
  })

  it('are read by anybody, and not in a version that there has not been', async () => {
    const read = await harness.ask(agreements.read, { kind: 'risk', language: 'de' })
    expect(read).toMatchObject({ kind: 'risk', version: 2, language: 'de', title: 'Risiken des Handels' })
    expect(await harness.ask(agreements.read, { kind: 'risk', version: 1, language: 'de' })).toMatchObject({ kind: 'risk', version: 1 })
    expect(await harness.call(agreements.read, { kind: 'risk', version: 99 })).toMatchObject({ code: 1002 })
  })
})

describe('registering', () => {
  it('keeps what was accepted: version, language, the very text, and when', async () => {
    const customer = await harness.newCustomer()
    const { due, accepted } = await harness.ask(agreements.standing, {}, customer.token)
    expect(due).toEqual([])
    expect(accepted.map(({ kind, version, language, hash }) => ({ kind, version, language, hash }))).toEqual(
      [...(await inForce())].toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
    )
    expect(accepted.every(({ acceptTimestamp }) => acceptTimestamp <= harness.app.wallClock.now())).toBe(true)
  })

  it('gives what was accepted with the export of one’s data', async () => {
    const customer = await harness.newCustomer()
    const { link } = await harness.ask(security.exportData, {}, customer.token)
    const files = unzipSync((await harness.http.server.inject({ method: 'GET', url: link })).rawPayload)
    const { tables } = JSON.parse(strFromU8(files['all.json'] ?? new Uint8Array())) as { tables: Record<string, object[]> }
    const kept = (await inForce()).map(({ kind, version, hash }) => expect.objectContaining({ kind, version, hash }) as object)
    expect(tables['accepted_agreements']).toEqual(expect.arrayContaining(kept))
    expect(tables['accepted_agreements']).toHaveLength(agreementKinds.length)
  })

  it('takes no other text than the one in force', async () => {
    const [first, ...others] = await inForce()
    if (first === undefined) throw new Error('no documents')
    const wrong = { agreements: [{ ...first, hash: '0'.repeat(64) }, ...others] }
    expect(await registering('other-text@correo.test', wrong)).toMatchObject({ code: 2030 })
  })
})

describe('whoever has not accepted what is in force', () => {
  it('looks and reads, and orders only after accepting, once', async () => {
    const { data } = await registering('no-terms@correo.test', {})
    const token = data?.token ?? ''
    expect(await harness.call(orders.create, order, token)).toMatchObject({ code: 2029 })
    expect((await harness.call(orders.list, {}, token)).code).toBe(200)
    expect((await harness.ask(agreements.standing, {}, token)).due).toEqual([...agreementKinds])
    for (let turn = 0; turn < 2; turn += 1) {
      const standing = await harness.ask(agreements.accept, { agreements: await inForce() }, token)
      expect(standing).toMatchObject({ due: [] })
      expect(standing.accepted).toHaveLength(agreementKinds.length)
    }
    expect((await harness.call(orders.create, order, token)).code).toBe(200)
  })

  it('still owes what it has not read', async () => {
    const { data } = await registering('some-terms@correo.test', { agreements: (await inForce()).slice(0, 1) })
    const token = data?.token ?? ''
    expect((await harness.ask(agreements.standing, {}, token)).due).toEqual(['privacy', 'risk'])
    expect(await harness.call(orders.create, order, token)).toMatchObject({ code: 2029 })
  })

  it.each(TAKING)('takes nothing of a product: $endpoint.path', async ({ endpoint, input }) => {
    expect(await harness.call(endpoint, input, await unread())).toMatchObject({ code: 2029 })
  })

  it.each(LEAVING)('is never held in what there is: $endpoint.path', async ({ endpoint, input }) => {
    const { code } = await harness.call(endpoint, input, await unread())
    // What it names is not there: anything but the terms is in the way of a call that is whole.
    expect(endpoint.input.safeParse(input).success).toBe(true)
    expect([200, 2029]).not.toContain(code)
  })

  it('enlarges nothing that was begun while practising, and may make it smaller', async () => {
    const { token: practising } = await harness.ask(accounts.practise, {})
    const { orderId } = await harness.ask(orders.create, { ...order, price: '90.00', quantity: '2' }, practising)
    const weekly = { rhythm: 'week', day: 4, firstDate: '2026-11-26' } as const
    const { id } = await harness.ask(plans.create, { stockCode: 'TEST', amount: '10.00', ...weekly }, practising)
    const email = 'began-practising@correo.test'
    const { devCode = '' } = await harness.ask(accounts.sendCode, { email, type: 'register' })
    const { data } = await harness.call(accounts.register, { email, password: PASSWORD, code: devCode }, practising)
    const token = data?.token ?? ''
    let keys = 0
    const amend = (change: object) =>
      harness.call(orders.amend, { orderId, ...change }, token, { 'idempotency-key': `enlarged-${(keys += 1)}` })
    expect(await amend({ quantity: '150' })).toMatchObject({ code: 2029 })
    expect(await amend({ price: '175.00' })).toMatchObject({ code: 2029 })
    // Two at once, whichever comes first: what the second enlarges is measured by what the first has left.
    const [smaller] = await Promise.all([amend({ quantity: '1' }), amend({ quantity: '2' })])
    expect(smaller?.code).toBe(200)
    expect((await harness.ask(orders.list, { orderId }, token)).list[0]?.quantity).toBe('1')
    expect(await amend({ quantity: '2' })).toMatchObject({ code: 2029 })
    const change = (amount: string) =>
      harness.call(plans.change, { id, amount, ...weekly }, token, { 'idempotency-key': `change-plan-${amount.length}` })
    expect(await change('1000.00')).toMatchObject({ code: 2029 })
    expect(await change('9.00')).not.toMatchObject({ code: 2029 })
  })

  it('is nobody who practises: that account has no owner yet', async () => {
    const { token } = await harness.ask(accounts.practise, {})
    expect((await harness.call(orders.create, order, token)).code).toBe(200)
  })
})

it('an acceptance is never changed or deleted by the server', async () => {
  const { rows } = await harness.app.pool.query<{ allowed: boolean }>(
    `select has_table_privilege('rueda_app', 'accepted_agreements', 'UPDATE') or has_table_privilege('rueda_app', 'accepted_agreements', 'DELETE') as allowed`,
  )
  expect(rows).toEqual([{ allowed: false }])
  const guards = await harness.app.pool.query(
    "select tgname from pg_trigger where tgrelid = 'accepted_agreements'::regclass and not tgisinternal",
  )
  expect(guards.rows).toEqual([{ tgname: 'accepted_agreements_append_only' }])
})
