import type { CalendarDate } from '@rueda/rules/time.ts'

/**
 * What the page of an instrument says it is, as facts: the sentences stand in the texts of every language. `reference` is a value with a
 * sentence of its own, `ownPrice` one of those that nothing is listed of.
 */
export type Profile =
  | CompanyProfile
  | Readonly<{ kind: 'fund'; name: string }>
  | Readonly<{ kind: 'reference'; code: string }>
  | Readonly<{ kind: 'ownPrice' }>
  | Readonly<{ kind: 'pair' }>
  | Readonly<{ kind: 'future'; lastTradeDate: CalendarDate }>
  | Readonly<{ kind: 'recorded'; name: string }>

export type CompanyProfile = Readonly<{
  kind: 'company'
  name: string
  /** The id of its industry. */
  industry: string
  founded: number
  town: string
  employees: number
}>
