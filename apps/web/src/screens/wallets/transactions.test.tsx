import { type CashFlow, type Wallet, wallets } from '@rueda/contract/wallets.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { onePage } from '../../testing/samples.ts'
import { Transactions } from './Transactions.tsx'

/** Goal: every movement is found, and money that a request under way has set aside is said where it is no movement yet. */
afterEach(leave)

const wallet = (walletType: Wallet['walletType'], usedBalance: string): Wallet => ({
  ...{ walletType, currency: 'USD', symbol: '$', balance: '1000.00', usedBalance, available: '500.00' },
  ...{ unsettled: '0.00', withdrawable: '500.00', valueUsd: '1000.00' },
})
const all = (...rows: Wallet[]) =>
  answer(wallets.all, { totalAssets: '1000.00', totalAvailable: '500.00', ratesTimestamp: null, wallets: rows, openWithdrawals: [] })
const open = (at: string, ...rows: Wallet[]) =>
  visit(Transactions, { at, answers: [all(...rows), answer(wallets.cashFlows, onePage([]))], signedIn: true })
const inFunds = wallet('SUBSCRIPTION', '500.00')

it('says by wallet what is in use, and why it is no movement yet', async () => {
  await open('pages/profile/transaction', inFunds, wallet('STOCK', '0.00'))
  expect((await screen.findByText('En uso en Suscripciones')).nextElementSibling?.textContent).toContain('500,00')
  expect(screen.getByText(/suscripciones y otros pedidos en curso/)).toBeDefined()
  expect(screen.queryByText('En uso en Efectivo para acciones de EE. UU.')).toBeNull()
})

it('says it of the wallet that is asked for alone', async () => {
  await open('pages/profile/transaction?wallet=STOCK', inFunds, wallet('STOCK', '20.00'))
  expect(await screen.findByText('En uso en Efectivo para acciones de EE. UU.')).toBeDefined()
  expect(screen.queryByText('En uso en Suscripciones')).toBeNull()
})

it('says nothing where nothing is in use', async () => {
  await open('pages/profile/transaction', wallet('STOCK', '0.00'))
  expect(await screen.findByText('Sin movimientos en este período')).toBeDefined()
  expect(screen.queryByText(/^En uso/)).toBeNull()
})

const ORDER = '0199a2f0-0000-7000-8000-000000000001'

it('an order that was filled in parts is one movement, with each execution inside', async () => {
  const at = Date.parse('2026-11-20T15:00:00Z')
  const part = (id: string, amount: string): CashFlow => ({
    ...{ id, amount, walletType: 'STOCK', bizType: 'BUY', bizNo: 'S1', balanceAfter: '900.00' },
    ...{ currency: 'USD', remark: 'HRPT', createTimeTimestamp: at, orderId: ORDER, quantity: '5' },
  })
  const flows = answer(wallets.cashFlows, onePage([part('2', '-20.00'), part('1', '-10.50')]))
  await visit(Transactions, { at: 'pages/profile/transaction', answers: [all(), flows], signedIn: true })
  const row = await screen.findByRole('button', { name: /HRPT · 2 ejecuciones/ })
  expect(row.textContent).toContain('30,50')
  fireEvent.click(row)
  const parts = await screen.findByRole('region', { name: 'Ejecuciones' })
  expect(screen.getByText('Cantidad').nextElementSibling?.textContent).toBe('10')
  expect(within(parts).getByText(/20,00/)).toBeDefined()
  expect(within(parts).getByText(/10,50/)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ver' }).getAttribute('href')).toBe(`#/pages/order/detail?id=${ORDER}`)
})
