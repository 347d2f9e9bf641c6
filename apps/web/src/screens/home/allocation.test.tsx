import type { DataOf } from '@rueda/contract/endpoint.ts'
import { positions } from '@rueda/contract/positions.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { AccountBar } from '../../app/desk/AccountBar.tsx'
import { receive } from '../../shared/live/live.ts'
import { allWallets, onePage, positionOf, quoteOf, walletRow } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { AssetsCard } from '../profile/AssetsCard.tsx'
import { Allocation } from './Allocation.tsx'
import { Balance } from './Balance.tsx'
import { HeldCard } from './HeldCard.tsx'

/** Goal: two figures of the same holdings on one screen are of the same prices, and add up to the cent; it is said of when they are. */
afterEach(leave)

const overview: DataOf<typeof wallets.overview> = {
  ...{ thisDate: '18-11-2026', todayProfit: '0.00', todayProfitRatio: '0.00', totalAssets: '1500.00', openWithdrawals: [], cash: '500.00' },
  ...{ cashByWallet: [{ walletType: 'STOCK', value: '500.00' }], positionsValue: '1000.00', frozen: '0.00', liabilities: '0.00' },
  ...{
    fundsValue: '0.00',
    followValue: '0.00',
    curve: [],
    returns: { timeWeighted: null, moneyWeighted: null },
    held: [],
    currency: 'USD',
  },
}

it('says of when the values are, and what of positions on margin counts', async () => {
  await visit(Allocation, { at: '', signedIn: true, answers: [answer(wallets.overview, overview)] })
  expect(
    await screen.findByText(/^A los últimos precios de las \d\d:\d\d:\d\d\. De las posiciones con margen cuenta su resultado/u),
  ).toBeDefined()
})

it('follows each price as everything else on the screen does', async () => {
  const AT = Date.parse('2026-11-18T15:00:00Z')
  const holding = positionOf('US', 'MOVD', { quantity: '10', currentPrice: '100.00', marketValue: '1000.00', todayProfit: '0.00' })
  const held = [{ code: holding.code, quantity: '10', price: '100.00', atTimestamp: AT }]
  const Desk = () => (
    <>
      <Balance />
      <HeldCard />
      <Allocation />
      <AssetsCard />
      <AccountBar />
    </>
  )
  await visit(Desk, {
    at: '',
    signedIn: true,
    answers: [
      answer(wallets.overview, { ...overview, held }),
      answer(wallets.one, walletRow('STOCK', '500.00')),
      answer(wallets.all, allWallets(walletRow('STOCK', '500.00'))),
      answer(positions.holding, { ...onePage([holding]), totalMarketValue: '1000.00', totalProfit: '0.00', currency: 'USD' }),
    ],
  })
  const times = (amount: string): number => document.body.textContent.split(amount).length - 1
  await waitFor(() => expect([times('$1.000,00'), times('$1.500,00')]).toEqual([3, 3]))
  const quote = { ...quoteOf('US', 'MOVD', { price_nominal: '98.20' }), updateTimeTimestamp: AT + 1 }
  act(() => receive({ ch: 'quote', type: 'update', data: [quote] } as never))
  // The holding in its row and in both lists of parts; what today brought in the row, the bar, the balance and the profile.
  const figures = ['$982,00', '$1.000,00', '−$18,00', '$1.482,00']
  await waitFor(() => expect(figures.map(times)).toEqual([3, 0, 4, 3]))
})
