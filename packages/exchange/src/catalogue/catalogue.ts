import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { companies } from './companies.ts'
import type { Company, ReferenceIndex } from './company.ts'
import { referenceIndices } from './indices.ts'

/** Everything the simulated market lists, and what stands behind each listing. */
export type Listing = Readonly<{ kind: 'company'; company: Company }> | Readonly<{ kind: 'index'; index: ReferenceIndex }>

export const instruments: readonly Instrument[] = [
  ...companies.map((company) => company.instrument),
  ...referenceIndices.map((index) => index.instrument),
]

const listings: ReadonlyMap<string, Listing> = new Map([
  ...companies.map((company) => [company.instrument.id, { kind: 'company', company } as Listing] as const),
  ...referenceIndices.map((index) => [index.instrument.id, { kind: 'index', index } as Listing] as const),
])

export const listingOf = (instrumentId: string): Listing | null => listings.get(instrumentId) ?? null
