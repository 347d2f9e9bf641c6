import { integrity } from '@rueda/contract/admin/integrity.ts'
import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { Decide } from './Decide.tsx'
import type { Opened } from './WithdrawalEvidence.tsx'

/** Goal: a decider about money reads at once that no money leaves. */
afterEach(rise)

const RED = /No money leaves until the books verify again/u
const SILENT = /No run of the checks was clean/u
const booksAre = (payoutHold: 'broken' | 'silent') =>
  answer(integrity.latest, { newest: null, history: [], payoutHold, lastCleanTimestamp: null })
const evidence = { approvalsNeeded: 1, waiting: null } as Opened

it('a red invariant is said where a withdrawal is decided', async () => {
  sit(<Decide id="1" evidence={evidence} onDone={() => undefined} />, [booksAre('broken')])
  expect(await screen.findByText(RED)).toBeDefined()
  expect(screen.getByRole('link').getAttribute('href')).toBe('#/integrity')
})

it('silent checks stop money as a red one does', async () => {
  sit(<Decide id="1" evidence={evidence} onDone={() => undefined} />, [booksAre('silent')])
  expect(await screen.findByText(SILENT)).toBeDefined()
})
