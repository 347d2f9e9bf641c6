import { fireEvent, screen, within } from '@testing-library/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { rise, sit } from '../../testing/console-harness.tsx'
import { changesBetween, seenOf } from './changes.ts'
import { OpenedCase } from './OpenedCase.tsx'

/** Goal: a decider knows every fact that changed since they looked, field by field, before they decide again. */
afterEach(rise)

const CHANGED = 'This changed while you looked'
const rowsOf = (label: string): string[] =>
  within(screen.getByRole('table', { name: label }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent ?? '')

describe('evidence', () => {
  const hold = { now: 'USD 6,000.00', next: 'USD 0.00' }
  function Desk() {
    const queries = useQueryClient()
    const opened = useQuery({ queryKey: ['evidence'], queryFn: () => hold.now })
    return (
      <>
        <button
          type="button"
          onClick={() => {
            hold.now = hold.next
            void queries.invalidateQueries()
          }}
        >
          elsewhere
        </button>
        <OpenedCase
          opened={opened}
          mayLook
          facts={(found) =>
            seenOf([
              { label: 'On hold', value: found },
              { label: 'Fee', value: '1' },
            ])
          }
          evidence={(found) => <p>{found}</p>}
          decision={() => <input aria-label="draft" />}
        />
      </>
    )
  }

  it('that changed stops the decision until it was read, and keeps what was written', async () => {
    sit(<Desk />)
    const draft = await screen.findByLabelText('draft')
    fireEvent.change(draft, { target: { value: 'half a reason' } })
    expect(screen.queryByText(CHANGED)).toBeNull()

    fireEvent.click(screen.getByText('elsewhere'))
    expect(await screen.findByText(CHANGED)).toBeDefined()
    expect(rowsOf(CHANGED)).toEqual(['On holdUSD 6,000.00USD 0.00'])
    expect(draft.closest('[inert]')).not.toBeNull()

    fireEvent.click(screen.getByRole('button', { name: 'I have read it' }))
    expect(screen.queryByText(CHANGED)).toBeNull()
    expect(draft.closest('[inert]')).toBeNull()
    expect((draft as HTMLInputElement).value).toBe('half a reason')
  })
})

it('a case that a colleague has claimed says so', () => {
  const before = { State: 'open', Hand: 'Nobody else' }
  expect(changesBetween(before, { ...before, Hand: 'Ana' })).toEqual([{ label: 'Hand', before: 'Nobody else', after: 'Ana' }])
  expect(changesBetween({ Rate: '1' }, {})).toEqual([{ label: 'Rate', before: '1', after: '—' }])
  expect(changesBetween(before, before)).toEqual([])
})
