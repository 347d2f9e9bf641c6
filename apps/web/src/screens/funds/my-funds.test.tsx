import { type FundOrder, type FundProduct, funds } from '@rueda/contract/funds.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { MyFunds } from './MyFunds.tsx'

/** Goal: giving units back says what leaving early costs, and is sent with the customer's word that they know. */
afterEach(leave)

const order: FundOrder = {
  ...{
    id: '6f1c2d3e-0000-4000-8000-000000000001',
    orderNo: 'F20261120-0123456789',
    productId: 'us-index',
    type: 'regular',
    currency: 'USD',
  },
  ...{ amount: '1000.00', fee: '5.00', units: '972.2493', nav: '1.0234', currentNav: '1.030101', currentValue: '1001.51', income: '1.51' },
  ...{ zdf: '0.15', status: 1, cancelled: 0, confirmDate: '2026-11-20', cancellable: 0, cutOffTimestamp: null, redeemUnits: null },
  ...{ redeemAmount: null, redeemFee: null, payDate: null, paidAmount: '0.00', createTimeTimestamp: Date.parse('2026-11-20T17:00:00Z') },
  ...{ expireTimeTimestamp: Date.parse('2027-02-18T05:00:00Z'), expireDate: '2027-02-18' },
}
const product: FundProduct = {
  ...{ id: 'us-index', type: 'regular', currency: 'USD', walletType: 'US_WALLET', termDays: 90, nav: '1.0301', navDate: '2026-11-20' },
  ...{
    navHistory30: [],
    returns: { d7: null, d7Annualised: null, m1: null, y1: null, maxDrawdown: '0.00' },
    minAmount: '10.00',
    maxAmount: '100000.00',
  },
  ...{ mgmtFeeRate: '0.003', subscribeFeeRate: '0.005', earlyRedeemFeeRate: '0.01', riskLevel: 4, rule: 'fixed', billRate: null },
  ...{ holdingsTop: [], capacity: '10000000.00', remain: '10000000.00', dealDate: '2026-11-23', payDate: '2026-11-24', suspended: 0 },
  cutOffTimestamp: Date.parse('2026-11-23T20:00:00Z'),
}
const sums = { currentAmount: '0.00', currentIncome: '0.00', regularAmount: '1001.51', regularIncome: '1.51', pendingAmount: '2000.00' }
const stat = { ...sums, totalIncome: '1.51', yesterdayIncome: '0.00', currency: 'USD' }
const pageOf = <Row,>(list: Row[]) => ({ list, total: list.length, pageNum: 1, pageSize: 20, pages: 1 })

it('shows the cost of leaving early, and sends it as known', async () => {
  const sent: unknown[] = []
  await visit(MyFunds, {
    at: 'pages/yinmutual/myhold',
    signedIn: true,
    answers: [
      answer(funds.stat, stat),
      answer(funds.list, pageOf([order])),
      answer(funds.products, pageOf([product])),
      answer(funds.create, (input) => {
        sent.push(input)
        return { ...order, status: 2, redeemUnits: '972.2493', confirmDate: '2026-11-23' }
      }),
    ],
  })
  // Money that waits is not in the fund yet, and is told.
  expect(await screen.findByText('$2.000,00')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: /Índice de EE\. UU\./ }))
  // Bought at a value of four digits, and worth one of six now.
  expect((await screen.findAllByText('1,0234')).length).toBeGreaterThan(0)
  expect(screen.getAllByText('1,030101').length).toBeGreaterThan(0)
  fireEvent.click(await screen.findByRole('button', { name: 'Rescatar' }))
  expect(await screen.findByText(/Si rescatás antes, 1,00% del valor queda en el fondo/)).toBeDefined()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Rescatar' })))
  expect(screen.getByText('Ingresá las cuotapartes')).toBeDefined()
  fireEvent.click(await screen.findByRole('button', { name: 'Todas' }))
  expect(await screen.findByText('≈ $10,02')).toBeDefined()
  expect(screen.getByText('≈ $991,49')).toBeDefined()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Rescatar' })))
  expect(sent).toEqual([{ productId: 'us-index', action: 'redeem', orderId: order.id, units: '972.2493', takesEarlyFee: 1 }])
})
