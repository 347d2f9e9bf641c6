import type { DataOf } from '@rueda/contract/endpoint.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { onePage, positionOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Balance } from './Balance.tsx'
import { HeldCard } from './HeldCard.tsx'
import { PartsCard } from './PartsCard.tsx'

/** Goal: home says what there is, what today brought of it, and of when its curve is; and whoever has nothing yet is told what to do. */
afterEach(leave)

const overview: DataOf<typeof wallets.overview> = {
  ...{
    thisDate: '18-11-2026',
    todayProfit: '-6.62',
    todayProfitRatio: '-0.01',
    totalAssets: '1000.00',
    openWithdrawals: [],
    cash: '600.00',
  },
  ...{ cashByWallet: [{ walletType: 'STOCK', value: '600.00' }], positionsValue: '400.00', held: [], frozen: '0.00', liabilities: '0.00' },
  ...{ fundsValue: '0.00', followValue: '0.00', returns: { timeWeighted: '1.25', moneyWeighted: '-0.40' }, curve: [], currency: 'USD' },
}
const holding = (list: readonly ReturnType<typeof positionOf>[]) =>
  answer(positions.holding, { ...onePage(list), totalMarketValue: '400.00', totalProfit: '0.00', currency: 'USD' })

describe('the holdings on home', () => {
  it('show each value with what today brought of it', async () => {
    await visit(HeldCard, { at: '', answers: [holding([positionOf('US', 'ARDV', { todayProfit: '-6.10' })])], signedIn: true })
    const row = await screen.findByRole('link', { name: /ARDV name/ })
    expect(row.textContent).toMatch(/ARDV · 2/)
    expect(row.textContent).toMatch(/200,00/)
    expect(row.textContent).toMatch(/−\$6,10.*hoy/)
    expect(screen.getByRole('link', { name: 'Ver todo' }).getAttribute('href')).toBe('#/pages/trade/index')
  })

  it('are five at most', async () => {
    const list = ['AA', 'BB', 'CC', 'DD', 'EE', 'FF'].map((code, at) =>
      positionOf('US', code, { id: `0199a2f0-0000-7000-8000-00000000000${at}` }),
    )
    await visit(HeldCard, { at: '', answers: [holding(list)], signedIn: true })
    await screen.findByRole('link', { name: /AA name/ })
    expect(screen.queryByRole('link', { name: /FF name/ })).toBeNull()
    expect(screen.getByRole('link', { name: /EE name/ })).toBeDefined()
  })

  it('are the way to a first purchase before there are any', async () => {
    await visit(HeldCard, { at: '', answers: [holding([])], signedIn: true })
    expect(await screen.findByText('Hacé tu primera compra')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Ver las más buscadas' }).getAttribute('href')).toBe('#/pages/product/popular')
  })
})

describe('what the total consists of', () => {
  it('is named with its share', async () => {
    await visit(PartsCard, { at: '', answers: [answer(wallets.overview, overview)], signedIn: true })
    expect((await screen.findByText('Tenencias')).parentElement?.textContent).toContain('40,00%')
    expect(screen.getByText('Efectivo para acciones de EE. UU.').parentElement?.textContent).toContain('60,00%')
  })
})

describe('the curve', () => {
  it('says since when it is', async () => {
    const curve = [
      { date: '2026-10-20', value: '990.00' },
      { date: '2026-11-18', value: '1000.00' },
    ]
    await visit(Balance, { at: '', answers: [answer(wallets.overview, { ...overview, curve })], signedIn: true })
    expect(await screen.findByText('Desde el 20/10/2026 hasta ahora')).toBeDefined()
  })

  it('of an account of today goes from what today began with to now', async () => {
    await visit(Balance, {
      at: '',
      answers: [answer(wallets.overview, { ...overview, curve: [{ date: '2026-11-18', value: '1000.00' }] })],
      signedIn: true,
    })
    expect(await screen.findByText(/^Desde hoy\./u)).toBeDefined()
    const line = screen.getByRole('img').querySelector('path:last-of-type')?.getAttribute('d') ?? ''
    const [[, from = 0] = [], [, to = 0] = []] = line
      .slice(1)
      .split('L')
      .map((point) => point.split(' ').map(Number))
    expect(to).toBeGreaterThan(from)
  })
})

describe('the two returns', () => {
  it('stand side by side, and are explained', async () => {
    await visit(Balance, { at: '', answers: [answer(wallets.overview, overview)], signedIn: true })
    const shown = await screen.findByRole('button', { name: /Qué es cada rendimiento$/u })
    expect(shown.textContent).toContain('+1,25%')
    expect(shown.textContent).toContain('\u22120,40%')
    fireEvent.click(shown)
    expect(await screen.findByText(/^Ponderado por tiempo/u)).toBeDefined()
    expect(screen.getByText(/^Ponderado por dinero/u)).toBeDefined()
  })
  it('are not shown where nothing was invested', async () => {
    const none = { ...overview, returns: { timeWeighted: null, moneyWeighted: null } }
    await visit(Balance, { at: '', answers: [answer(wallets.overview, none)], signedIn: true })
    expect(await screen.findByText(/^Patrimonio/u)).toBeDefined()
    expect(screen.queryByRole('button', { name: /Qué es cada rendimiento$/u })).toBeNull()
  })
})
