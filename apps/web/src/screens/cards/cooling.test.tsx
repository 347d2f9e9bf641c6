import { type User, accounts } from '@rueda/contract/accounts.ts'
import { reference } from '@rueda/contract/reference.ts'
import { security } from '@rueda/contract/security.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { EditCard } from './EditCard.tsx'

afterEach(leave)

const me = (coolingOffMs: number): User => ({
  ...{ id: '10000001', userNo: '10000001', username: null, email: 'ana@example.com', nickname: 'Ana', avatar: null, inviteCode: 'A' },
  ...{ kycStatus: 3, kycReason: null, hasPayPassword: 1, coolingEndTimestamp: null, coolingOffMs, blockTradePermission: 0 },
  ...{ institution: 0, unreadCount: 0, locale: 'es', moneyMode: 'sim', frozen: 0, createTimeTimestamp: 1 },
})
const shown = (coolingOffMs: number) =>
  visit(EditCard, {
    at: 'pages/bcard/modify',
    signedIn: true,
    answers: [
      answer(accounts.me, me(coolingOffMs)),
      answer(reference.areas, []),
      answer(security.status, {
        ...{ authenticator: 0, authenticatorTimestamp: null, recoveryCodesLeft: 0, passkeys: [] },
        ...{ frozenBy: null, verifiedUntilTimestamp: null, cardCodes: 0 },
      }),
    ],
  })

it.each([
  [86_400_000, /24 h después de guardarla/],
  [120_000, /2 min después de guardarla/],
])('a new bank account says the wait that the server keeps: %s ms', async (ms, text) => {
  await shown(ms)
  expect(await screen.findByText(text)).toBeDefined()
})

it('says nothing where there is none', async () => {
  await shown(0)
  expect(await screen.findByRole('button', { name: 'Guardar' })).toBeDefined()
  expect(screen.queryByText(/después de guardarla/)).toBeNull()
})
