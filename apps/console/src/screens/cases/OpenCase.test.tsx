import { type ReviewCase, cases } from '@rueda/contract/admin/cases.ts'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, answer, rise, sit } from '../../testing/console-harness.tsx'
import { OpenCase } from './OpenCase.tsx'

/** Goal: whoever opens a case by its address reads what became of it, also where its list has it no longer. */
afterEach(rise)

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
})
