import { type User, accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { type LoanCollateral, type LoanProduct, loans } from '@rueda/contract/loans.ts'
import { offerings } from '@rueda/contract/offerings.ts'
import { switches } from '@rueda/contract/switches.ts'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { coverOf, minorOf, pledgedFor } from './figures.ts'
import { Loans } from './Loans.tsx'

/** Goal: what stands in the way of a loan is said before anything is typed, and no more is pledged than the loan needs. */
afterEach(() => {
  leave()
  sessionStorage.clear()
})

const me: User = {
  ...{ id: '10000001', userNo: '10000001', username: null, email: 'ana@example.com', nickname: 'Ana', avatar: null, inviteCode: 'A' },
  ...{ kycStatus: 3, kycReason: null, hasPayPassword: 1, coolingEndTimestamp: null, coolingOffMs: 86_400_000, blockTradePermission: 0 },
  ...{ institution: 0, unreadCount: 0, locale: 'es', moneyMode: 'sim', frozen: 0, createTimeTimestamp: 1 },
}
const product: LoanProduct = {
  ...{ id: 'd30', termDays: 30, dailyRate: '0.0004', apr: '0.146', effectiveRate: '0.1572', feeRate: '0', penaltyDailyRate: '0.0006' },
  ...{ minAmount: '100.00', maxAmount: '50000.00', currency: 'USD', ltvMax: { cash: '90', stock: '50', fund: '70' } },
}
const cash: LoanCollateral = {
  ...{ type: 'cash', ref: 'US_WALLET', name: 'US_WALLET', quantity: '48364.00', price: null, value: '48364.00', limit: '43527.60' },
  ...{ ltv: '90', callLevel: '95', defaultLevel: '98' },
}
const share: LoanCollateral = {
  ...{ type: 'stock', ref: 'US:ARDV', name: 'Ardovia', quantity: '300', price: '202.5908', value: '60777.24', limit: '30388.62' },
  ...{ ltv: '50', callLevel: '65', defaultLevel: '75' },
}
const fund: LoanCollateral = {
  ...{ type: 'fund', ref: 'f', name: 'dollar', quantity: '1000.0000', price: '1.2345', value: '1234.50', limit: '864.15' },
  ...{ ltv: '70', callLevel: '80', defaultLevel: '88' },
}
const state: DataOf<typeof loans.state> = {
  ...{ creditLimit: '50000.00', usedLimit: '0.00', available: '50000.00', totalDebt: '0.00', totalInterest: '0.00', penaltyAmount: '0.00' },
  ...{ currency: 'USD', retryTimestamp: null, isSuitable: 1, loans: [] },
}
const shown = (user: Partial<User> = {}) =>
  visit(Loans, {
    at: 'pages/loan/index',
    signedIn: true,
    practising: user.email === '',
    answers: [
      answer(accounts.me, { ...me, ...user }),
      answer(loans.state, state),
      answer(loans.rates, [product]),
      answer(loans.collateral, [cash, share]),
      answer(switches.off, []),
      answer(offerings.notOffered, []),
    ],
  })

it('says the pause that a first transaction password starts, before it is chosen', async () => {
  await shown({ hasPayPassword: 0 })
  expect(await screen.findByText(/pausa de seguridad de 24 h/u)).toBeDefined()
})

it('says until when a pause lasts before anything is typed', async () => {
  await shown({ coolingEndTimestamp: Date.now() + 3_600_000 })
  expect((await screen.findByRole('button', { name: /Pausa de seguridad hasta el/u })).getAttribute('aria-disabled')).toBe('true')
})

it('says the most that is lent, and the penalty beside the rates', async () => {
  await shown()
  expect(await screen.findByText(/hasta \$50\.000,00: es lo máximo que se presta/u)).toBeDefined()
  expect(screen.getByText('Penalidad por atraso, además del interés')).toBeDefined()
  expect(screen.getByText(/sigue el interés, se suma la penalidad y son \$5\.095,00/u)).toBeDefined()
})

it('proposes to pledge what the amount needs, and follows it until a quantity is typed', async () => {
  await shown()
  const amount = await screen.findByLabelText('Monto (USD)')
  fireEvent.input(amount, { target: { value: '5000' } })
  fireEvent.click(screen.getByRole('button', { name: 'Poner en garantía: Cuenta US' }))
  const pledged = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Cuenta US' })
  expect(pledged.value).toBe('5.555,56')
  fireEvent.input(amount, { target: { value: '10000' } })
  expect(pledged.value).toBe('11.111,12')
  fireEvent.input(pledged, { target: { value: '20000' } })
  fireEvent.input(amount, { target: { value: '5000' } })
  expect(pledged.value).toBe('20.000')
})

it('finds what was typed after the way over the questions', async () => {
  await shown()
  fireEvent.input(await screen.findByLabelText('Monto (USD)'), { target: { value: '5000' } })
  fireEvent.click(screen.getByRole('button', { name: /30 días/u }))
  fireEvent.click(screen.getByRole('button', { name: 'Poner en garantía: Cuenta US' }))
  fireEvent.input(await screen.findByRole('textbox', { name: 'Cuenta US' }), { target: { value: '6000' } })
  fireEvent.input(screen.getByLabelText(/Para qué es/u), { target: { value: 'Un torno' } })
  cleanup()
  await shown()
  expect((await screen.findByLabelText<HTMLInputElement>('Monto (USD)')).value).toBe('5.000')
  expect(screen.getByRole('button', { name: /30 días/u }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Cuenta US' }).value).toBe('6.000')
  expect(screen.getByLabelText<HTMLInputElement>(/Para qué es/u).value).toBe('Un torno')
})

it.each([
  [cash, '5000', '5555.56'],
  [cash, '50000', '48364.00'],
  [share, '5000', '52'],
  [fund, '500', '607.5335'],
] as const)('covers an amount with the least that does: %o', (item, amount, quantity) => {
  const pledged = pledgedFor(amount, [item], new Map([[item.ref, null]]))
  expect(pledged.get(item.ref)).toBe(quantity)
  if (quantity !== item.quantity) expect(coverOf(item, quantity) >= minorOf(amount)).toBe(true)
})

it('asks of the next only what the first leaves open, and of nothing once it is covered', () => {
  const both = new Map([
    ['US_WALLET', '1000'],
    ['US:ARDV', null],
  ])
  expect(pledgedFor('5000', [cash, share], both).get('US:ARDV')).toBe('43')
  expect(pledgedFor('900', [cash, share], both).get('US:ARDV')).toBe('')
})

it('tells a practice account first what it has to register for, and leads there and back', async () => {
  await shown({ email: '', kycStatus: 0 })
  expect(await screen.findByText(/necesita una cuenta registrada/u)).toBeDefined()
  expect(screen.getByText(/conserva su dinero simulado/u)).toBeDefined()
  const ways = screen.getAllByRole('link', { name: 'Registrarme' }).map((link) => link.getAttribute('href'))
  expect(ways).toEqual(['#/pages/auth/register?return=%2Fpages%2Floan%2Findex'])
  expect(screen.queryByRole('textbox')).toBeNull()
})
