import { type User, accounts } from '@rueda/contract/accounts.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { WithdrawOther } from './WithdrawOther.tsx'

/** Goal: what is missing or wrong of the account is said at its field, and the form goes to the first of them. */
afterEach(leave)

const me: User = {
  ...{ id: '10000001', userNo: '10000001', username: null, email: 'ana@example.com', nickname: 'Ana', avatar: null, inviteCode: 'A' },
  ...{ kycStatus: 3, kycReason: null, hasPayPassword: 1, coolingEndTimestamp: null, coolingOffMs: 0, blockTradePermission: 0 },
  ...{ institution: 0, unreadCount: 0, locale: 'es', moneyMode: 'sim', frozen: 0, createTimeTimestamp: 1 },
}
const usable = {
  ...{ usable: '900000.00', min: '10.00', max: '900000.00', dailyLeft: '900000.00', monthlyLeft: '900000.00' },
  ...{ feeFixed: '0.00', feeRate: '0', feeMin: '0.00', currency: 'JPY', reasonBlocked: null, blockedUntilTimestamp: null },
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const go = async () => fireEvent.click(await screen.findByRole('button', { name: 'Elegí el destino' }))

it('marks what was left out and then what is wrong', async () => {
  const answers = [answer(accounts.me, me), answer(withdrawals.usable, usable)]
  await visit(WithdrawOther, { at: 'pages/withdraw/other', signedIn: true, answers })
  await go()
  expect(await screen.findByText('Ingresá el banco')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Banco'))
  type('Banco', 'MUFG')
  type('Banco, sucursal y cuenta', '0001')
  type('Titular', 'Ana')
  expect(await screen.findByText('Tienen que ser 14 dígitos')).toBeDefined()
  expect(screen.queryByText('Ingresá el banco')).toBeNull()
  type('Banco, sucursal y cuenta', '0001 002 1234567')
  expect(await screen.findByText('Escribí el titular en katakana')).toBeDefined()
  type('Titular', 'アナ')
  expect(await screen.findByRole('button', { name: 'Ingresá el monto' })).toBeDefined()
})
