import { type DayNumber, dayNumber } from '../calendars/civil.ts'
import { mur } from '../random/murmur.ts'
import { catalogueTag } from '../random/tags.ts'
import { argentineCompanies } from './argentine-companies.ts'
import { CATALOGUE_SEED, OPENING_COMPANIES, companies } from './companies.ts'
import type { Company } from './company.ts'
import { famousTickers } from './words.ts'

/**
 * The companies that take another code, one a month (`docs/rules/corporate-actions.md` C.6). Who, when and which code comes out of the
 * public generator, the same in every installation. The codes of the catalogue stand until the first of these changes; no company changes
 * twice, and no code is ever given to two: neither one of New York nor one of Buenos Aires, where certificates have the code of their share.
 */
export type CodeChange = Readonly<{
  /** The first day it may take place; it does on the trading day from it on. */
  from: DayNumber
  newCode: string
}>

const FIRST_YEAR = 2_027
const MONTHS_PER_YEAR = 12
/** Every month has these days. */
const DAYS_DRAWN = 28

/** The opening companies keep their codes: the documentation names them. */
const candidates = companies.slice(OPENING_COMPANIES)

function makeChanges(): ReadonlyMap<number, CodeChange> {
  const listed = [...companies, ...argentineCompanies.map(({ company }) => company)]
  const taken = new Set(listed.map(({ instrument }) => instrument.code))
  const order = candidates.toSorted((a, b) => place(a) - place(b) || a.index - b.index)
  const changes = new Map<number, CodeChange>()
  for (const company of order) {
    const newCode = otherCodeOf(company.instrument.name, taken)
    if (newCode === undefined) continue
    taken.add(newCode)
    const month = changes.size
    const day = 1 + (mur(CATALOGUE_SEED, company.index, catalogueTag.codeChange, 1) % DAYS_DRAWN)
    const from = dayNumber(FIRST_YEAR + Math.floor(month / MONTHS_PER_YEAR), (month % MONTHS_PER_YEAR) + 1, day)
    changes.set(company.index, { from, newCode })
  }
  return changes
}

const place = ({ index }: Company): number => mur(CATALOGUE_SEED, index, catalogueTag.codeChange, 0)

/** A code nearer to the name than the ticker it was listed with: its first letters as they are written, "Aurora Devices" AURO. */
function otherCodeOf(name: string, taken: ReadonlySet<string>): string | undefined {
  const [first = '', second = ''] = name
    .toUpperCase()
    .replaceAll(/[^A-Z ]/g, '')
    .split(' ')
  const written = [first.slice(0, 4), first.slice(0, 3) + second.slice(0, 1), first.slice(0, 2) + second.slice(0, 2), first.slice(0, 5)]
  return written.find((code) => code.length >= SHORTEST && !taken.has(code) && !famousTickers.has(code))
}

const SHORTEST = 4

const changes = makeChanges()

/** Every code that a change ever gives. */
export const codesOfChanges: readonly string[] = [...changes.values()].map(({ newCode }) => newCode)

/** Undefined for a company that keeps its code. */
export const codeChangeOf = ({ index }: Pick<Company, 'index'>): CodeChange | undefined => changes.get(index)
