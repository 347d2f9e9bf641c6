import type { MarketFees } from '@rueda/contract/fees.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leave, visit } from '../../testing/screen-harness.tsx'
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
