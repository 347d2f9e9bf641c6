import { describe, expect, it } from 'vitest'
import { formatScaled, scaled } from '../decimal.ts'
import { post } from '../ledger/account-state.ts'
import { formatMinor } from '../money.ts'
import { ARDV, NOW, accountStateWith, plainHash } from '../testing/us.ts'
import { type Dividend, dividendAdjustment, payDateOf } from './action.ts'
import { type Holder, entitlementOf, netOf, payDividend, withholdingRate } from './dividend.ts'
import { messageKind } from '../messages/records.ts'

const dividend: Dividend = { kind: 'dividend', instrumentId: ARDV.id, exDate: '2026-11-20', payDate: '2026-12-11', amount: scaled('0.52') }
const holder: Holder = { accountId: '10002931', positionId: 'position-1', quantity: scaled('150'), claimsTreaty: false }
const entitled = (change: Partial<Holder> = {}) => entitlementOf({ ...holder, ...change }, dividend, 'US', 'USD')

describe('dividends (rule book D.9)', () => {
  it('150 × 0.52 = 78.00, of which 23.40 is withheld and 54.60 arrives', () => {
    const entitlement = entitled()
    if (entitlement === null) throw new Error('entitled to nothing')
    expect([entitlement.gross, entitlement.tax, netOf(entitlement)].map((cents) => formatMinor(cents, 'USD'))).toEqual([
      '78.00',
      '23.40',
      '54.60',
    ])
  })

  it('who claims the treaty has 15 % withheld', () =>
    expect(entitled({ claimsTreaty: true })).toMatchObject({ gross: 7_800n, tax: 1_170n }))

  it.each([
    ['US', '0.3', '0.15'],
    ['AR', '0.07', '0.07'],
    ['TW', '0.21', '0.21'],
    ['FUT', '0', '0'],
  ] as const)('%s withholds %s, with a treaty %s', (market, usual, treaty) => {
    expect([withholdingRate(market, false), withholdingRate(market, true)].map((rate) => formatScaled(rate))).toEqual([usual, treaty])
  })

  it('a holding whose dividend is less than half a cent is entitled to nothing', () => {
    expect(entitlementOf({ ...holder, quantity: scaled('1') }, { ...dividend, amount: scaled('0.0049') }, 'US', 'USD')).toBeNull()
  })

  it('is paid three weeks after the ex-date', () => expect(payDateOf('2026-11-20')).toBe('2026-12-11'))

  it('J96: gross from the market, the tax to whom it is due, the rest to the wallet, and the customer is told', () => {
    const entitlement = entitled()
    if (entitlement === null) throw new Error('entitled to nothing')
    const outcome = payDividend(entitlement, 'SIM', 'STOCK')
    expect(outcome.entries).toEqual([
      {
        journal: 'J96',
        cause: { kind: 'dividend', id: 'US:ARDV:2026-11-20:dividend', step: 0 },
        lines: [
          { account: 'H:MKT:SIM:USD', asset: 'USD', amount: -7_800n },
          { account: 'U:STOCK:CASH', asset: 'USD', amount: 5_460n },
          { account: 'H:TAX:DIV:USD', asset: 'USD', amount: 2_340n },
        ],
        valueDate: '2026-12-11',
      },
    ])
    const facts = { instrument: 'US:ARDV', quantity: '150', gross: '78.00 USD', tax: '23.40 USD', net: '54.60 USD' }
    expect(messageKind.in(outcome)).toEqual([{ template: 'dividend.paid', facts, link: 'instrument:US:ARDV' }])
    const state = accountStateWith(100_000n)
    post(state, outcome, NOW, plainHash)
    expect(state.wallets.get('STOCK')?.cash).toBe(105_460n)
  })

  it('earlier prices are multiplied by 1 − D / previous close: 0.99726891', () => {
    expect(formatScaled(dividendAdjustment(scaled('0.52'), scaled('190.40')))).toBe('0.99726891')
  })
})
