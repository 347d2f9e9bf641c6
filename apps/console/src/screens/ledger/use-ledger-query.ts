import type { Journal } from '@rueda/rules/ledger/journals.ts'
import { goTo, useHash } from '../../app/use-hash.ts'

/** Filters of the journal. They stand in the address, so that they can be shared and kept. */
const fields = ['accountId', 'account', 'asset', 'journal', 'reference', 'from', 'until'] as const
export type LedgerField = (typeof fields)[number]
/** Days as they are typed, "2026-11-20". */
export type LedgerQuery = Readonly<Record<LedgerField, string | null>>

export function useLedgerQuery(): readonly [LedgerQuery, (ask: LedgerQuery) => void] {
  const [path = '', query = ''] = useHash().split('?')
  const values = new URLSearchParams(query)
  const ask = Object.fromEntries(fields.map((field) => [field, values.get(field)])) as LedgerQuery
  const change = (asked: LedgerQuery): void => {
    const set = fields.flatMap((field) => {
      const value = asked[field]?.trim() ?? ''
      return value === '' ? [] : [[field, value]]
    })
    goTo(set.length === 0 ? path : `${path}?${new URLSearchParams(set).toString()}`)
  }
  return [ask, change]
}

const DAY_MS = 86_400_000

/** Returns the input for the server; a day is the reader's own, and the last one is included. */
export function inputOf({ account, asset, journal, reference, from, until }: LedgerQuery) {
  const given = { account, asset, journal: journal as Journal | null, reference, from: dayOf(from), until: endOf(until) }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)) as Readonly<{
    account?: string
    asset?: string
    journal?: Journal
    reference?: string
    from?: number
    until?: number
  }>
}

function dayOf(day: string | null): number | null {
  const at = day === null ? Number.NaN : new Date(`${day}T00:00:00`).getTime()
  return Number.isNaN(at) ? null : at
}

function endOf(day: string | null): number | null {
  const at = dayOf(day)
  return at === null ? null : at + DAY_MS
}
