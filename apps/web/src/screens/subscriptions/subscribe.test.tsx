import { agreements } from '@rueda/contract/agreements.ts'
import { type IpoItem, type IpoOrder, subscriptions } from '@rueda/contract/subscriptions.ts'
import { switches } from '@rueda/contract/switches.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { READ_AGAIN, ReadAgain } from '../../testing/ReadAgain.tsx'
import { allWallets, onePage, walletRow } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Subscribe } from './Subscribe.tsx'

/** Goal: an application shows what it holds, and goes on showing that while it is being sent. */
beforeEach(() => sessionStorage.clear())
afterEach(leave)

const ID = '6f1c2d3e-0000-4000-8000-000000000001'
const ORDER_ID = '6f1c2d3e-0000-4000-8000-000000000002'
const TOMORROW = Date.now() + 86_400_000
const ipo: IpoItem = {
  ...{ id: ID, name: 'Azurite Chemicals', stockCode: 'AZCH', exchangeCode: 'NYSE', market: 'US', price: '40.00', currency: 'USD' },
  ...{ lotSize: '10', minCount: '10', maxCountPerUser: '1000', totalQuantity: '39900000', userQuota: '20000', purchaseStartDate: 1 },
  ...{ purchaseEndDate: TOMORROW, drawDate: TOMORROW, listDate: TOMORROW, prospectusDate: 1, fundRaised: '1667820000.00' },
  ...{ industry: 'x', sector: 'y', description: 'z', underwriter: 'Novak', chiefExecutive: 'Ulises', employees: 460, pe: null },
  ...{ sharesOutstanding: '1144700000', oversubscription: '2.50', customerLots: '12', publicLots: '9000', status: 1, commitHash: 'h' },
  ...{ seedReveal: null, simulated: 1 },
}
const applied: IpoOrder = {
  ...{ id: ORDER_ID, orderNo: 'I-1', ipoId: ID, name: ipo.name, stockCode: ipo.stockCode, price: ipo.price, currency: 'USD' },
  ...{ quantity: '10', totalAmount: '400.00', allotQuantity: '0', paidAmount: '0.00', pendingAmount: '400.00', refundAmount: '0.00' },
  ...{ status: 0, offeringWithdrawn: 0, delivered: 0, cancellable: 1, listDate: TOMORROW, purchaseEndDate: TOMORROW },
  ...{ drawDate: TOMORROW, drawKey: null, createTimeTimestamp: 1 },
}

it('stays as it was until the answer is there, whatever wallet and list say before it', async () => {
  let held = false
  const finish = Promise.withResolvers<{ orderId: string; holdAmount: string; status: number }>()
  const Both = () => (
    <>
      <Subscribe />
      <ReadAgain />
    </>
  )
  const { asked } = await visit(Both, {
    at: `pages/payment/newstock?id=${ID}`,
    signedIn: true,
    answers: [
      answer(subscriptions.newStock, [ipo]),
      answer(subscriptions.running, () => onePage(held ? [applied] : [])),
      answer(subscriptions.create, () => finish.promise),
      answer(wallets.all, () => allWallets(walletRow('SUBSCRIPTION', held ? '100.00' : '500.00'))),
      answer(transfers.list, onePage([])),
      answer(transfers.exchangeOffer, { exchange: null }),
      answer(switches.off, []),
      answer(agreements.standing, { due: [], accepted: [] }),
    ],
  })
  fireEvent.input(await screen.findByLabelText('Cantidad de acciones'), { target: { value: '10' } })
  for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box)
  expect(await screen.findByText('$100,00')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Suscribir' }))
  await waitFor(() => expect(asked(subscriptions.create)).toHaveLength(1))
  const page = () => document.body.textContent
  const reviewed = page()
  held = true
  fireEvent.click(screen.getByText(READ_AGAIN))
  await waitFor(() => expect(asked(subscriptions.running).length + asked(wallets.all).length).toBe(4))
  await act(async () => undefined)
  expect(page()).toBe(reviewed)
  finish.resolve({ orderId: ORDER_ID, holdAmount: '400.00', status: 0 })
  expect(await screen.findByRole('status')).toBeDefined()
})
