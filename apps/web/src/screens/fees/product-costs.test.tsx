import type { ProductFees } from '@rueda/contract/fees.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { leave, visit } from '../../testing/screen-harness.tsx'
import { ProductCosts } from './ProductCosts.tsx'

afterEach(leave)

const products: ProductFees = {
  funds: [
    { id: 'cash-usd', managementFee: '0.15', subscriptionFee: '0' },
    { id: 'us-index', managementFee: '0.3', subscriptionFee: '0.5' },
  ],
  agencies: [{ id: 'momentum', managementFee: '0.8', profitShare: '20' }],
  loans: [{ termDays: 30, dailyRate: '0.04', penaltyDailyRate: '0.06' }],
  ...{ fundEarlyFee: '1', agencyExitFee: '0.5', robots: { rent: '9.90', currency: 'USD', termDays: 30 } },
  block: { rate: '0.02', minimum: '5.00', currency: 'USD' },
}

it('says of each product what the house earns from it', async () => {
  await visit(() => <ProductCosts products={products} />, { at: '', answers: [] })
  const said = (label: string): string | null | undefined => screen.getByText(label).nextElementSibling?.textContent
  expect(said('Dólares a la vista')).toBe('0,15 % al año')
  expect(said('Índice de EE. UU.')).toBe('0,3 % al año0,5 % al entrar')
  expect(said('Momentum')).toBe('0,8 % al año20 % de la ganancia')
  expect(said('Alquiler de 30 días')).toContain('9,90')
  expect(said('A 30 días')).toBe('0,04 % por díamora: 0,06 % más por día')
  expect(said('Comisión')).toContain('0,02 %')
})
