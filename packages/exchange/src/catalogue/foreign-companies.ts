import { plainArithmetic } from '../arithmetic/plain-arithmetic.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { dateOfDays, dayNumber } from '../calendars/civil.ts'
import { normal } from '../random/distributions.ts'
import { u } from '../random/murmur.ts'
import { catalogueTag } from '../random/tags.ts'
import { CATALOGUE_SEED } from './companies.ts'
import type { Company, Tier } from './company.ts'
import { type Industry, sectors } from './sectors.ts'

/**
 * Invented companies of markets other than the United States'. The price model draws them in units of its own, and
 * `scale` turns its prices into those of the market's currency.
 */
export type ScaledCompany = Readonly<{ company: Company; scale: number }>

export type ForeignListing = Readonly<{
  /** The first of their numbers in the draws. */
  firstIndex: number
  names: readonly string[]
  towns: readonly string[]
  people: readonly string[]
  /** Prices of the market's currency at the beginning of its history. */
  lowest: number
  highest: number
  /** The moves of this market as a whole relative to the model's own. */
  betaScale: number
  instrumentOf: (name: string, position: number) => Instrument
}>

const MIN_IN_MODEL = 40
const MAX_IN_MODEL = 300
const LARGE_CAP_SHARE = 0.3
const MIDDLE = 0.7

/**
 * Scales that were first worked out with the functions of an engine and are another last bit with our own. A scale lies over
 * every price of its listing, those of finished days too: it stays what it was.
 */
const FIRST_SCALES: ReadonlyMap<number, number> = new Map([
  [1_021, 193.7918472414765],
  [2_014, 12.718036814547846],
  [2_022, 8.610235382663271],
])

export function foreignCompanies(listing: ForeignListing): readonly ScaledCompany[] {
  return listing.names.map((name, position) => {
    const index = listing.firstIndex + position
    const draw = (counter: number): number => u(CATALOGUE_SEED, index, catalogueTag.numbers, counter)
    const sector = Math.floor(draw(0) * sectors.length)
    const industries = sectors[sector]?.industries ?? []
    const industry = industries[Math.floor(draw(1) * industries.length)] as Industry
    const tier: Tier = position < listing.names.length * LARGE_CAP_SHARE ? 0 : position < listing.names.length * MIDDLE ? 1 : 2
    const basePrice = Math.round(logUniform(MIN_IN_MODEL, MAX_IN_MODEL, draw(2)) * 100) / 100
    const founded = 1930 + Math.floor(draw(3) * 75)
    const town = pick(listing.towns, draw(4))
    const loses = draw(5) < 0.1
    const employees = Math.round(logUniform(200, 20_000, draw(16)) / 10) * 10
    const instrument = listing.instrumentOf(name, position)
    return {
      scale: FIRST_SCALES.get(index) ?? logUniform(listing.lowest, listing.highest, draw(6)) / basePrice,
      company: {
        instrument,
        index,
        sector,
        industry: industry.id,
        tier,
        beta: hundredths(listing.betaScale * Math.min(1.5, Math.max(0.6, 1 + 0.2 * normal(draw(7), plainArithmetic)))),
        gamma: hundredths(0.7 + 0.5 * draw(8)),
        basePrice,
        sharesOutstanding: Math.round(logUniform(50, 4_000, draw(9))) * 1_000_000,
        averageDailyVolume: Math.round(logUniform(300, 9_000, draw(10))) * 1_000,
        earningsYield: loses ? -0.03 : 1 / (10 + 18 * draw(11)),
        dividendYield: loses || draw(12) < 0.3 ? 0 : 0.005 + 0.03 * draw(13),
        bookYield: 0.2 + 0.6 * draw(14),
        chiefExecutive: pick(listing.people, draw(15)),
        employees,
        listedOn: dateOfDays(dayNumber(Math.min(2019, founded + 8), 1 + Math.floor(draw(17) * 12), 3 + Math.floor(draw(18) * 24))),
        profile:
          instrument.fund === true ? { kind: 'fund', name } : { kind: 'company', name, industry: industry.id, founded, town, employees },
      },
    }
  })
}

const logUniform = (from: number, to: number, draw: number): number => from * plainArithmetic.exp(plainArithmetic.log(to / from) * draw)
const hundredths = (value: number): number => Math.round(value * 100) / 100

function pick(items: readonly string[], draw: number): string {
  const item = items[Math.floor(draw * items.length)]
  if (item === undefined) throw new Error('nothing to pick from')
  return item
}
