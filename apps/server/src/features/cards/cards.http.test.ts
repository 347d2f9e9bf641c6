import { cards } from '@rueda/contract/cards.ts'
import { messages } from '@rueda/contract/messages.ts'
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { passIdentity } from '../../testing/identity.ts'
import { CBU, PAY_PASSWORD, TRON, choosePayPassword } from '../../testing/withdrawals.ts'
import { reviewCards } from './review.ts'

/** Customers whose papers say Juan Pérez and who have chosen a transaction password. */
let harness: Harness
let customer: Customer

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  customer = await harness.newCustomer()
  await passIdentity(harness, customer.accountId, 'Juan Pérez')
  await choosePayPassword(harness, customer)
})

const BANK = { bankName: 'Banco Macro', accountName: 'Juan Perez', cardNo: CBU, currency: 'ARS', countryCode: 'AR' } as const
const WALLET = { network: 'TRC20', address: TRON, label: 'Cold' } as const

type Given = Omit<Parameters<typeof harness.call<typeof cards.add>>[1], 'payPassword'>
const add = (given: Given, key?: string, who = customer) =>
  harness.call(cards.add, { ...given, payPassword: PAY_PASSWORD }, who.token, key === undefined ? {} : { 'idempotency-key': key })
const update = (id: string, given: Given) => harness.call(cards.update, { ...given, id, payPassword: PAY_PASSWORD }, customer.token)
const remove = (id: string, who = customer) => harness.call(cards.remove, { id, payPassword: PAY_PASSWORD }, who.token)
const list = (who = customer) => harness.ask(cards.list, {}, who.token)
const review = () => reviewCards(harness.app, harness.app.wallClock.now())

async function added(given: Given, who = customer) {
  const answer = await add(given, undefined, who)
  if (answer.data === null) throw new Error(answer.msg)
  return answer.data
}

describe('a bank account', () => {
  it('is checked within five minutes and usable after a day; its number is masked from the first answer on', async () => {
    const card = await added(BANK)
    const coolingEndTimestamp = harness.app.wallClock.now() + DAY_MS
    expect(card).toMatchObject({
      type: 'bank',
      bankName: 'Banco Macro',
      accountName: 'Juan Perez',
      cardNo: '••••5201',
      status: 2,
      coolingEndTimestamp,
    })
    await harness.pass(2 * MINUTE_MS)
    await review()
    expect(await list()).toMatchObject([{ status: 2, isDefault: 0 }])
    await harness.pass(3 * MINUTE_MS)
    await review()
    expect(await list()).toMatchObject([{ id: card.id, status: 1, isDefault: 1, coolingEndTimestamp }])
    await harness.pass(DAY_MS)
    expect(await list()).toMatchObject([{ status: 1, coolingEndTimestamp: null }])
  })

  it('tells its owner when it is added and when it is taken', async () => {
    await added(BANK)
    await harness.pass(5 * MINUTE_MS)
    await review()
    await review()
    const { list: told } = await harness.ask(messages.list, { type: 'security' }, customer.token)
    expect(told.map(({ title }) => title).slice(0, 2)).toEqual(['Destino verificado', 'Agregaste un destino'])
    expect(told[1]?.content).toContain('Banco Macro ••••5201')
  })

  it('tells of an address when its check is over, and not that it was found to be anybody’s', async () => {
    await added(WALLET)
    await harness.pass(5 * MINUTE_MS)
    await review()
    const { list: told } = await harness.ask(messages.list, { type: 'security' }, customer.token)
    expect(told[0]?.title).toBe('Dirección lista')
    expect(told[0]?.content).toMatch(/Podés retirar a TRC20 .+ desde .+ no tiene titular/u)
    expect(told[0]?.content).not.toContain('está a tu nombre')
  })

  it.each([
    ['a digit that does not fit', { ...BANK, cardNo: '2850590940090418135202' }, 4024, 'cardNo'],
    ['somebody else’s name', { ...BANK, accountName: 'Maria Lopez' }, 4023, 'accountName'],
    ['a country nobody knows', { ...BANK, countryCode: 'ZZ' }, 1000, 'countryCode'],
    ['another country’s money', { ...BANK, currency: 'JPY' }, 1000, 'currency'],
    ['a currency that is none', { ...BANK, currency: 'pesos' }, 1000, 'currency'],
    ['no holder', { ...BANK, accountName: undefined }, 1001, 'accountName'],
    ['no number', { ...BANK, cardNo: undefined }, 1001, 'cardNo'],
    ['no country', { ...BANK, countryCode: undefined }, 1001, 'countryCode'],
  ])('refuses %s', async (_, given, code, field) => {
    expect(await add(given)).toMatchObject({ code, data: { field } })
    expect(await list()).toEqual([])
  })

  it.each([
    [
      'Germany',
      { ...BANK, bankName: 'Commerzbank', countryCode: 'DE', currency: 'EUR', cardNo: 'DE89 3704 0044 0532 0130 00' },
      '••••3000',
    ],
    [
      'Japan',
      { ...BANK, bankName: 'Mizuho', accountName: 'フアン ペレス', countryCode: 'JP', currency: 'JPY', cardNo: '0001-001-1234567' },
      '••••4567',
    ],
    ['Taiwan', { ...BANK, bankName: 'Taiwan Bank', countryCode: 'TW', currency: 'TWD', cardNo: '0041234567890' }, '••••7890'],
    ['an alias', { ...BANK, cardNo: 'Juan.Perez.Ar' }, '••••z.ar'],
  ])('takes one of %s', async (_, given, cardNo) => expect(await added(given)).toMatchObject({ cardNo }))

  it('a name that only resembles the papers waits for a person', async () => {
    await added({ ...BANK, accountName: 'Ivan Perez' })
    await harness.pass(5 * MINUTE_MS)
    await review()
    expect(await list()).toMatchObject([{ status: 2, inQueue: 1 }])
  })

  it('is refused when its customer lost the identity it was compared with', async () => {
    await added(BANK)
    await harness.app.pool.query("update accounts set kyc_status = 'pending' where account_id = $1", [customer.accountId])
    await harness.pass(5 * MINUTE_MS)
    await review()
    expect(await list()).toMatchObject([{ status: 3, reason: 'IDENTITY_LOST' }])
  })
})

describe('an address', () => {
  it('shows both of its ends and asks for no name', async () => {
    expect(await added(WALLET)).toMatchObject({
      type: 'vm',
      network: 'TRC20',
      currency: 'USDT',
      cardNo: 'TR7NHq…Lj6t',
      label: 'Cold',
      accountName: null,
    })
  })

  it.each([
    ['of another network', { ...WALLET, network: 'BTC' }, 4024, 'address'],
    ['for another coin', { ...WALLET, currency: 'BTC' }, 1000, 'currency'],
    ['without a network', { type: 'vm', address: TRON }, 1001, 'network'],
    ['that is missing', { type: 'vm', network: 'TRC20' }, 1001, 'address'],
  ] as const)('refuses one %s', async (_, given, code, field) => expect(await add(given)).toMatchObject({ code, data: { field } }))
})

describe('the rules of all', () => {
  it('one destination is kept once, however it is spelled', async () => {
    await added(BANK)
    expect(await add({ ...BANK, cardNo: '28505909 40090418135201' })).toMatchObject({ code: 4031, data: { field: 'cardNo' } })
    const other = await harness.newCustomer()
    await passIdentity(harness, other.accountId, 'Juan Pérez')
    await choosePayPassword(harness, other)
    expect(await added(BANK, other)).toMatchObject({ status: 2 })
  })

  it('five of a type and no sixth, though two ask at once', async () => {
    for (const cardNo of ['uno.uno', 'dos.dos', 'tres.tres', 'cuatro.cuatro']) await added({ ...BANK, cardNo })
    const answers = await Promise.all(['cinco.cinco', 'seis.seis'].map((cardNo) => add({ ...BANK, cardNo })))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 4030])
    expect(await list()).toHaveLength(5)
    expect(await added(WALLET)).toMatchObject({ type: 'vm' })
  })

  it('sent twice with one key it is added once; another body with it is refused', async () => {
    const first = await add(BANK, 'one-key')
    expect(await add(BANK, 'one-key')).toMatchObject({ code: 200, data: { id: first.data?.id } })
    expect(await add(WALLET, 'one-key')).toMatchObject({ code: 1004 })
    expect(await list()).toHaveLength(1)
  })

  it('sent again with its key it holds up nothing: money that is being decided goes on', async () => {
    const version = async () => {
      const { rows } = await harness.app.pool.query('select version from account_states where account_id = $1', [customer.accountId])
      return rows
    }
    await add(WALLET, 'once')
    const before = await version()
    expect(await add(WALLET, 'once')).toMatchObject({ code: 200 })
    expect(await version()).toEqual(before)
    await add(BANK, 'another')
    expect(await version()).not.toEqual(before)
  })

  it('a change is a new version: checked anew, its day begins again, the old details stay on record', async () => {
    const { id } = await added(BANK)
    expect(await update(id, { ...BANK, bankName: 'Banco Nación' })).toMatchObject({ code: 1000, data: { field: 'id' } })
    await harness.pass(5 * MINUTE_MS)
    await review()
    await harness.pass(DAY_MS)
    const changed = await update(id, { ...BANK, cardNo: 'juan.perez.ar' })
    expect(changed).toMatchObject({
      code: 200,
      data: { id, status: 2, cardNo: '••••z.ar', coolingEndTimestamp: harness.app.wallClock.now() + DAY_MS },
    })
    const { rows } = await harness.app.pool.query('select version, status from cards where id = $1 order by version', [id])
    expect(rows).toEqual([
      { version: 1, status: 'active' },
      { version: 2, status: 'checking' },
    ])
    expect(await update(id, WALLET)).toMatchObject({ code: 1000 })
  })

  it('deleted it is gone, and may come back', async () => {
    const { id } = await added(BANK)
    expect(await remove(id)).toMatchObject({ code: 200, data: true })
    expect(await list()).toEqual([])
    expect(await remove(id)).toMatchObject({ code: 1002 })
    await harness.pass(3 * SECOND_MS)
    expect(await added(BANK)).toMatchObject({ status: 2 })
  })

  it('somebody else’s card reads as a missing one', async () => {
    const { id } = await added(BANK)
    const other = await harness.newCustomer()
    await passIdentity(harness, other.accountId, 'Juan Pérez')
    await choosePayPassword(harness, other)
    expect(await remove(id, other)).toMatchObject({ code: 1002 })
    expect(await list(other)).toEqual([])
    expect(await list()).toHaveLength(1)
  })

  it('a number stands nowhere in the database as it is', async () => {
    await added(BANK)
    await added(WALLET)
    const { rows } = await harness.app.pool.query<{ row: string }>(
      'select cards::text as row from cards union all select messages::text from messages union all select idempotency::text from idempotency',
    )
    const written = rows.map(({ row }) => row).join()
    for (const secret of [CBU, TRON]) {
      expect(written).not.toContain(secret)
      expect(written).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })
})
