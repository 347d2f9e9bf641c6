import { type ReviewCase, cases } from '@rueda/contract/admin/cases.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, answer, rise, sit } from '../../testing/console-harness.tsx'
import { changesBetween, seenOf } from './changes.ts'
import { OpenCase } from './OpenCase.tsx'
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

describe('a case', () => {
  const ID = '00000000-0000-7000-8000-000000000001'
  const row: ReviewCase = {
    ...{ id: ID, kind: 'card', accountId: '10000001', countryCode: 'DE', subjectId: 'a', openTimestamp: 1, dueTimestamp: 2 },
    ...{ claimedBy: null, claimedByMe: 0, claimEndTimestamp: null, closeTimestamp: null, outcome: null, reasonCode: null },
    ...{ amount: null, currency: null, riskFlags: ['HOLDER'] },
  }
  const ended: ReviewCase = { ...row, closeTimestamp: 1_773_241_200_000, outcome: 'removed' }
  const sits = (seen: ReviewCase | null, now: Answer) => sit(<OpenCase id={ID} row={seen} isLoaded onClose={() => undefined} />, [now])

  it('that its list has no longer shows how it ended', async () => {
    sits(null, answer(cases.find, ended))
    expect(await screen.findByText('This case has ended')).toBeDefined()
    expect(screen.getByText('Deleted by the customer')).toBeDefined()
  })

  it('that was only filtered away is opened all the same', async () => {
    sits(null, answer(cases.find, row))
    expect(await screen.findByRole('complementary', { name: 'Cards and wallets · 10000001' })).toBeDefined()
    expect(screen.queryByText('This case has ended')).toBeNull()
  })

  it('that cannot be asked for is asked for again', async () => {
    sits(null, { path: '/nowhere', give: () => null })
    expect(await screen.findByRole('button', { name: /again|retry/iu })).toBeDefined()
  })

  it('that a colleague took in hand says so', () => {
    const before = { State: 'open', Hand: 'Nobody else' }
    expect(changesBetween(before, { ...before, Hand: 'Ana' })).toEqual([{ label: 'Hand', before: 'Nobody else', after: 'Ana' }])
    expect(changesBetween({ Rate: '1' }, {})).toEqual([{ label: 'Rate', before: '1', after: '—' }])
    expect(changesBetween(before, before)).toEqual([])
  })
})
