import { type User, accounts } from '@rueda/contract/accounts.ts'
import { agreements } from '@rueda/contract/agreements.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type FollowAgency, type FollowOrder as Order, follow } from '@rueda/contract/follow.ts'
import { suitability } from '@rueda/contract/suitability.ts'
import { switches } from '@rueda/contract/switches.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { allWallets, onePage, walletRow } from '../../testing/samples.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { Follow } from './Follow.tsx'
import { FollowOrder } from './FollowOrder.tsx'
import { amountFault, exampleOf } from './order-draft.ts'

/** Goal: what a mandate may bring and lose is there before any button, and what stands in the way is named. */
afterEach(leave)

const bounds = { minAmount: '100.00', maxAmount: '1000000.00', remain: '5000.00' }

it('names what is wrong with an amount', () => {
  expect(amountFault('', bounds)).toBe('missing')
  expect(amountFault('99', bounds)).toBe('range')
  expect(amountFault('1000001', bounds)).toBe('range')
  expect(amountFault('100.5', bounds)).toBe('step')
  expect(amountFault('5001', bounds)).toBe('room')
  expect(amountFault('5000', bounds)).toBeNull()
})

it('works a gain and a loss out as they would be settled', () => {
  expect(exampleOf('momentum', 1_000_000n, 10n)).toEqual({ value: 1_100_000n, share: 20_000n, payout: 1_080_000n, result: 80_000n })
  expect(exampleOf('momentum', 1_000_000n, -30n)).toEqual({ value: 700_000n, share: 0n, payout: 700_000n, result: -300_000n })
})

const record: FollowAgency['record'] = {
  ...{ kind: 'LIVE_SIM', since: '2026-11-19', through: '2026-11-20', totalReturn: '1.20', annualised: null, return12m: null },
  nav: [
    { date: '2026-11-19', nav: '1.0000', drawdown: '0.00' },
    { date: '2026-11-20', nav: '1.0120', drawdown: '0.00' },
  ],
  ...{ volatility: null, maxDrawdown: '0.00', winMonths: 0, months: 0, buyAndHold: null, costs: '0.10' },
}
const agency: FollowAgency = {
  ...{ id: 'momentum', name: 'Momentum', description: 'x', strategy: 'momentum', riskLevel: 5, terms: [7, 15, 30, 90] },
  ...{ profitShareRate: '0.2', mgmtFeeRate: '0.008', exitFeeRate: '0.005', minAmount: '100.00', maxAmount: '1000000.00' },
  ...{ capacity: '15000000.00', raised: '0.00', remain: '15000000.00', status: 'open', endsOn: null, nav: '1.0120', navDate: '2026-11-20' },
  ...{ record, backtest: null, simulated: 1, dealDate: '2026-11-23', cutOffTimestamp: Date.parse('2026-11-23T20:00:00Z') },
}
const passed: DataOf<typeof suitability.state> = {
  ...{ status: 'passed', validUntilTimestamp: 1, renewFromTimestamp: null, pausedUntilTimestamp: null, triesLeft: 2, begun: 0 },
  ...{ terms: { questions: 8, needed: 6, triesADay: 2, validDays: 365, renewDays: 30 }, last: null },
}
const me: User = {
  ...{ id: '10000001', userNo: '10000001', username: null, email: 'ana@example.com', nickname: 'Ana', avatar: null, inviteCode: 'A' },
  ...{ kycStatus: 3, kycReason: null, hasPayPassword: 1, coolingEndTimestamp: null, coolingOffMs: 0, blockTradePermission: 0 },
  ...{ institution: 0, unreadCount: 0, locale: 'es', moneyMode: 'sim', frozen: 0, createTimeTimestamp: 1 },
}
const order: Order = {
  ...{
    id: '6f1c2d3e-0000-4000-8000-000000000001',
    orderNo: 'M20261123-0123456789',
    agencyId: 'momentum',
    currency: 'USD',
    amount: '10000.00',
  },
  ...{ termDays: 30, status: 0, cancelled: 0, units: '0.0000', navIn: null, currentNav: '1.0120', currentValue: '0.00', income: '0.00' },
  ...{ zdf: '0.00', ifEnded: null, confirmDate: '2026-11-23', expireTimeTimestamp: null, expireDate: null, settleDate: null, renews: 0 },
  ...{ renewals: 0, highWater: '10000.00', lossLimit: null, ending: null, cancellable: 1, endable: 0, renewable: 0 },
  ...{ cutOffTimestamp: agency.cutOffTimestamp, profitShare: '0.00', settled: null, createTimeTimestamp: 1 },
}

it('shows gain and loss, waits for the word that the risk is known, and sends the whole order once', async () => {
  const sent: unknown[] = []
  await visit(FollowOrder, {
    at: 'pages/payment/follow?id=momentum',
    signedIn: true,
    answers: [
      answer(accounts.me, me),
      answer(follow.agencies, [agency]),
      answer(switches.off, []),
      answer(wallets.all, allWallets(walletRow('FOLLOW', '20000.00'))),
      answer(suitability.state, passed),
      answer(follow.add, (input) => {
        sent.push(input)
        return order
      }),
    ],
  })
  fireEvent.input(await screen.findByLabelText('Monto (USD)'), { target: { value: '10000' } })
  expect(await screen.findByText('$10.800,00')).toBeDefined()
  expect(screen.getAllByText('$7.000,00').length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Confirmá que conocés el riesgo' }).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('checkbox'))
  fireEvent.click(await screen.findByRole('button', { name: 'Continuar' }))
  expect(await screen.findByText(/No se puede vender al instante/u)).toBeDefined()
  fireEvent.input(screen.getByLabelText('Clave de operaciones'), { target: { value: 'clave-de-salida-1' } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Seguir' })))
  expect(sent).toEqual([{ agencyId: 'momentum', amount: '10000', termDays: 30, agreeRisk: 1, payPassword: 'clave-de-salida-1' }])
  expect(await screen.findByText(/Hasta el 23-11-2026/u)).toBeDefined()
})

it('names terms that are due on its button, and leads to them and back', async () => {
  await visit(FollowOrder, {
    at: 'pages/payment/follow?id=momentum',
    signedIn: true,
    answers: [
      answer(accounts.me, me),
      answer(follow.agencies, [agency]),
      answer(switches.off, []),
      answer(wallets.all, allWallets(walletRow('FOLLOW', '20000.00'))),
      answer(suitability.state, passed),
      answer(agreements.standing, { due: ['risk'], accepted: [] }),
    ],
  })
  const way = await screen.findByRole('link', { name: 'Primero aceptá las condiciones' })
  const back = new URLSearchParams(way.getAttribute('href')?.split('?')[1]).get('return')
  expect(back).toMatch(/^\/pages\/payment\/follow\?id=momentum/u)
})

it.each([
  [
    'a transfer from the wallet that is asked first',
    [walletRow('FOLLOW', '100.00'), walletRow('US_WALLET', '900.00')],
    'Te faltan $400,00: transferir',
    '#/pages/profile/transfer?to=FOLLOW&from=US_WALLET&amount=400.00',
  ],
  [
    'a deposit where all of them have too little',
    [walletRow('FOLLOW', '100.00'), walletRow('US_WALLET', '300.00')],
    'Faltan $100,00 en todas tus billeteras: depositar',
    '#/pages/deposit/index',
  ],
] as const)('leads to %s', async (_name, rows, label, href) => {
  await visit(FollowOrder, {
    at: 'pages/payment/follow?id=momentum',
    signedIn: true,
    answers: [
      answer(accounts.me, me),
      answer(follow.agencies, [agency]),
      answer(switches.off, []),
      answer(wallets.all, allWallets(...rows)),
      answer(transfers.list, onePage([])),
      answer(transfers.exchangeOffer, { exchange: null }),
      answer(suitability.state, passed),
    ],
  })
  fireEvent.input(await screen.findByLabelText('Monto (USD)'), { target: { value: '500' } })
  expect((await screen.findByRole('link', { name: label })).getAttribute('href')).toContain(href)
})

it('says until when a pause lasts before anything is typed', async () => {
  await visit(FollowOrder, {
    at: 'pages/payment/follow?id=momentum',
    signedIn: true,
    answers: [
      answer(accounts.me, { ...me, coolingEndTimestamp: Date.now() + 3_600_000 }),
      answer(follow.agencies, [agency]),
      answer(switches.off, []),
      answer(wallets.all, allWallets(walletRow('FOLLOW', '20000.00'))),
      answer(suitability.state, passed),
    ],
  })
  expect((await screen.findByRole('button', { name: /Pausa de seguridad hasta el/u })).getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/esperan los retiros y sus destinos, los préstamos y seguir agencias/u)).toBeDefined()
})

it.each([
  ['the agencies', Follow, 'pages/product/follow'],
  ['the form', FollowOrder, 'pages/payment/follow?id=momentum'],
] as const)('tells a practice account to register before anything is typed, on %s', async (_name, Screen, at) => {
  await visit(Screen, {
    at,
    signedIn: true,
    practising: true,
    answers: [
      answer(accounts.me, { ...me, email: '', kycStatus: 0, hasPayPassword: 0 }),
      answer(follow.agencies, [agency]),
      answer(switches.off, []),
    ],
  })
  const register = await screen.findByRole('link', { name: 'Registrarme' })
  expect(register.getAttribute('href')).toBe(`#/pages/auth/register?return=${encodeURIComponent(`/${at}`)}`)
  expect(screen.getByText(/Seguir a una agencia necesita una cuenta registrada/u)).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})
