import { accounts } from '@rueda/contract/accounts.ts'
import type { WithdrawalQuote } from '@rueda/contract/withdrawals.ts'
import { refusals } from '@rueda/rules/refusals.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '../../shared/server/api-error.ts'
import { answer, leave, visit } from '../../testing/screen-harness.tsx'
import { type Proof, ReviewSheet } from './ReviewSheet.tsx'

/** Goal: a wrong transaction password is said at its field, which the sheet goes to, until it is put right. */
afterEach(leave)

const quote: WithdrawalQuote = {
  ...{ quoteId: null, termsId: null, rail: 'WIRE', amount: '100.00', fee: '25.00', netAmount: '75.00', currency: 'USD' },
  ...{ receiveAmount: '75.00', receiveCurrency: 'USD', receiveEstimated: 0, rate: null, mid: null, spreadPct: null, rateTimestamp: null },
  ...{ expireTimestamp: null, valueUsd: '100.00', arrivesWithinMs: 60_000, byStaff: 0, needsCode: 0 },
}
const proofs: Proof[] = []

function Reviewed() {
  const [open, setOpen] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const send = (proof: Proof): void => {
    proofs.push(proof)
    setError(new ApiError({ kind: 'refusal', code: refusals['pay_password.wrong'], message: 'No es esa.' }))
  }
  const review = { open, onClose: () => undefined, quote, secondsLeft: null, onRefresh: () => undefined, destination: 'Macro' }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Seguir
      </button>
      <ReviewSheet {...review} isFinal={false} sending={{ send, pending: false, error, done: null }} />
    </>
  )
}

it('goes to the transaction password that the server refused, and takes that back as it is put right', async () => {
  await visit(Reviewed, { at: 'pages/withdraw/other', signedIn: true, answers: [answer(accounts.me, () => ({ refusedWith: 1001 }))] })
  fireEvent.click(screen.getByRole('button', { name: 'Seguir' }))
  const confirm = await screen.findByRole('button', { name: 'Retirar' })
  expect(confirm.getAttribute('aria-disabled')).toBe('true')
  const password = screen.getByLabelText('Clave de operaciones')
  await act(async () => void fireEvent.change(password, { target: { value: 'otra-clave-9' } }))
  expect(confirm.getAttribute('aria-disabled')).toBe('false')
  await act(async () => void fireEvent.click(confirm))
  expect(proofs).toEqual([{ payPassword: 'otra-clave-9', termsId: null }])
  expect(screen.getByText('No es esa.')).toBeDefined()
  expect(document.activeElement).toBe(password)
  await act(async () => void fireEvent.change(password, { target: { value: 'otra-clave-8' } }))
  expect(screen.queryByText('No es esa.')).toBeNull()
})
