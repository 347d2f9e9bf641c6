import { broadcasts as desk } from '@rueda/contract/admin/broadcasts.ts'
import { broadcasts } from '@rueda/contract/broadcasts.ts'
import { messages } from '@rueda/contract/messages.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { type StaffCaller, hire } from '../../testing/staff.ts'
import { deliverBroadcasts } from './deliver.ts'

/** The brokerage's messages to many: two persons for a message, one for a banner, everybody in the own language. */
let harness: Harness
let ana: StaffCaller
let bea: StaffCaller
let customer: Customer
beforeEach(async () => {
  harness = await startHarness()
  customer = await harness.newCustomer()
  ana = await hire(harness, ['product'])
  bea = await hire(harness, ['product', 'risk'])
})
afterEach(() => harness.stop())

const why = { reason: 'maintenance' as const }
const refused = (name: Parameters<typeof codeOf>[0]) => ({ code: codeOf(name) })
const texts = {
  es: { title: 'Mantenimiento', body: 'El domingo de 10 a 11.' },
  en: { title: 'Maintenance', body: 'On Sunday from 10 to 11.' },
  de: { title: 'Wartung', body: 'Am Sonntag von 10 bis 11.' },
}
const deliver = () => deliverBroadcasts(harness.app, harness.app.wallClock.now())
const newest = async ({ token }: Customer, language: string) => {
  const { data } = await harness.call(messages.list, {}, token, { language })
  const [first] = data?.list ?? []
  return [first?.title, first?.content]
}

describe('a message to many', () => {
  it('is sent by two, and read by each in the own language, or in English', async () => {
    const asked = { ...why, segment: 'everybody' as const, texts }
    expect(await ana.ask(desk.count, { segment: 'everybody' })).toMatchObject({ recipients: 1 })
    expect(await ana.ask(desk.publish, asked)).toEqual({ state: 'waiting' })
    expect(await ana.call(desk.publish, asked)).toMatchObject(refused('approval.same_person'))
    expect(await newest(customer, 'de')).not.toContain('Wartung')
    expect(await bea.ask(desk.publish, asked)).toEqual({ state: 'done' })
    expect((await ana.ask(desk.list, {})).list).toMatchObject([{ recipients: 1, delivered: 0, state: 'sending' }])
    await deliver()
    expect(await newest(customer, 'es')).toEqual(['Mantenimiento', 'El domingo de 10 a 11.'])
    expect(await newest(customer, 'de')).toEqual(['Wartung', 'Am Sonntag von 10 bis 11.'])
    expect(await newest(customer, 'th')).toEqual(['Maintenance', 'On Sunday from 10 to 11.'])
    expect((await ana.ask(desk.list, {})).list).toMatchObject([
      { segment: 'everybody', value: null, recipients: 1, delivered: 1, state: 'sent', texts },
    ])
  })

  it('goes to its segment and to nobody else', async () => {
    await harness.app.pool.query('update accounts set country_code = $2 where account_id = $1', [customer.accountId, 'AR'])
    const other = await harness.newCustomer()
    const asked = { ...why, segment: 'country' as const, value: 'AR', texts }
    await ana.ask(desk.publish, asked)
    await bea.ask(desk.publish, asked)
    await deliver()
    expect(await newest(customer, 'en')).toContain('Maintenance')
    expect(await newest(other, 'en')).not.toContain('Maintenance')
    expect(await ana.call(desk.count, { segment: 'country' })).toMatchObject(refused('parameter.missing'))
  })

  it('is no place to advertise prices', async () => {
    const loud = { ...texts, de: { title: 'Jetzt kaufen', body: 'ARDV +12 %' } }
    expect(await ana.call(desk.publish, { ...why, segment: 'everybody', texts: loud })).toMatchObject({
      ...refused('broadcast.prices'),
      data: { field: 'texts.de' },
    })
  })
})

describe('a banner', () => {
  it('is raised by one, seen by everybody at once, and taken down', async () => {
    const { id } = await bea.ask(desk.raise, { ...why, market: 'AR', texts })
    const seen = async (language: string) => (await harness.call(broadcasts.banners, {}, null, { language })).data
    expect(await seen('de')).toEqual([{ id, market: 'AR', ...texts.de, sinceTimestamp: harness.app.wallClock.now() }])
    expect(await seen('ja')).toMatchObject([texts.en])
    expect(await ana.call(desk.raise, { ...why, texts })).toMatchObject(refused('staff.role_missing'))
    await bea.ask(desk.lower, { ...why, id })
    expect(await seen('de')).toEqual([])
    expect(await bea.call(desk.lower, { ...why, id })).toMatchObject(refused('object.not_found'))
  })
})
