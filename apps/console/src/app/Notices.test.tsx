import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { rise, sit } from '../testing/console-harness.tsx'
import { notify } from './notices.ts'

/** Goal: the message is about the newest act, and not about an earlier one. */
afterEach(rise)

const Acts = () => (
  <>
    <button onClick={() => notify('Asked for.', 'done')}>first</button>
    <button onClick={() => notify('Refused.', 'refusal')}>second</button>
  </>
)

it('the newest notice is there at once, and the one before it is not', () => {
  sit(<Acts />)
  fireEvent.click(screen.getByText('first'))
  expect(screen.getByRole('status').textContent).toContain('Asked for.')
  fireEvent.click(screen.getByText('second'))
  expect(screen.getByRole('status').textContent).toContain('Refused.')
  expect(screen.queryByText('Asked for.')).toBeNull()
})

it('a notice goes by itself, a refusal later, and either when it is closed', () => {
  vi.useFakeTimers()
  sit(<Acts />)
  fireEvent.click(screen.getByText('first'))
  act(() => void vi.advanceTimersByTime(5_000))
  expect(screen.queryByText('Asked for.')).toBeNull()
  fireEvent.click(screen.getByText('second'))
  act(() => void vi.advanceTimersByTime(5_000))
  expect(screen.getByText('Refused.')).toBeDefined()
  fireEvent.click(screen.getByTitle('Close'))
  expect(screen.queryByText('Refused.')).toBeNull()
})
