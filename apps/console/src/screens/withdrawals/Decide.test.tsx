import { type WireRun, integrity } from '@rueda/contract/admin/integrity.ts'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, rise, sit } from '../../testing/console-house.tsx'
import { Integrity } from '../integrity/Integrity.tsx'
import { Decide } from './Decide.tsx'
import type { Opened } from './WithdrawalEvidence.tsx'

/** Goal: whoever decides about money, or looks after the books, reads at once that no money leaves. */
afterEach(rise)

const RED = /No money leaves until the books verify again/u
const booksAre = (moneyStopped: 0 | 1) => {
  const check = { id: 'INV-01', says: 'every entry balances', milliseconds: 3, bad: moneyStopped, offending: [] }
  const newest: WireRun = { timestamp: 1_773_241_200_000, entries: 12, accounts: 3, clean: moneyStopped === 1 ? 0 : 1, checks: [check] }
  return answer(integrity.latest, { newest, history: [], moneyStopped })
}
const evidence = { approvalsNeeded: 1, waiting: null } as Opened

describe('a red invariant', () => {
  it('is said where a withdrawal is decided', async () => {
    sit(<Decide id="1" evidence={evidence} onDone={() => undefined} />, [booksAre(1)])
    expect(await screen.findByText(RED)).toBeDefined()
    expect(screen.getByRole('link').getAttribute('href')).toBe('#/integrity')
  })

  it('is said over the books, with the check that is broken', async () => {
    sit(<Integrity />, [booksAre(1), answer(integrity.jobs, [])])
    expect(await screen.findByText(RED)).toBeDefined()
    expect(screen.getByText('INV-01').closest('tr')?.textContent).toContain('every entry balances')
  })
})

it('books in order stop nobody', async () => {
  sit(<Integrity />, [booksAre(0), answer(integrity.jobs, [])])
  expect(await screen.findByText('INV-01')).toBeDefined()
  expect(screen.queryByText(RED)).toBeNull()
})
