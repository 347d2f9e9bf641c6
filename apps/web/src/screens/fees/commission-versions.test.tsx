import { type FeeVersion, type MarketFees, fees } from '@rueda/contract/fees.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { CommissionVersions, PastCommissions, pastOf } from './CommissionVersions.tsx'
import { FeeRows } from './FeeRows.tsx'

/** Goal: what holds now stands first and alone; what held before and what comes is there to be found. */
afterEach(leave)

const row = {
  kind: 'COMMISSION',
  goesTo: 'fee' as const,
  setBy: 'house',
  scope: 'everything',
  directions: [0, 1],
  base: 'notional' as const,
}
const rule = { ...row, sameDayRate: null, minimum: '0.50', maximum: null, validFrom: null }
const market: MarketFees = {
  ...{ market: 'US', currency: 'USD', walletType: 'STOCK', examples: [], ticks: [], lots: [{ upTo: null, lot: '1' }] },
  ...{ oddLotAllowed: 1, oddLotCallSeconds: null, bands: [], settlements: [], largestLeverage: 1, withholding: null, liquidationFee: null },
  ...{ largestOrder: { kind: 'worth', value: '500000' }, marketBuy: '2', collar: '5' },
  fees: [
    { ...rule, rate: '0.03', inForce: 1 },
    { ...rule, kind: 'SEC_FEE', rate: '0', inForce: 0 },
    { ...rule, kind: 'SEC_FEE', rate: '0.00206', validFrom: '2026-04-04', inForce: 1 },
    { ...rule, kind: 'TRANSACTION_TAX', rate: '0.3', validFrom: '2028-01-01', inForce: 0 },
  ],
}
const version = (number: number, state: FeeVersion['state'], rates: readonly (readonly [from: string, rate: string])[]): FeeVersion => ({
  ...{ version: number, firstDay: number === 1 ? null : `2026-12-0${number}`, state },
  markets: [
    {
      ...{ market: 'US', currency: 'USD', counts: 'money' },
      steps: rates.map(([from, rate]) => ({
        from,
        commissions: [{ scope: 'everything', base: 'notional', rate, minimum: '0.50', maximum: null }],
      })),
    },
  ],
})

it('folds away what held before and what is to come', async () => {
  const versions = [version(1, 'past', [['0', '0.05']]), version(2, 'inForce', [['0', '0.03']])]
  const past = <PastCommissions market={market} versions={pastOf(market, versions)} />
  expect(pastOf(market, [version(1, 'past', [['0', '0.03']]), version(2, 'inForce', [['0', '0.03']])])).toEqual([])
  await visit(() => <FeeRows market={market} today="2026-12-05" past={past} />, { at: '', answers: [] })
  const folded = [...document.querySelectorAll('details')]
  expect(folded.map((each) => each.querySelector('summary')?.textContent)).toEqual(['Próximas tarifas', 'Tarifas anteriores'])
  expect(folded[0]?.textContent).toContain('Regirá desde')
  expect(folded[1]?.textContent).toContain('0,05')
  const open = document.body.textContent?.replace(folded[0]?.textContent ?? '', '').replace(folded[1]?.textContent ?? '', '') ?? ''
  expect(open).toContain('0,03')
  expect(open).not.toMatch(/0,05|Rigió hasta/u)
})

it('says from when other commissions hold, and nothing where a version leaves the market alone', async () => {
  const versions = [version(2, 'inForce', [['0', '0.03']]), version(3, 'coming', [['0', '0.02']]), version(4, 'coming', [['0', '0.03']])]
  await visit(() => <CommissionVersions market={market} versions={versions} />, { at: '', answers: [] })
  expect(screen.getByText('Comisiones desde el 03/12/2026')).toBeTruthy()
  expect(screen.queryByText('Comisiones desde el 04/12/2026')).toBeNull()
})

it('marks the step that the reader’s own volume reaches', async () => {
  const steps = [
    ['0', '0.03'],
    ['100000', '0.02'],
  ] as const
  const own = [{ market: 'US' as const, month: '2026-11', volume: '150000.00', step: 1 }]
  const answers = [answer(fees.own, own)]
  await visit(() => <CommissionVersions market={market} versions={[version(2, 'inForce', steps)]} />, { at: '', answers, signedIn: true })
  const mine = await screen.findByText('Tu tramo')
  expect(within(mine.parentElement as HTMLElement).getByText(/desde .*100\.000,00.* en un mes/u)).toBeTruthy()
})
