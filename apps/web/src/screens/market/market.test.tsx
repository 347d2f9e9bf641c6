import { futures } from '@rueda/contract/futures.ts'
import { quotes } from '@rueda/contract/quotes.ts'
import { reference } from '@rueda/contract/reference.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { futureOf, onePage, quoteOf, servedMarket } from '../../testing/samples.ts'
import { type Answer, answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Futures } from './Futures.tsx'
import { Market } from './Market.tsx'

/** Goal: every list of every market is one tap away, and each fails, empties and sorts by itself. */
beforeEach(() => vi.stubGlobal('IntersectionObserver', NoObserver))
afterEach(leave)

class NoObserver {
  observe(): void {}
  disconnect(): void {}
}

const served = answer(reference.markets, [
  servedMarket('US', ['NASDAQ', 'NYSE']),
  servedMarket('FUT', ['FUT']),
  servedMarket('FX', ['FX']),
  servedMarket('IDX', ['IDX']),
])
const names = () => screen.getAllByText(/ \(sim\)$/).map(({ textContent }) => textContent)
const open = (at: string, ...answers: readonly Answer[]) => visit(Market, { at, answers: [served, ...answers] })

describe('the futures of the market', () => {
  const fronts = [futureOf('SES', '2026H', { Ol: 530_500 }), futureOf('SGC', '2026J', { daysLeft: 2, category: 'metal' })]

  it('are one row a family, with how many contracts are open, or when the month ends', async () => {
    const { asked } = await open('pages/market/index?market=FUT', answer(futures.list, fronts))
    await screen.findByText('US 500 mar 2026 (sim)')
    expect(names()).toEqual(['US 500 mar 2026 (sim)', 'Oro abr 2026 (sim)'])
    expect(asked(futures.list)).toEqual([{}])
    expect(screen.getByText(/Int\. ab\. 530,5/)).toBeDefined()
    expect(screen.getByText(/Vence en 2 ruedas/)).toBeDefined()
  })

  it('show all months one tap away', async () => {
    const months = [quoteOf('FUT', 'SES-2026H'), quoteOf('FUT', 'SES-2026M')]
    const { asked, place } = await open('pages/market/index?market=FUT', answer(futures.list, fronts), answer(quotes.all, onePage(months)))
    fireEvent.click(await screen.findByRole('tab', { name: 'Todos los meses' }))
    expect(await screen.findByText('US 500 jun 2026 (sim)')).toBeDefined()
    expect(asked(quotes.all)[0]).toMatchObject({ market: 'FUT' })
    expect(place()).toContain('tab=months')
  })

  it('are narrowed by what they are on', async () => {
    await visit(Futures, { at: 'pages/product/future', answers: [served, answer(futures.list, fronts)] })
    fireEvent.click(await screen.findByRole('tab', { name: 'Metales' }))
    expect(await screen.findByText('Oro abr 2026 (sim)')).toBeDefined()
    expect(names()).toEqual(['Oro abr 2026 (sim)'])
    fireEvent.click(screen.getByRole('tab', { name: 'Energía' }))
    expect(await screen.findByText('No hay instrumentos en esta lista')).toBeDefined()
  })
})

describe('a list', () => {
  it('of an exchange asks the server for its order', async () => {
    const { asked } = await open('pages/market/index?tab=NASDAQ', answer(quotes.all, onePage([quoteOf('US', 'ARDV')])))
    await screen.findByText('ARDV name')
    expect(asked(quotes.all)[0]).toMatchObject({ market: 'US', marketType: 'NASDAQ', closes: '1' })
    fireEvent.click(screen.getByRole('button', { name: /^Variación/ }))
    await vi.waitFor(() => expect(asked(quotes.all).at(-1)).toMatchObject({ sort: 'change_ratio', order: 'desc' }))
  })

  it('of the first by one measure says, while it is sorted by another, that it sorts these alone', async () => {
    const first = [quoteOf('US', 'ARDV'), quoteOf('US', 'CBHB')]
    await open('pages/market/index?tab=gainers', answer(quotes.top, first))
    await screen.findByText('ARDV name')
    expect(screen.queryByText(/no todo el mercado/)).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: /^Último/ }))
    expect(screen.getByText('Se ordenan los 2 de esta lista, no todo el mercado.')).toBeDefined()
  })

  it('of pairs is sorted by the names that its reader sees, either way, and by what else is asked', async () => {
    const pairs = [
      quoteOf('FX', 'AUDUSD', { change_ratio: '3.00' }),
      quoteOf('FX', 'EURUSD', { change_ratio: '1.00' }),
      quoteOf('FX', 'USDBRL', { change_ratio: '2.00' }),
      quoteOf('FX', 'XAUUSD', { change_ratio: '4.00' }),
    ]
    await open('pages/market/index?market=FX', answer(quotes.all, onePage(pairs)))
    await screen.findByText('Dólar australiano / Dólar (sim)')
    const [real, australian, euro, gold] = [
      'Dólar / Real (sim)',
      'Dólar australiano / Dólar (sim)',
      'Euro / Dólar (sim)',
      'Oro / Dólar (sim)',
    ]
    expect(names()).toEqual([real, australian, euro, gold])
    fireEvent.click(screen.getByRole('button', { name: /^Nombre/ }))
    expect(names()).toEqual([gold, euro, australian, real])
    fireEvent.click(screen.getByRole('button', { name: /^Variación/ }))
    expect(names()).toEqual([gold, australian, real, euro])
    expect(screen.getByText(australian ?? '').className).not.toContain('line-clamp')
  })

  it('of movers asks for its market, and indices are ranked by their moves', async () => {
    const { asked } = await open(
      'pages/market/index?market=IDX&tab=losers',
      answer(quotes.top, [quoteOf('IDX', 'US30', { change: '-1.00', change_ratio: '-1.01' })]),
    )
    await screen.findByText('US 30 (sim)')
    expect(asked(quotes.top)[0]).toMatchObject({ market: 'IDX', type: 'losers' })
    expect(screen.queryByRole('tab', { name: 'Más activas' })).toBeNull()
  })

  it('that failed offers to be read again, and leaves the rest of the page alone', async () => {
    let fails = true
    const { asked } = await open(
      'pages/market/index?market=FUT',
      answer(futures.list, () => (fails ? { refusedWith: 9000 } : [futureOf('SES', '2026H')])),
    )
    const again = await screen.findByRole('button', { name: /reintentar/ })
    expect(screen.getByRole('tab', { name: /Futuros/ })).toBeDefined()
    fails = false
    fireEvent.click(again)
    expect(await screen.findByText('US 500 mar 2026 (sim)')).toBeDefined()
    expect(asked(reference.markets)).toHaveLength(1)
  })
})
