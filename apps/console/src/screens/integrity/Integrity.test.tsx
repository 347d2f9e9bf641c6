import { checkIds } from '@rueda/contract/admin/checks.ts'
import { type WireRun, integrity } from '@rueda/contract/admin/integrity.ts'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { keepLanguage } from '../../app/language.ts'
import { answer, rise, sit } from '../../testing/console-harness.tsx'
import { Integrity } from './Integrity.tsx'

/** Goal: the colleague who looks after the ledger reads what is checked in their own language, and at once that no money leaves. */
afterEach(() => {
  keepLanguage('en')
  rise()
})

const books = (ids: readonly string[]) => {
  const checks = ids.map((id) => ({ id, says: `${id} in English`, milliseconds: 3, bad: 0, offending: [] }))
  const newest = { timestamp: 1_773_241_200_000, scope: 'incremental' as const, entries: 25, accounts: 1, clean: 1 as const, checks }
  return [
    answer(integrity.latest, { newest, history: [], payoutHold: null, lastCleanTimestamp: 1_773_241_200_000 }),
    answer(integrity.jobs, [{ job: 'settlement', market: 'US', dueDate: '2026-03-11', dueTimestamp: 1, doneTimestamp: 2 }]),
    answer(integrity.givenUp, []),
  ]
}
const spoken = (language: 'es' | 'en', ids: readonly string[]): void => {
  sit(<Integrity />, books(ids))
  keepLanguage(language)
}

it('in Spanish every check is said in Spanish, and a check that is no longer made as the run said it', async () => {
  spoken('es', [...checkIds, 'OLD-CHECK'])
  expect(await screen.findByText('cada asiento tiene al menos dos líneas y suma cero por activo')).toBeTruthy()
  expect(screen.getAllByText(/in English$/u).map((element) => element.textContent)).toEqual(['OLD-CHECK in English'])
})

it('in English a check is said as the server says it', async () => {
  spoken('en', ['INV-01'])
  expect(await screen.findByText('INV-01 in English')).toBeTruthy()
})

it('one account is not counted as many, a word on a tint stays on its line, and a job has a name', async () => {
  spoken('en', ['INV-01'])
  expect(await screen.findByText(/Entries: 25, accounts: 1\./u)).toBeTruthy()
  expect(screen.getByText('Holds').closest('.whitespace-nowrap')).toBeTruthy()
  expect(await screen.findByText('Settlement')).toBeTruthy()
})

describe('over the books', () => {
  const RED = /No money leaves until the books verify again/u
  const SILENT = /No run of the checks was clean/u
  const sitsOverBooks = (payoutHold: 'broken' | 'silent' | null): void => {
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
    const latest = answer(integrity.latest, { newest, history: [], payoutHold, lastCleanTimestamp: 1_773_241_200_000 })
    sit(<Integrity />, [latest, answer(integrity.jobs, [])])
  }

  it('a red invariant is said, with the check that is broken', async () => {
    sitsOverBooks('broken')
    expect(await screen.findByText(RED)).toBeDefined()
    expect(screen.getByText('INV-01').closest('tr')?.textContent).toContain('every entry balances')
  })

  it('silent checks are said, with the last clean run', async () => {
    sitsOverBooks('silent')
    expect(await screen.findByText(SILENT)).toBeDefined()
    expect(screen.getByText(/Last clean run/u)).toBeDefined()
  })

  it('books in order stop nobody', async () => {
    sitsOverBooks(null)
    expect(await screen.findByText('INV-01')).toBeDefined()
    expect(screen.queryByText(RED)).toBeNull()
  })
})
