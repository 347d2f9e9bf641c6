import { type Wallet, wallets } from '@rueda/contract/wallets.ts'
import { screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Balance } from '../home/Balance.tsx'
import { WalletList } from '../profile/WalletList.tsx'

/** Goal: a requested withdrawal is still shown, with its state, beside the total and in its wallet. */
afterEach(leave)

const openWithdrawals = [
  { state: 'pending', amount: '500.00' },
  { state: 'sending', amount: '20.00' },
] as const
const overview = answer(wallets.overview, {
  ...{
    thisDate: '18-11-2026',
    todayProfit: '0.00',
    todayProfitRatio: '0.00',
    totalAssets: '100000.00',
    openWithdrawals: [...openWithdrawals],
  },
  ...{
    cash: '100000.00',
    cashByWallet: [],
    positionsValue: '0.00',
    frozen: '520.00',
    liabilities: '0.00',
    fundsValue: '0.00',
    followValue: '0.00',
  },
  ...{ curve: [], returns: { timeWeighted: null, moneyWeighted: null }, held: [], currency: 'USD' },
})
const wallet: Wallet = {
  ...{ walletType: 'US_WALLET', currency: 'USD', symbol: '$', balance: '100000.00', usedBalance: '520.00', available: '99480.00' },
  ...{ unsettled: '0.00', withdrawable: '99480.00', valueUsd: '100000.00' },
}
const all = answer(wallets.all, {
  ...{ totalAssets: '100000.00', totalAvailable: '99480.00', ratesTimestamp: null, wallets: [wallet] },
  openWithdrawals: openWithdrawals.map((each) => ({ ...each, walletType: 'US_WALLET' as const })),
})

it('home keeps it in the total, says how far it is and leads to the withdrawals', async () => {
  await visit(Balance, { at: 'pages/home/index', answers: [overview], signedIn: true })
  for (const text of [/Retiros en revisión/, /Retiros en camino/]) {
    const line = await screen.findByRole('link', { name: text })
    expect(line.getAttribute('href')).toContain('pages/withdraw/record')
  }
  expect((await screen.findByRole('link', { name: /en revisión/ })).textContent).toContain('500')
})

it('its wallet says it too', async () => {
  await visit(WalletList, { at: 'pages/profile/index', answers: [all], signedIn: true })
  const row = await screen.findByRole('button', { name: /USD/ })
  expect(within(row).getByText(/Retiros en revisión/).textContent).toContain('500')
  expect(within(row).getByText(/Retiros en camino/).textContent).toContain('20')
})
