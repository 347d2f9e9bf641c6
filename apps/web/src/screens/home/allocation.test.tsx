import type { DataOf } from '@rueda/contract/endpoint.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Allocation } from './Allocation.tsx'

/** Goal: two values of the same holdings beside each other differ only where it is said why. */
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
