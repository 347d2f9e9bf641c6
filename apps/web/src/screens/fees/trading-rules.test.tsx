import type { MarketFees } from '@rueda/contract/fees.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leave, visit } from '../../testing/screen-harness.tsx'
import { FeeExamples } from './FeeExamples.tsx'
import { TradingRules } from './TradingRules.tsx'

afterEach(leave)

const market: MarketFees = {
  ...{ market: 'US', currency: 'USD', walletType: 'STOCK', fees: [], examples: [], ticks: [], lots: [{ upTo: null, lot: '1' }] },
  ...{ oddLotAllowed: 1, oddLotCallSeconds: null, bands: [], settlements: [], largestLeverage: 1, withholding: null, liquidationFee: null },
  ...{ largestOrder: { kind: 'worth', value: '500000' }, marketBuy: '2', collar: '5' },
}

it.each<[string | null, string]>([
  ['5', 'compra: hasta 2 % sobre el precio para comprarventa: hasta 5 % del último precio'],
  [null, 'compra: hasta 2 % sobre el precio para comprarventa: hasta el límite del día'],
  // A purchase of futures is held to the last price as closely as to the ask.
  ['2', 'hasta 2 % del último precio'],
])('a purchase at market goes no further than what is held for it: collar %s', async (collar, said) => {
  await visit(() => <TradingRules market={{ ...market, collar }} />, { at: '', answers: [] })
  expect(screen.getByText('Orden a mercado').nextElementSibling?.textContent).toBe(said)
})

it('an example says the size with its unit, so that size and price are not read as a range', async () => {
  const example = {
    direction: 0 as const,
    sameDay: 0 as const,
    price: '182.37',
    quantity: '150',
    amount: '27355.50',
    charges: [],
    total: '27355.50',
  }
  await visit(() => <FeeExamples market={{ ...market, examples: [example] }} />, { at: '', answers: [] })
  expect(screen.getByText('Compra: 150 acciones a 182,37')).toBeDefined()
})
