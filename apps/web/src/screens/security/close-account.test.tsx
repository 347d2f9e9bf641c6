import { broadcasts } from '@rueda/contract/broadcasts.ts'
import { orders } from '@rueda/contract/orders.ts'
import { positions } from '@rueda/contract/positions.ts'
import { security } from '@rueda/contract/security.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { orderOf } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Home } from '../home/Home.tsx'
import { CloseAccount } from './CloseAccount.tsx'

/** Goal: whoever closes an account has seen the sum that is lost with it, and afterwards reads that it is closed. */
afterEach(leave)

const wallet = (walletType: 'STOCK' | 'BALANCE', currency: string, balance: string) => ({
  ...{ walletType, currency, symbol: '$', balance, usedBalance: '0.00', available: balance, unsettled: '0.00', withdrawable: balance },
  valueUsd: null,
})
const noPage = { total: 0, pageNum: 1, pageSize: 1, pages: 1 }
const overview = {
  ...{ thisDate: '2026-11-22', todayProfit: '0.00', todayProfitRatio: '0.00', totalAssets: '101304.11', openWithdrawals: [], cash: '1.00' },
  ...{
    cashByWallet: [],
    positionsValue: '0.00',
    frozen: '0.00',
    liabilities: '0.00',
    fundsValue: '0.00',
    followValue: '0.00',
    returns: { timeWeighted: null, moneyWeighted: null },
    curve: [],
    held: [],
  },
  currency: 'USD' as const,
}

it('names what is lost by closing, wallet by wallet, before the button, and leads to a page that says it is closed', async () => {
  const { place } = await visit(() => <CloseAccount />, {
    at: 'pages/setting/account',
    signedIn: true,
    answers: [
      answer(wallets.overview, overview),
      answer(wallets.all, {
        ...{ totalAssets: '101304.11', totalAvailable: '101304.11', ratesTimestamp: null, openWithdrawals: [] },
        wallets: [wallet('STOCK', 'USD', '100000.00'), wallet('BALANCE', 'ARS', '1200000.00')],
      }),
      answer(positions.holding, { ...noPage, list: [], totalMarketValue: '0.00', totalProfit: '0.00', currency: 'USD' }),
      answer(orders.list, { ...noPage, total: 1, list: [orderOf()] }),
      answer(security.close, true),
    ],
  })
  fireEvent.click(screen.getByRole('button', { name: 'Cerrar mi cuenta' }))
  const factOf = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent ?? ''
  await waitFor(async () => expect(await factOf('Dinero y posiciones')).toContain('$101.304,11'))
  expect(await factOf('Efectivo para acciones de EE. UU.')).toBe('$100.000,00')
  expect(await factOf('Saldo')).toContain('1.200.000,00')
  expect(await factOf('Órdenes en curso')).toBe('1')
  fireEvent.click(screen.getAllByRole('button', { name: 'Cerrar mi cuenta' }).at(-1) as HTMLElement)
  await waitFor(() => expect(place()).toBe('?closed=1'))
})

it('says on the page that one lands on that the account is closed', async () => {
  await visit(Home, { at: '?closed=1', answers: [answer(broadcasts.banners, [])] })
  expect(await screen.findByText('Tu cuenta está cerrada.')).toBeDefined()
  leave()
  await visit(Home, { at: '', answers: [answer(broadcasts.banners, [])] })
  expect(screen.queryByText('Tu cuenta está cerrada.')).toBeNull()
})
