import { transfers, type ExchangeQuote, type Transfer as TransferRow } from '@rueda/contract/transfers.ts'
import { type Wallet, wallets } from '@rueda/contract/wallets.ts'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { READ_AGAIN, ReadAgain } from '../../testing/ReadAgain.tsx'
import { allWallets, onePage } from '../../testing/samples.ts'
import { type Answer, answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Transfer } from './Transfer.tsx'

/** Goal: what a transfer costs, when it arrives and what cannot be undone is on screen before the button is. */
beforeEach(() => sessionStorage.clear())
afterEach(leave)

const wallet = (walletType: Wallet['walletType'], currency: string, available: string): Wallet => ({
  walletType,
  currency,
  symbol: '',
  balance: available,
  usedBalance: '0.00',
  available,
  unsettled: '0.00',
  withdrawable: available,
  valueUsd: available,
})
const all = answer(wallets.all, {
  totalAssets: '0.00',
  totalAvailable: '0.00',
  ratesTimestamp: null,
  openWithdrawals: [],
  wallets: [wallet('US_WALLET', 'USD', '1000.00'), wallet('STOCK', 'USD', '50.00'), wallet('AR', 'ARS', '0.00')],
})
const quoteOf = (holdsMs: number): ExchangeQuote => ({
  quoteId: '01a1fd22-b178-7ed2-a02c-6916a8f97824',
  fromCurrency: 'USD',
  toCurrency: 'ARS',
  fromAmount: '250',
  toAmount: '282060.11',
  baseCurrency: 'USD',
  quoteCurrency: 'ARS',
  mid: '1133.91',
  rate: '1128.24045',
  spreadPct: '0.50',
  feeAmount: '1417.39',
  midTimestamp: Date.now(),
  expireTimestamp: Date.now() + holdsMs,
  settleDelayMs: 60_000,
  source: 'SIM',
})
const rowOf = (differs: Partial<TransferRow> = {}): TransferRow => ({
  transferId: '01a1fd22-b178-7ed2-a02c-6916a8f97825',
  transferNo: 'T-1',
  fromWalletType: 'US_WALLET',
  toWalletType: 'AR',
  fromCurrency: 'USD',
  toCurrency: 'ARS',
  status: 1,
  fromAmount: '250.00',
  toAmount: '282060.11',
  rate: '1128.24045',
  mid: '1133.91',
  spread: '0.50',
  feeAmount: '1417.39',
  createTimeTimestamp: Date.now(),
  settleTimestamp: Date.now() + 45_000,
  endTimestamp: null,
  returnAmount: null,
  returnCost: null,
  returnRate: null,
  ...differs,
})
const nothingPending = answer(transfers.list, onePage<TransferRow>([]))
const open = (query: string, ...answers: readonly Answer[]) =>
  visit(Transfer, { at: `pages/profile/transfer?${query}`, answers: [all, ...answers], signedIn: true })

describe('between wallets of one currency', () => {
  it('says that it costs nothing and what both hold afterwards, and sends it once', async () => {
    const { asked } = await open(
      'from=US_WALLET&to=STOCK&amount=250',
      nothingPending,
      answer(transfers.create, rowOf({ toWalletType: 'STOCK', toCurrency: 'USD', status: 2, rate: null, settleTimestamp: null })),
    )
    expect(await screen.findByText('Llega en el momento y no tiene costo.')).toBeDefined()
    expect(screen.getByText('$750,00')).toBeDefined()
    expect(screen.getByText('$300,00')).toBeDefined()
    expect(asked(transfers.quote)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Revisar transferencia' }))
    const confirm = await screen.findByRole('button', { name: 'Transferir' })
    fireEvent.click(confirm)
    expect(await screen.findByText('Transferencia hecha')).toBeDefined()
    expect(asked(transfers.create)).toEqual([{ fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: '250' }])
  })

  it.each([
    ['/pages/payment/stock?code=ARDV', 'Volver a la orden'],
    ['/pages/robot/detail?id=grid', 'Volver al robot'],
    ['/pages/loan/repayment', 'Volver al préstamo'],
    ['/pages/product/placing?id=1', 'Volver a la colocación'],
    ['/pages/payment/newstock?id=1', 'Volver a la solicitud'],
    ['/pages/payment/follow?id=momentum', 'Volver a la agencia'],
    ['/pages/yinmutual/index?id=balanced', 'Volver al fondo'],
    ['/pages/product/blocktrade?id=1', 'Volver al bloque'],
  ])('leads back to what sent it, by its name: %s', async (sender, words) => {
    const done = rowOf({ toWalletType: 'STOCK', toCurrency: 'USD', status: 2, rate: null, settleTimestamp: null })
    const way = `from=US_WALLET&to=STOCK&amount=250&return=${encodeURIComponent(sender)}`
    await open(way, nothingPending, answer(transfers.create, done))
    fireEvent.click(await screen.findByRole('button', { name: 'Revisar transferencia' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Transferir' }))
    expect(await screen.findByRole('button', { name: words })).toBeDefined()
  })

  it('names what stands in the way: more than may leave becomes all that may', async () => {
    await open('from=STOCK&to=US_WALLET&amount=60', nothingPending)
    fireEvent.click(await screen.findByRole('button', { name: 'Podés transferir hasta $50,00' }))
    expect(await screen.findByRole('button', { name: 'Revisar transferencia' })).toBeDefined()
  })
})

it('goes on showing what was reviewed while it is being sent, whatever the wallets say before its answer', async () => {
  let moved = false
  const finish = Promise.withResolvers<TransferRow>()
  const done = rowOf({ toWalletType: 'STOCK', toCurrency: 'USD', status: 2, rate: null, settleTimestamp: null })
  const Both = () => (
    <>
      <Transfer />
      <ReadAgain />
    </>
  )
  const both = (us: string, stock: string) => allWallets(wallet('US_WALLET', 'USD', us), wallet('STOCK', 'USD', stock))
  const { asked } = await visit(Both, {
    at: 'pages/profile/transfer?from=US_WALLET&to=STOCK&amount=250',
    answers: [
      answer(wallets.all, () => (moved ? both('750.00', '300.00') : both('1000.00', '50.00'))),
      nothingPending,
      answer(transfers.create, () => finish.promise),
    ],
    signedIn: true,
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Revisar transferencia' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Transferir' }))
  await waitFor(() => expect(asked(transfers.create)).toHaveLength(1))
  const page = () => document.body.textContent
  const reviewed = page()
  expect(reviewed).toContain('$750,00')
  moved = true
  fireEvent.click(screen.getByText(READ_AGAIN))
  await waitFor(() => expect(asked(wallets.all)).toHaveLength(2))
  await act(async () => undefined)
  expect(page()).toBe(reviewed)
  finish.resolve(done)
  expect(await screen.findByText('Transferencia hecha')).toBeDefined()
})

describe('into another currency', () => {
  it('shows the rate, what it costs, what arrives and how long that holds', async () => {
    await open('from=US_WALLET&to=AR&amount=250', nothingPending, answer(transfers.quote, quoteOf(20_000)))
    expect(await screen.findByText('1 USD = 1.128,24045 ARS')).toBeDefined()
    expect(screen.getByText('Costo del cambio (0,50%)')).toBeDefined()
    expect(screen.getByText(/ARS.1\.417,39/)).toBeDefined()
    expect(screen.getByText(/vale (19|20|21) s más/)).toBeDefined()
    expect(screen.getByText(/Se acredita a los 60 segundos/)).toBeDefined()
  })

  it('never promises a rate for longer than it is held', async () => {
    await open('from=US_WALLET&to=AR&amount=250', nothingPending, answer(transfers.quote, quoteOf(32_000)))
    expect(await screen.findByText(/vale 30 s más/)).toBeDefined()
  })

  it('asks for another rate once that one has expired, before anything can be sent', async () => {
    let held = -2_000
    const { asked } = await open(
      'from=US_WALLET&to=AR&amount=250',
      nothingPending,
      answer(transfers.quote, () => quoteOf(held)),
    )

    const refresh = await screen.findByText('Actualizar cotización')
    held = 20_000
    fireEvent.click(refresh)
    expect(await screen.findByRole('button', { name: 'Revisar transferencia' })).toBeDefined()
    expect(asked(transfers.quote)).toHaveLength(2)
  })
})

it('a transfer on its way counts down, and can be called back once both amounts were on screen', async () => {
  let status = 1
  let returned = '247.51'
  const { asked } = await open(
    '',
    answer(transfers.list, () => onePage(status === 1 ? [rowOf({ status })] : [])),
    answer(transfers.cancelQuote, () => ({
      transferId: rowOf().transferId,
      currency: 'USD',
      returnAmount: returned,
      returnCost: returned === '247.51' ? '2.49' : '2.50',
      rate: '1493.9325',
      mid: '1486.50',
      midTimestamp: Date.now(),
    })),
    answer(transfers.cancel, () => {
      status = 4
      return rowOf({ status, endTimestamp: Date.now(), returnAmount: returned, returnCost: '2.50', returnRate: '1493.9325' })
    }),
  )
  fireEvent.click(await screen.findByRole('button', { name: /Cuenta US → Argentina/ }))
  expect(await screen.findByText(/^En 4\d s$/)).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar transferencia' }))
  expect(screen.getByText(/vuelve a Cuenta US/)).toBeDefined()
  expect(await screen.findByText('$247,51')).toBeDefined()
  expect(screen.getByText('$2,49')).toBeDefined()
  expect(screen.getByText('1 USD = 1.493,9325 ARS')).toBeDefined()
  // The rate moves while it is read, and so do both amounts.
  returned = '247.50'
  expect(await screen.findByText('$247,50', {}, { timeout: 5_000 })).toBeDefined()
  expect(asked(transfers.cancel)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Cancelar transferencia' }))
  await waitFor(() => expect(asked(transfers.cancel)).toEqual([{ transferId: rowOf().transferId, leastReturn: '247.26' }]))
})
