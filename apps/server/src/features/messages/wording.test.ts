import { languages } from '@rueda/contract/codes.ts'
import type { MessageDraft } from '@rueda/rules/messages/message.ts'
import { type FactKind, type TemplateKey, messageTemplates } from '@rueda/rules/messages/templates.ts'
import { ARDV } from '@rueda/rules/testing/us.ts'
import { describe, expect, it } from 'vitest'
import { createWording } from './wording.ts'

const wording = createWording(new Map([[ARDV.id, ARDV]]), () => ({ en: { title: 'Maintenance', body: 'On Sunday.' } }))
const bought = {
  template: 'order.bought',
  facts: { instrument: 'US:ARDV', quantity: '1500', price: '182.3', charges: '8.20 USD' },
} as const

describe('a message in words', () => {
  it('names the instrument and writes its figures as the language does', () => {
    expect(wording(bought, 'es')).toEqual({
      title: 'ARDV: compra ejecutada',
      content: 'Compraste 1.500 de Aurora Devices (ARDV) a un precio promedio de 182,30. Comisiones e impuestos: $8,20.',
    })
    expect(wording(bought, 'en').content).toBe(
      'You bought 1,500 of Aurora Devices (ARDV) at an average price of 182.30. Fees and taxes: $8.20.',
    )
  })

  it('writes an average with the decimals of its prices', () => {
    const average = { ...bought, facts: { ...bought.facts, price: '34.49512345' } } as const
    expect(wording(average, 'es').content).toContain('a un precio promedio de 34,50.')
  })

  it('says why the rest of an order ended', () => {
    const part = { template: 'order.soldPart', facts: { ...bought.facts, ordered: '2000', reason: 'NO_LIQUIDITY' } } as const
    expect(wording(part, 'en').content).toContain('You sold 1,500 of 2,000 of Aurora Devices (ARDV)')
    expect(wording(part, 'en').content).toContain('there was no counterparty')
  })

  it('knows an instrument that is gone by its ticker', () => {
    const gone = { ...bought, facts: { ...bought.facts, instrument: 'US:GONE' } }
    expect(wording(gone, 'en')).toMatchObject({ title: 'GONE: bought' })
  })

  it('tells of one share in the singular', () => {
    const allotted = (quantity: string) =>
      ({
        template: 'subscription.allotted',
        facts: { name: 'Nube', quantity, paid: '10.00 USD', refund: '0.00 USD', date: '2026-11-27' },
      }) as const
    expect(wording(allotted('1'), 'en').title).toBe('Nube: 1 share allotted to you')
    expect(wording(allotted('2'), 'en').title).toBe('Nube: 2 shares allotted to you')
    expect(wording(allotted('1'), 'es').title).toBe('Nube: te adjudicaron 1 acción')
    expect(wording(allotted('1000'), 'es').title).toBe('Nube: te adjudicaron 1.000 acciones')
    expect(wording(allotted('1'), 'ja').title).toBe('Nube：1株が割り当てられました')
  })

  it('writes moments in UTC and says so', () => {
    const facts = {
      instrument: 'US:ARDV',
      quantity: '1',
      mark: '97.6',
      price: '97.55',
      at: 1_795_186_800_000,
      fee: '1.25 USD',
      returned: '0.00 USD',
    }
    expect(wording({ template: 'liquidation.whole', facts }, 'en').content).toContain(
      'On 20-11-2026 15:00:00 UTC, with the mark price at 97.60',
    )
  })
})

const samples: Readonly<Record<FactKind, string | number>> = {
  instrument: 'US:ARDV',
  kycReason: 'EXPIRED',
  permission: 'blockTrade',
  permissionReason: 'QUIZ_FAILED',
  quantity: '10',
  price: '182.37',
  percent: '-5.5',
  money: '12.30 USD',
  date: '2026-11-20',
  moment: 1_795_186_800_000,
  pause: 1_795_186_800_000,
  wallet: 'STOCK',
  depositReason: 'NO_FUNDS',
  reason: 'EXPIRED',
  device: 'Firefox · Linux',
  card: 'Banco Macro ••••5201',
  cardReason: 'HOLDER_MISMATCH',
  given: 'Mi teléfono',
  withdrawalReason: 'ACCOUNT_CLOSED',
  power: 'accounts.open',
  role: 'support',
  noticeTitle: 'broadcast-1',
  noticeBody: 'broadcast-1',
  actReason: 'correction',
  market: 'TW',
  closure: 'weather',
  fund: 'us-index',
  planSkip: 'money',
  agency: 'momentum',
  mandateEnd: 'term',
  robot: 'grid',
  loanReason: 'COLLATERAL',
  repaymentReason: 'FUNDS_DISPUTED',
}

/** Any message of a template, with a value for every fact of its table. */
function sampleOf(template: TemplateKey): Pick<MessageDraft, 'template' | 'facts'> {
  const kinds: Readonly<Record<string, FactKind>> = messageTemplates[template].facts
  const facts = Object.fromEntries(Object.entries(kinds).map(([name, kind]) => [name, samples[kind]]))
  return { template, facts } as Pick<MessageDraft, 'template' | 'facts'>
}

const pausing = (Object.keys(messageTemplates) as TemplateKey[]).filter((template) =>
  Object.values(messageTemplates[template].facts as Readonly<Record<string, FactKind>>).includes('pause'),
)

describe.each(languages)('in %s', (language) => {
  it.each(Object.keys(messageTemplates) as TemplateKey[])('%s says everything it was told', (template) => {
    const { title, content } = wording(sampleOf(template), language)
    expect(title).not.toBe('')
    for (const text of [title, content]) expect(text).not.toMatch(/\{\{|undefined|—|^$/u)
    if ('instrument' in messageTemplates[template].facts) expect(content).toContain('Aurora Devices (ARDV)')
  })

  it.each(pausing)('%s says when a pause ends, and nothing of one that is not there', (template) => {
    const sample = sampleOf(template)
    expect(wording(sample, language).content).toContain('20-11-2026 15:00:00 UTC')
    const none = { template, facts: { ...sample.facts, until: null } } as typeof sample
    const { content } = wording(none, language)
    expect(content).not.toMatch(/\{\{|undefined|UTC|^$/u)
  })
})
