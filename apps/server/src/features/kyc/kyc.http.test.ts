import { accounts } from '@rueda/contract/accounts.ts'
import { files } from '@rueda/contract/files.ts'
import { kyc } from '@rueda/contract/kyc.ts'
import { messages } from '@rueda/contract/messages.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { formOf, picture, uploadOf } from '../../testing/pictures.ts'
import { type KycPort, nobodyToAsk } from './port.ts'
import { reviewIdentities } from './review.ts'

let harness: Harness
beforeAll(async () => void (harness = await startHarness()))
afterAll(() => harness.stop())

let people = 0
/** Numbers not used before, the passport with a zone whose check digits agree. */
const newNumber = (): string => String(30_000_000 + (people += 1))

const WEIGHTS = [7, 3, 1]
const digit = (text: string): number =>
  [...text].reduce((sum, sign, place) => sum + (sign === '<' ? 0 : Number.parseInt(sign, 36)) * (WEIGHTS[place % 3] ?? 0), 0) % 10

function zoneOf(number: string, { names = 'NUNEZ<<ANA<MARIA', birth = '900517', expiry = '300415' } = {}): string {
  const padded = number.padEnd(9, '<')
  const line = `${padded}${digit(padded)}ARG${birth}${digit(birth)}F${expiry}${digit(expiry)}${'<'.repeat(14)}0`
  return `P<ARG${names}`.padEnd(44, '<') + line + digit(line.slice(0, 10) + line.slice(13, 20) + line.slice(21))
}

async function upload({ token }: Customer, content?: Buffer): Promise<string> {
  const answer = await harness.send(uploadOf(token, formOf({ content: content ?? (await picture()) })))
  return (answer.data as { url: string }).url
}

type Papers = InputOf<typeof kyc.submit>
const ana = { countryCode: 'AR', firstName: 'Ana María', lastName: 'Núñez', birthDate: '1990-05-17' }
const card = async (customer: Customer, changed: Partial<Papers> = {}): Promise<Papers> => ({
  ...ana,
  type: 'idcard',
  idNumber: newNumber(),
  frontImg: await upload(customer),
  backImg: await upload(customer),
  ...changed,
})
async function passport(customer: Customer, changed: Partial<Papers> = {}): Promise<Papers> {
  const passportNumber = `P${newNumber()}`
  return { ...ana, type: 'passport', passportNumber, mrz: zoneOf(passportNumber), frontImg: await upload(customer), ...changed }
}

const submit = (customer: Customer, papers: Papers, key?: string) =>
  harness.call(kyc.submit, papers, customer.token, key === undefined ? {} : { 'idempotency-key': key })
const status = ({ token }: Customer) => harness.ask(kyc.status, {}, token)
const review = () => reviewIdentities(harness.app, harness.app.wallClock.now())
async function reviewed(customer: Customer, papers: Papers) {
  expect(await submit(customer, papers)).toMatchObject({ code: 200, data: { kycStatus: 1, expectedMinutes: 5 } })
  await harness.pass(5 * MINUTE_MS)
  await review()
  return status(customer)
}
/** A session ends when it was not used for thirty days. */
async function signedInAgain(customer: Customer): Promise<Customer> {
  const { token } = await harness.ask(accounts.login, { username: customer.email, password: customer.password })
  return { ...customer, token }
}
const titles = async ({ token }: Customer) => (await harness.ask(messages.list, { type: 'kyc' }, token)).list.map(({ title }) => title)

describe('papers that agree with themselves', () => {
  it.each([
    ['an identity card', card],
    ['a passport', passport],
  ] as const)('%s passes after three to five minutes, and the customer is told', async (_, papersOf) => {
    const customer = await harness.newCustomer()
    expect(await status(customer)).toMatchObject({ kycStatus: 0, kycReason: null, papers: null, retriesLeft: 5, expectedMinutes: 5 })

    expect(await submit(customer, await papersOf(customer))).toMatchObject({ code: 200, data: { kycStatus: 1, expectedMinutes: 5 } })
    expect(await harness.ask(accounts.me, {}, customer.token)).toMatchObject({ kycStatus: 1 })
    await harness.pass(3 * MINUTE_MS - 1)
    await review()
    expect(await status(customer)).toMatchObject({ kycStatus: 1, papers: { withPerson: 0, name: 'A••• M••• N•••' } })

    await harness.pass(2 * MINUTE_MS + 1)
    await review()
    expect(await status(customer)).toMatchObject({
      kycStatus: 3,
      kycReason: null,
      papers: { decideTimestamp: harness.app.wallClock.now() },
    })
    expect(await harness.ask(accounts.me, {}, customer.token)).toMatchObject({ kycStatus: 3 })
    expect(await titles(customer)).toEqual(['Tu identidad está verificada', 'Recibimos tu documentación'])
  })

  it('are decided once, with the version of the rules and what each check found', async () => {
    const customer = await harness.newCustomer()
    await reviewed(customer, await card(customer))
    await review()
    const { rows } = await harness.app.pool.query(
      'select decided_by, rule_version, outcome, reason, findings, inputs from kyc_reviews where account_id = $1',
      [customer.accountId],
    )
    expect(rows).toMatchObject([
      {
        decided_by: 'rules',
        rule_version: 'kyc-2',
        outcome: 'pass',
        reason: null,
        findings: { pictures: 'pass', document: 'pass', face: 'skipped', sanctions: 'skipped' },
        inputs: { zone: null, isUsedElsewhere: false, face: null, sanctions: null, front: { width: expect.any(Number) } },
      },
    ])
  })
})

describe('a failure', () => {
  it('says why, can be tried again, and passes then', async () => {
    const customer = await harness.newCustomer()
    const url = await upload(customer)
    expect(await reviewed(customer, await card(customer, { frontImg: url, backImg: url }))).toMatchObject({
      kycStatus: 2,
      kycReason: 'IMAGE_QUALITY',
      retriesLeft: 5,
    })
    expect(await harness.ask(accounts.me, {}, customer.token)).toMatchObject({ kycStatus: 2, kycReason: 'IMAGE_QUALITY' })
    const [told] = (await harness.ask(messages.list, { type: 'kyc' }, customer.token)).list
    expect(told?.content).toBe('Las fotos no se pueden leer bien. En Verificación de identidad ves cuántos intentos te quedan.')

    expect(await reviewed(customer, await card(customer))).toMatchObject({ kycStatus: 3, kycReason: null, retriesLeft: 4 })
  })

  it.each<[string, (customer: Customer) => Promise<Partial<Papers>>, string]>([
    ['a zone of another name', async () => ({ firstName: 'Ricardo', lastName: 'Darín' }), 'NAME_MISMATCH'],
    ['a zone of another birth date', async () => ({ birthDate: '1990-05-18' }), 'MRZ_MISMATCH'],
    ['a zone of another passport', async () => ({ passportNumber: 'P99999999' }), 'MRZ_MISMATCH'],
    [
      'a picture too small to read',
      async (customer) => ({ frontImg: await upload(customer, await picture({ edge: 500 })) }),
      'IMAGE_QUALITY',
    ],
  ])('%s', async (_, changed, reason) => {
    const customer = await harness.newCustomer()
    expect(await reviewed(customer, await passport(customer, await changed(customer)))).toMatchObject({ kycStatus: 2, kycReason: reason })
  })

  it('the picture that somebody else handed in', async () => {
    const [one, other] = [await harness.newCustomer(), await harness.newCustomer()]
    const same = await picture()
    expect(await reviewed(one, await passport(one, { frontImg: await upload(one, same) }))).toMatchObject({ kycStatus: 3 })
    expect(await reviewed(other, await passport(other, { frontImg: await upload(other, same) }))).toMatchObject({
      kycStatus: 2,
      kycReason: 'DUPLICATE',
    })
  })

  it('five retries in thirty days are the most', async () => {
    const customer = await harness.newCustomer()
    const url = await upload(customer)
    const failing = await card(customer, { frontImg: url, backImg: url })
    for (const left of [5, 4, 3, 2, 1, 0]) expect(await reviewed(customer, failing)).toMatchObject({ kycStatus: 2, retriesLeft: left })
    expect(await submit(customer, failing)).toMatchObject({ code: codeOf('kyc.too_often'), data: { num: 5 } })
    expect(await status(customer)).toMatchObject({ kycStatus: 2 })
    await harness.pass(30 * DAY_MS)
    expect((await submit(await signedInAgain(customer), failing)).code).toBe(200)
  })
})

describe('what rules cannot decide', () => {
  it('waits for a person, and the customer is told so', async () => {
    const customer = await harness.newCustomer()
    const { mrz: _, ...withoutZone } = await passport(customer)
    expect(await reviewed(customer, withoutZone)).toMatchObject({ kycStatus: 1, papers: { withPerson: 1 } })
    expect((await titles(customer))[0]).toBe('Una persona revisa tu identidad')
    await harness.pass(DAY_MS)
    await review()
    expect(await status(customer)).toMatchObject({ kycStatus: 1, papers: { withPerson: 1 } })
  })
})

describe('papers are refused at once, and nothing changes', () => {
  it.each<[string, Partial<Papers>, Parameters<typeof codeOf>[0], string]>([
    ['a number that cannot be one', { idNumber: '20-12345678-5' }, 'document.invalid', 'idNumber'],
    ['a child', { birthDate: '2010-01-01' }, 'person.under_age', 'birthDate'],
    ['a country nobody knows', { countryCode: 'XX' }, 'parameter.invalid', 'countryCode'],
    ['a card of a country without cards', { countryCode: 'GB' }, 'parameter.invalid', 'type'],
    ['a name that is none', { firstName: '=1+1' }, 'parameter.invalid', 'firstName'],
    ['a card without its back', { backImg: undefined }, 'parameter.missing', 'backImg'],
    ['a card without a number', { idNumber: undefined }, 'parameter.missing', 'idNumber'],
    ['a picture nobody handed in', { frontImg: '/web/file/00000000-0000-7000-8000-000000000000' }, 'parameter.invalid', 'frontImg'],
    ['a picture from elsewhere', { backImg: 'https://example.org/back.jpg' }, 'parameter.invalid', 'backImg'],
    ['a zone with a wrong check digit', { mrz: zoneOf('P30000000').replace('P30000000', 'P30000001') }, 'document.invalid', 'mrz'],
    ['a document that has ended', { mrz: zoneOf('P30000000', { expiry: '251118' }) }, 'document.expired', 'mrz'],
  ])('%s', async (_, changed, refusal, field) => {
    const customer = await harness.newCustomer()
    expect(await submit(customer, await card(customer, changed))).toMatchObject({ status: 200, code: codeOf(refusal), data: { field } })
    expect(await status(customer)).toMatchObject({ kycStatus: 0, papers: null })
    expect(await titles(customer)).toEqual([])
  })

  it('E20 the picture of another customer', async () => {
    const [one, other] = [await harness.newCustomer(), await harness.newCustomer()]
    const stolen = await upload(one)
    expect(await submit(other, await card(other, { frontImg: stolen }))).toMatchObject({
      code: codeOf('parameter.invalid'),
      data: { field: 'frontImg' },
    })
    expect((await harness.call(files.link, { url: stolen }, other.token)).code).toBe(codeOf('object.not_found'))
  })

  it('while they are reviewed, and when they have passed', async () => {
    const customer = await harness.newCustomer()
    const papers = await card(customer)
    await submit(customer, papers)
    expect((await submit(customer, await card(customer))).code).toBe(codeOf('kyc.pending'))
    await harness.pass(5 * MINUTE_MS)
    await review()
    expect((await submit(customer, await card(customer))).code).toBe(codeOf('kyc.passed'))
  })

  it('a paper of somebody else, also written in another way and by many at once', async () => {
    const idNumber = newNumber()
    const customers = await Promise.all(Array.from({ length: 5 }, () => harness.newCustomer()))
    const asked = await Promise.all(customers.map(async (customer) => ({ customer, papers: await card(customer, { idNumber }) })))
    const answers = await Promise.all(asked.map(({ customer, papers }) => submit(customer, papers)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === codeOf('document.used'))).toHaveLength(4)
    const late = await harness.newCustomer()
    const dotted = `${idNumber.slice(0, 2)}.${idNumber.slice(2, 5)}.${idNumber.slice(5)}`
    expect((await submit(late, await card(late, { idNumber: dotted }))).code).toBe(codeOf('document.used'))
  })
})

it('handed in twice with one key is handed in once', async () => {
  const customer = await harness.newCustomer()
  const papers = await card(customer)
  const [first, second] = await Promise.all([submit(customer, papers, 'once'), submit(customer, papers, 'once')])
  expect([first.code, second.code]).toEqual([200, 200])
  expect(second.data).toEqual(first.data)
  expect(await submit(customer, { ...papers, firstName: 'Eva' }, 'once')).toMatchObject({ code: codeOf('idempotency.key_reused') })
  expect(await titles(customer)).toHaveLength(1)
})

it('an identity rests on its document: when that ends, it is to be shown again', async () => {
  const customer = await harness.newCustomer()
  const number = `P${newNumber()}`
  const papers = await passport(customer, { passportNumber: number, mrz: zoneOf(number, { expiry: '270115' }) })
  expect(await reviewed(customer, papers)).toMatchObject({ kycStatus: 3 })
  await harness.pass(59 * DAY_MS)
  await review()
  const again = await signedInAgain(customer)
  expect(await status(again)).toMatchObject({ kycStatus: 2, kycReason: 'EXPIRED' })
  expect(await titles(again)).toEqual([
    'No pudimos verificar tu identidad',
    'Tu documento venció',
    'Tu identidad está verificada',
    'Recibimos tu documentación',
  ])
  expect(await reviewed(again, await passport(again))).toMatchObject({ kycStatus: 3 })
})

describe('who is asked besides', () => {
  const about = { firstName: 'Ana María', lastName: 'Núñez', countryCode: 'AR', birthDate: '1990-05-17' }
  const asking = async (port: Partial<KycPort>) => {
    const customer = await harness.newCustomer()
    await submit(customer, await card(customer))
    await harness.pass(5 * MINUTE_MS)
    await reviewIdentities({ ...harness.app, kycPort: { ...nobodyToAsk, ...port } }, harness.app.wallClock.now())
    return status(customer)
  }

  it('a name on a list, and a face that is not the one on the paper, are looked at by a person', async () => {
    const sanctions = vi.fn<KycPort['sanctions']>(() => Promise.resolve('listed'))
    expect(await asking({ sanctions })).toMatchObject({ kycStatus: 1, papers: { withPerson: 1 } })
    expect(sanctions.mock.lastCall?.[0]).toEqual(about)
    expect(await asking({ face: () => Promise.resolve('other') })).toMatchObject({ kycStatus: 1, papers: { withPerson: 1 } })
  })

  it('sees the picture as its owner handed it in, and passes what nothing speaks against', async () => {
    const looked: (Buffer | null)[] = []
    const face: KycPort['face'] = async ({ paper, holder }) => {
      looked.push(await paper(), await holder())
      return 'same'
    }
    expect(await asking({ sanctions: () => Promise.resolve('clear'), face })).toMatchObject({ kycStatus: 3 })
    expect(looked).toEqual([expect.any(Buffer), null])
    expect(looked[0]?.subarray(0, 2).toString('hex')).toBe('ffd8')
  })

  it('nobody passes while it cannot be asked', async () => {
    const customer = await harness.newCustomer()
    await submit(customer, await card(customer))
    await harness.pass(5 * MINUTE_MS)
    const broken = { ...nobodyToAsk, sanctions: () => Promise.reject(new Error('away')) }
    await expect(reviewIdentities({ ...harness.app, kycPort: broken }, harness.app.wallClock.now())).rejects.toThrow('away')
    expect(await status(customer)).toMatchObject({ kycStatus: 1, papers: { withPerson: 0 } })
    await review()
    expect(await status(customer)).toMatchObject({ kycStatus: 3 })
  })
})
