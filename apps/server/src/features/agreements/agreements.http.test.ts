import { accounts } from '@rueda/contract/accounts.ts'
import { agreements } from '@rueda/contract/agreements.ts'
import { languages } from '@rueda/contract/codes.ts'
import { orders } from '@rueda/contract/orders.ts'
import { agreementKinds, agreementVersions, currentVersionOf } from '@rueda/rules/agreements/agreement.ts'
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
    expect(read).toMatchObject({ kind: 'risk', version: 1, language: 'de', title: 'Risiken des Handelns' })
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
})
