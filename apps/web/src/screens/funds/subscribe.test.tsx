import type { ExchangeOffer } from '@rueda/contract/bring.ts'
import { type FundProduct, funds } from '@rueda/contract/funds.ts'
import { switches } from '@rueda/contract/switches.ts'
import { type Transfer, transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { allWallets, onePage, walletRow } from '../../testing/samples.ts'
import { SubscribeForm } from './SubscribeForm.tsx'
import { SubscribeReview } from './SubscribeReview.tsx'
import { useState } from 'react'

/** Goal: the button of a subscription names what is in the way, and the review says what it leaves and until when it can be undone. */
afterEach(leave)

const fund: FundProduct = {
  ...{ id: 'gold', type: 'regular', currency: 'USD', walletType: 'US_WALLET', termDays: 30, nav: '1.2500', navDate: '2026-11-20' },
  ...{ navHistory30: [], returns: { d7: null, d7Annualised: null, m1: null, y1: null, maxDrawdown: '0.00' }, minAmount: '10.00' },
  ...{ maxAmount: '100000.00', mgmtFeeRate: '0.005', subscribeFeeRate: '0.005', earlyRedeemFeeRate: '0.01', riskLevel: 4, rule: 'fixed' },
  ...{ billRate: null, holdingsTop: [], capacity: '10000000.00', remain: '70000.00', dealDate: '2026-11-23', payDate: '2026-11-24' },
  ...{ suspended: 0, cutOffTimestamp: Date.parse('2026-11-23T20:00:00Z') },
}
const OFFER = { walletType: 'BALANCE', amount: '1501500.00', rate: '1486.50', baseCurrency: 'USD', quoteCurrency: 'ARS' } as const
let sent: unknown[] = []
let asked: unknown[] = []
let underWay: Transfer[] = []
let offering: Promise<{ exchange: ExchangeOffer | null }>
beforeEach(() => {
  sent = []
  asked = []
  underWay = []
  offering = Promise.resolve({ exchange: OFFER })
})

function Subscribing() {
  const [amount, setAmount] = useState('')
  const [isReviewed, setReviewed] = useState(false)
  return isReviewed ? (
    <SubscribeReview fund={fund} amount={amount} onDone={() => undefined} />
  ) : (
    <SubscribeForm fund={fund} amount={amount} onAmount={setAmount} onReview={() => setReviewed(true)} />
  )
}
const type = async (amount: string) =>
  act(async () => void fireEvent.input(await screen.findByLabelText(/^Monto/), { target: { value: amount } }))
const open = () =>
  visit(Subscribing, {
    at: 'pages/yinmutual/index',
    signedIn: true,
    answers: [
      answer(
        wallets.all,
        allWallets(walletRow('US_WALLET', '50000.00'), walletRow('STOCK', '15000.00'), walletRow('BALANCE', '9000000.00')),
      ),
      answer(transfers.exchangeOffer, (input) => {
        asked.push(input)
        return offering
      }),
      answer(transfers.list, onePage(underWay)),
      answer(switches.off, []),
      answer(funds.create, (input) => {
        sent.push(input)
        return { refusedWith: 5004 }
      }),
    ],
  })

it('names what is in the way, and leads to the exchange that gives what all wallets lack', async () => {
  await open()
  expect(await screen.findByRole('button', { name: 'Ingresá el monto' })).toBeDefined()
  await type('5')
  expect(screen.getByRole('button', { name: 'Lo mínimo es $10,00' })).toBeDefined()
  await type('70000.01')
  expect(screen.getByRole('button', { name: 'Lo máximo es $70.000,00' })).toBeDefined()
  await type('66000')
  const lead = await screen.findByRole('link', { name: 'Faltan $1.000,00: cambiar moneda' })
  expect(asked.at(-1)).toEqual({ walletType: 'US_WALLET', amount: '1000.00' })
  expect(lead.getAttribute('href')).toContain('to=US_WALLET&from=BALANCE&amount=1501500.00')
  expect(lead.getAttribute('href')).toContain(`return=${encodeURIComponent('/pages/yinmutual/index?type=regular&id=gold')}`)
  expect(screen.getByText(/ahora 1 USD son 1.486,50 ARS/u)).toBeDefined()
})

it('never leads to the exchange of what another amount lacked, while the one for this amount is not known', async () => {
  await open()
  await type('66000')
  await screen.findByRole('link', { name: 'Faltan $1.000,00: cambiar moneda' })
  offering = new Promise(() => undefined)
  await type('67000')
  const waiting = await screen.findByRole('button', { name: 'Faltan $2.000,00: cambiar moneda' })
  expect(waiting.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('link', { name: /cambiar moneda/ })).toBeNull()
  expect(screen.queryByText(/ahora 1 USD son/u)).toBeNull()
  await vi.waitFor(() => expect(asked.at(-1)).toEqual({ walletType: 'US_WALLET', amount: '2000.00' }))
  expect(screen.queryByRole('link', { name: /cambiar moneda/ })).toBeNull()
})

const exchanged = (toAmount: string, toWalletType: Transfer['toWalletType'] = 'US_WALLET'): Transfer => ({
  ...{ transferId: '01a1fd22-b178-7ed2-a02c-6916a8f97825', transferNo: 'T-1', fromWalletType: 'BALANCE', toWalletType },
  ...{ fromCurrency: 'ARS', toCurrency: 'USD', status: 1, fromAmount: '1501500.00', toAmount, rate: '1486.50', mid: '1480.00' },
  ...{ spread: '0.50', feeAmount: '5.00', createTimeTimestamp: 0, settleTimestamp: Date.parse('2026-11-23T15:18:00Z') },
  ...{ endTimestamp: null, returnAmount: null, returnCost: null, returnRate: null },
})

it('does not ask to exchange what an exchange under way already brings', async () => {
  underWay = [exchanged('1005.00')]
  await open()
  await type('66000')
  const told = await screen.findByRole('button', { name: /^\$1\.005,00 en camino: llegan a las / })
  expect(told.getAttribute('aria-disabled')).toBe('true')
  expect(screen.queryByRole('link', { name: /cambiar moneda/ })).toBeNull()
  expect(screen.queryByText(/ahora 1 USD son/u)).toBeNull()
})

it('asks only for what the exchange under way leaves open, and counts one to another wallet of the currency', async () => {
  underWay = [exchanged('400.00', 'STOCK')]
  await open()
  await type('66000')
  expect(await screen.findByRole('link', { name: 'Faltan $600,00: cambiar moneda' })).toBeDefined()
  expect(asked.at(-1)).toEqual({ walletType: 'US_WALLET', amount: '600.00' })
})

it('reviews what it leaves in the wallet and how long it binds, and sends it once', async () => {
  await open()
  await type('2000')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Continuar' })))
  expect(screen.getByText('$48.000,00')).toBeDefined()
  expect(screen.getByText('$10,00')).toBeDefined()
  expect(screen.getByText('≈ 1.592,0000')).toBeDefined()
  expect(screen.getByText('23/12/2026')).toBeDefined()
  expect(screen.getByText(/Queda por 30 días/)).toBeDefined()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Suscribir' })))
  expect(sent).toEqual([{ productId: 'gold', action: 'subscribe', amount: '2000' }])
})

it('says which wallet gives what before the button, and sends it with the subscription', async () => {
  await open()
  await type('60000')
  expect(screen.getByText('Podés usar $65.000,00: $50.000,00 en Cuenta US y $15.000,00 en otras billeteras')).toBeDefined()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Continuar' })))
  expect(screen.getByText('Transferido desde Efectivo para acciones de EE. UU.').closest('div')?.textContent).toContain('$10.000,00')
  expect(screen.getByText('Cuenta US').closest('div')?.textContent).toContain('$0,00')
  expect(screen.getByText(/va con esto en una sola operación/u)).toBeDefined()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Suscribir' })))
  expect(sent).toEqual([{ productId: 'gold', action: 'subscribe', amount: '60000', bring: [{ walletType: 'STOCK', amount: '10000.00' }] }])
})
