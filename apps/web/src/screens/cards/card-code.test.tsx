import { accounts } from '@rueda/contract/accounts.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { security } from '@rueda/contract/security.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { useCardCode } from './use-card-code.tsx'

afterEach(leave)

const status = (cardCodes: 0 | 1): DataOf<typeof security.status> => ({
  ...{ authenticator: 0, authenticatorTimestamp: null, recoveryCodesLeft: 0, passkeys: [] },
  ...{ frozenBy: null, verifiedUntilTimestamp: null, cardCodes },
})

const seen = vi.fn<(code: ReturnType<typeof useCardCode>) => void>()
function Form() {
  const code = useCardCode()
  seen(code)
  return <form>{code.field(null, false)}</form>
}
const now = () => seen.mock.lastCall?.[0]

const shown = (cardCodes: 0 | 1) =>
  visit(Form, {
    at: 'pages/bcard/modify',
    signedIn: true,
    answers: [
      answer(security.status, status(cardCodes)),
      answer(accounts.sendCode, { expireSeconds: 300, resendSeconds: 60, devCode: '123456' }),
    ],
  })

it('asks for nothing while its owner has not switched it on', async () => {
  await shown(0)
  await waitFor(() => expect(now()).toMatchObject({ input: {}, isWhole: true }))
  expect(screen.queryByRole('button', { name: 'Enviar código' })).toBeNull()
})

it('asks for a code, has it mailed, and sends it with the destination', async () => {
  const { asked } = await shown(1)
  fireEvent.click(await screen.findByRole('button', { name: 'Enviar código' }))
  await waitFor(() => expect(now()).toMatchObject({ input: { code: '123456' }, isWhole: true }))
  expect(asked(accounts.sendCode)).toMatchObject([{ type: 'card' }])
})
