import { accounts } from '@rueda/contract/admin/accounts.ts'
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { Unmasked } from './Unmasked.tsx'

/** Goal: an unmasked address does not stay on a screen that nobody watches. */
afterEach(rise)

it('personal data is masked again sixty seconds after it was shown', async () => {
  vi.useFakeTimers()
  const shown = { state: 'done' as const, email: 'ana@correo.test', username: 'ana', hideTimestamp: 1_773_241_260_000 }
  sit(<Unmasked accountId="1" why={{ reason: 'review', note: '' }} />, [answer(accounts.unmask, shown)])
  fireEvent.click(screen.getByRole('button', { name: 'Show address for 60 s' }))
  await act(() => vi.advanceTimersByTimeAsync(0))
  expect(screen.getByText(/ana@correo\.test/)).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(59_999))
  expect(screen.getByText(/ana@correo\.test/)).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.queryByText(/ana@correo\.test/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Show address for 60 s' })).toBeDefined()
})

it('shows nothing to the first of two, and says that another person has to ask', async () => {
  const waiting = { state: 'waiting' as const, email: null, username: null, hideTimestamp: null }
  sit(<Unmasked accountId="1" why={{ reason: 'review', note: '' }} />, [answer(accounts.unmask, waiting)])
  fireEvent.click(screen.getByRole('button', { name: 'Show address for 60 s' }))
  expect(await screen.findByText('Requested. Another person has to approve it within a day.')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Show address for 60 s' })).toBeDefined()
})
