import type { Position } from '@rueda/contract/positions.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { onePage, positionOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { MarginDetail } from '../../shared/positions/MarginDetail.tsx'
import { TradeSummary } from './TradeSummary.tsx'

/** Goal: a position on margin is valued at its equity, not at the whole amount it moves. */
afterEach(leave)

const future: Position = positionOf('FUT', 'SES-2026H', {
  isolatedPosition: 1,
  marketValue: '501000.00',
  profit: '-25.00',
  margin: '30000.00',
  equity: '29975.00',
  maintMargin: '27200.00',
})
const valueOf = (label: string): string => screen.getByText(label).closest('div')?.textContent ?? ''

it('its equity, margin and notional value each by name', async () => {
  await visit(() => <MarginDetail position={future} />, { at: '', answers: [], signedIn: true })
  expect(valueOf('Patrimonio de la posición')).toContain('29.975,00')
  expect(valueOf('Margen de la posición')).toContain('30.000,00')
  expect(valueOf('Valor nocional')).toContain('501.000,00')
})

it('the sum of what is held counts its equity, and what is available names its wallet', async () => {
  const held = { ...onePage([future]), totalMarketValue: '29975.00', totalProfit: '-25.00', currency: 'USD' }
  await visit(TradeSummary, {
    at: '',
    answers: [
      answer(positions.holding, held),
      answer(wallets.all, { totalAssets: '0.00', totalAvailable: '0.00', ratesTimestamp: null, wallets: [], openWithdrawals: [] }),
    ],
    signedIn: true,
  })
  expect((await screen.findByText(/29\.975,00/)).textContent).not.toContain('501')
  expect(screen.getByText('Disponible en Efectivo para acciones de EE. UU.')).toBeDefined()
})
