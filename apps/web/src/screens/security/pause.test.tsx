import { type User, accounts } from '@rueda/contract/accounts.ts'
import { security } from '@rueda/contract/security.ts'
import { screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { PayPassword } from '../settings/PayPassword.tsx'
import { CommonQuestions } from '../support/FirstSteps.tsx'
import { Account } from './Account.tsx'

/** A screen shows the server's own pause of money; where there is no pause it shows none. */
afterEach(leave)

const me = (coolingOffMs: number): User => ({
  ...{ id: '10000001', userNo: '10000001', username: null, email: 'ana@example.com', nickname: 'Ana', avatar: null, inviteCode: 'A' },
  ...{ kycStatus: 3, kycReason: null, hasPayPassword: 0, coolingEndTimestamp: null, coolingOffMs, blockTradePermission: 0 },
  ...{ institution: 0, unreadCount: 0, locale: 'es', moneyMode: 'sim', frozen: 0, createTimeTimestamp: 1 },
})
const shown = (Screen: ComponentType, coolingOffMs: number) =>
  visit(Screen, {
    at: 'pages/setting/index',
    signedIn: true,
    answers: [
      answer(accounts.me, me(coolingOffMs)),
      answer(security.status, {
        ...{ authenticator: 0, authenticatorTimestamp: null, recoveryCodesLeft: 0, passkeys: [] },
        ...{ frozenBy: 'owner', verifiedUntilTimestamp: null, cardCodes: 0 },
      }),
    ],
  })

const screens: readonly (readonly [string, ComponentType, RegExp])[] = [
  ['the first transaction password', PayPassword, /Después de guardarla, los retiros .* en pausa/],
  ['a frozen account', Account, /La congelaste vos/],
  ['the common questions', CommonQuestions, /Creá una nueva en Ajustes/],
]

describe.each(screens)('%s', (_, Screen, text) => {
  it.each([
    [86_400_000, /24 h/],
    [120_000, /2 min/],
  ])('says the pause that the server keeps: %s ms', async (ms, span) => {
    await shown(Screen, ms)
    expect(await screen.findByText((words) => text.test(words) && span.test(words))).toBeDefined()
  })

  it('says nothing of one where there is none', async () => {
    await shown(Screen, 0)
    await screen.findAllByText(/./)
    await expect.poll(() => document.body.textContent).not.toContain('…')
    expect(document.body.textContent).not.toMatch(/pausa|24 h|0 s/)
  })
})
