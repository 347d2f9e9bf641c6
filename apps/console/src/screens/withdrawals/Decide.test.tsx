import { type WireRun, integrity } from '@rueda/contract/admin/integrity.ts'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { Integrity } from '../integrity/Integrity.tsx'
import { Decide } from './Decide.tsx'
import type { Opened } from './WithdrawalEvidence.tsx'

/** Goal: a decider about money, or about the ledger, reads at once that no money leaves. */
afterEach(rise)

const RED = /No money leaves until the books verify again/u
const SILENT = /The checks are silent/u
const booksAre = (payoutHold: 'broken' | 'silent' | null) => {
  const isBroken = payoutHold === 'broken'
  const check = { id: 'INV-01', says: 'every entry balances', milliseconds: 3, bad: isBroken ? 1 : 0, offending: [] }
  const newest: WireRun = {
    timestamp: 1_773_241_200_000,
    scope: 'incremental',
    entries: 12,
    accounts: 3,
    clean: isBroken ? 0 : 1,
    checks: [check],
  }
  return answer(integrity.latest, { newest, history: [], payoutHold, lastCleanTimestamp: 1_773_241_200_000 })
}
const evidence = { approvalsNeeded: 1, waiting: null } as Opened

describe('a red invariant', () => {
  it('is said where a withdrawal is decided', async () => {
    sit(<Decide id="1" evidence={evidence} onDone={() => undefined} />, [booksAre('broken')])
    expect(await screen.findByText(RED)).toBeDefined()
    expect(screen.getByRole('link').getAttribute('href')).toBe('#/integrity')
  })

  it('is said over the books, with the check that is broken', async () => {
    sit(<Integrity />, [booksAre('broken'), answer(integrity.jobs, [])])
    expect(await screen.findByText(RED)).toBeDefined()
    expect(screen.getByText('INV-01').closest('tr')?.textContent).toContain('every entry balances')
  })
})

describe('checks that are silent', () => {
  it('stop money as a red one does, where it is decided and over the books', async () => {
    sit(<Decide id="1" evidence={evidence} onDone={() => undefined} />, [booksAre('silent')])
    expect(await screen.findByText(SILENT)).toBeDefined()
    rise()
    sit(<Integrity />, [booksAre('silent'), answer(integrity.jobs, [])])
    expect(await screen.findByText(SILENT)).toBeDefined()
    expect(screen.getByText(/Last clean run/u)).toBeDefined()
  })
})

it('books in order stop nobody', async () => {
  sit(<Integrity />, [booksAre(null), answer(integrity.jobs, [])])
  expect(await screen.findByText('INV-01')).toBeDefined()
  expect(screen.queryByText(RED)).toBeNull()
})
