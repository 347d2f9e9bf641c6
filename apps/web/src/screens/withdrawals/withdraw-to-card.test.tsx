import { type User, accounts } from '@rueda/contract/accounts.ts'
import { type Card, cards } from '@rueda/contract/cards.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { formatDeadline } from '@rueda/ui/formats/dates.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { WithdrawToCard } from './WithdrawToCard.tsx'

/** Goal: choosing a destination does not clear the amount, and a pause is said before anything is typed. */
afterEach(leave)

const me: User = {
  ...{ id: '10000001', userNo: '10000001', username: null, email: 'ana@example.com', nickname: 'Ana', avatar: null, inviteCode: 'A' },
  ...{ kycStatus: 3, kycReason: null, hasPayPassword: 1, coolingEndTimestamp: null, coolingOffMs: 0, blockTradePermission: 0 },
  ...{ institution: 0, unreadCount: 0, locale: 'es', moneyMode: 'sim', frozen: 0, createTimeTimestamp: 1 },
}
const bank = (at: number, bankName: string, countryCode: string, currency: string): Card => ({
  ...{ id: `6f1c2d3e-0000-4000-8000-00000000000${at}`, type: 'bank', bankName, accountName: 'Ana', countryCode, cardNo: `••••000${at}` },
  ...{ currency, network: null, label: null, isDefault: 0, status: 1, inQueue: 0, reason: null, coolingEndTimestamp: null },
  createTimeTimestamp: 0,
})

const amount = async (): Promise<HTMLInputElement> => screen.findByLabelText(/^Monto/)
async function choose(from: RegExp, to: RegExp): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: from }))
  fireEvent.click(await screen.findByText(to))
}

const limits: DataOf<typeof withdrawals.usable> = {
  ...{ usable: '900000.00', min: '10.00', max: '900000.00', dailyLeft: '900000.00', monthlyLeft: '900000.00' },
  ...{ feeFixed: '0.00', feeRate: '0', feeMin: '0.00', currency: 'ARS', reasonBlocked: null, blockedUntilTimestamp: null },
}

it('says until when a pause lasts, and why there is one, before anything is typed', async () => {
  const until = Date.now() + 3_600_000
  await visit(WithdrawToCard, {
    at: 'pages/withdraw/bcard',
    signedIn: true,
    answers: [
      answer(accounts.me, { ...me, coolingEndTimestamp: until }),
      answer(cards.list, [bank(1, 'Macro', 'AR', 'ARS')]),
      answer(withdrawals.usable, { ...limits, reasonBlocked: 'security.cooling_off', blockedUntilTimestamp: until }),
    ],
  })
  const button = await screen.findByRole('button', { name: `Pausa de seguridad hasta el ${formatDeadline(until)}` })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/Cambiaste algo que protege tu cuenta/u)).toBeDefined()
})

it('keeps what was typed for another account in the same currency, and not for one in another', async () => {
  await visit(WithdrawToCard, {
    at: 'pages/withdraw/bcard',
    signedIn: true,
    answers: [
      answer(accounts.me, me),
      answer(cards.list, [bank(1, 'Macro', 'AR', 'ARS'), bank(2, 'Galicia', 'AR', 'ARS'), bank(3, 'Chase', 'US', 'USD')]),
      answer(withdrawals.usable, limits),
    ],
  })
  fireEvent.input(await amount(), { target: { value: '1234' } })
  await choose(/Macro/, /Galicia/)
  expect((await amount()).value).toBe('1.234')
  await choose(/Galicia/, /Chase/)
  expect((await amount()).value).toBe('')
})
