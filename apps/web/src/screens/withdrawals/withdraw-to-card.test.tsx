import { type User, accounts } from '@rueda/contract/accounts.ts'
import { type Card, cards } from '@rueda/contract/cards.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { WithdrawToCard } from './WithdrawToCard.tsx'

/** Goal: choosing a destination does not clear the amount. */
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

it('keeps what was typed for another account in the same currency, and not for one in another', async () => {
  await visit(WithdrawToCard, {
    at: 'pages/withdraw/bcard',
    signedIn: true,
    answers: [
      answer(accounts.me, me),
      answer(cards.list, [bank(1, 'Macro', 'AR', 'ARS'), bank(2, 'Galicia', 'AR', 'ARS'), bank(3, 'Chase', 'US', 'USD')]),
      answer(withdrawals.usable, {
        ...{ usable: '900000.00', min: '10.00', max: '900000.00', dailyLeft: '900000.00', monthlyLeft: '900000.00' },
        ...{ feeFixed: '0.00', feeRate: '0', feeMin: '0.00', currency: 'ARS', reasonBlocked: null, blockedUntilTimestamp: null },
      }),
    ],
  })
  fireEvent.input(await amount(), { target: { value: '1234' } })
  await choose(/Macro/, /Galicia/)
  expect((await amount()).value).toBe('1.234')
  await choose(/Galicia/, /Chase/)
  expect((await amount()).value).toBe('')
})
