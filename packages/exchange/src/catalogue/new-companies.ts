import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import { usTicks } from '@rueda/rules/markets/us.ts'
import type { Exchange } from '@rueda/rules/markets/markets.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import { plainArithmetic } from '../arithmetic/plain-arithmetic.ts'
import { normal } from '../random/distributions.ts'
import { mur, u } from '../random/murmur.ts'
import { catalogueTag } from '../random/tags.ts'
import { CATALOGUE_SEED, companies } from './companies.ts'
import type { Company, Tier } from './company.ts'
import type { CompanyProfile } from './profile.ts'
import { codesOfChanges } from './renames.ts'
import { sectors } from './sectors.ts'
import { freeTickerOf } from './ticker.ts'
import { familyNames, firstWords, givenNames, towns } from './words.ts'

/**
 * The invented companies that come to the market one after the other (`docs/rules/ipo.md` N). Like the catalogue they come out of a public
 * generator and are the same in every installation: when one is offered, and at what price, is known to everybody; what it is worth once
 * it trades is drawn from the keys of those days.
 */
export type NewCompany = Readonly<{
  number: number
  code: string
  name: string
  exchange: Exchange
  sector: number
  industry: string
  /** Dollars a share. */
  price: number
  /** Shares of the whole issue. */
  offeredShares: number
  underwriter: string
  /** What the public asks for by the end of the window, as a multiple of the issue: simulated. */
  publicDemand: number
  profile: CompanyProfile
  /** Everything of the listed company but its first day. */
  company: Omit<Company, 'listedOn'>
}>

/** The listing of a new company, as the market is told of it. */
export type NewListing = Readonly<{ number: number; listedOn: CalendarDate }>

const MIN_PRICE = 5
const MAX_PRICE = 60
const BILLION = 1_000_000_000
const SHARES_STEP = 100_000
const VOLUME_STEP = 1_000
/** Its numbers in every draw begin here, beyond those of everything else that the market lists. */
const FIRST_INDEX = 100_000
const EXCHANGES: readonly Exchange[] = ['NASDAQ', 'NYSE', 'AMEX']
const MAX_NAMES_TRIED = 200

const made: NewCompany[] = []
const names = new Set(companies.map(({ instrument }) => instrument.name))
/** A code that a listed company is going to take is not free either. */
const codes = new Set([...companies.map(({ instrument }) => instrument.code), ...codesOfChanges])

/** Numbered from zero. A name and a ticker depend on those before, which are therefore made first. */
export function newCompany(number: number): NewCompany {
  while (made.length <= number) {
    const next = makeCompany(made.length)
    names.add(next.name)
    codes.add(next.code)
    made.push(next)
  }
  return made[number] as NewCompany
}

export const instrumentIdOf = ({ code }: Pick<NewCompany, 'code'>): string => idOfFirstCode('US', code)

function makeCompany(number: number): NewCompany {
  const draw = (counter: number): number => u(CATALOGUE_SEED, number, catalogueTag.newCompany, counter)
  const sector = Math.floor(draw(0) * sectors.length)
  const industry = pick(pick(sectors, draw(0)).industries, draw(1))
  const { name, code } = freeName(number, industry.suffixes)
  const exchange = pick(EXCHANGES, draw(2))
  const tier: Tier = draw(3) < LARGE_SHARE ? 1 : 2
  const price = Math.round(logUniform(MIN_PRICE, MAX_PRICE, draw(4)) * TENTHS) / TENTHS
  const [smallest, largest] = tier === 1 ? [3, 12] : [0.4, 3]
  const sharesOutstanding = roundTo((logUniform(smallest, largest, draw(5)) * BILLION) / price, SHARES_STEP)
  const offeredShares = roundTo(sharesOutstanding * between(0.12, 0.3, draw(6)), SHARES_STEP)
  const loses = draw(7) < LOSS_SHARE
  const founded = 1995 + Math.floor(draw(8) * 25)
  const employees = roundTo(logUniform(120, 6_000, draw(9)), 10)
  const town = pick(towns, draw(10))
  const profile: CompanyProfile = { kind: 'company', name, industry: industry.id, founded, town, employees }
  return {
    ...{ number, code, name, exchange, sector, industry: industry.id, price, offeredShares, profile },
    underwriter: `${pick(familyNames, draw(11))} & ${pick(familyNames, draw(12))}`,
    publicDemand: Math.round(logUniform(0.5, 9, draw(13)) * TENTHS) / TENTHS,
    company: {
      instrument: {
        id: idOfFirstCode('US', code),
        market: 'US',
        code,
        name,
        exchange,
        currency: 'USD',
        ticks: usTicks,
        step: scaled('1'),
        minimumQuantity: scaled('1'),
        quoteOnly: false,
        contract: null,
      },
      index: FIRST_INDEX + number,
      ...{ sector, industry: industry.id, tier, profile, employees, sharesOutstanding },
      beta: hundredths(Math.min(1.8, Math.max(0.7, 1.15 + 0.25 * normal(draw(14), plainArithmetic)))),
      gamma: hundredths(between(0.7, 1.2, draw(15))),
      basePrice: price,
      averageDailyVolume: roundTo(Math.max(MIN_DAILY_VOLUME, sharesOutstanding * between(0.003, 0.009, draw(16))), VOLUME_STEP),
      earningsYield: loses ? -between(0.01, 0.06, draw(17)) : 1 / between(14, 40, draw(17)),
      // A company that has just raised money pays none out.
      dividendYield: 0,
      bookYield: between(0.15, 0.6, draw(18)),
      chiefExecutive: `${pick(givenNames, draw(19))} ${pick(familyNames, draw(20))}`,
    },
  }
}

const LARGE_SHARE = 0.4
const LOSS_SHARE = 0.35
const MIN_DAILY_VOLUME = 400_000
const TENTHS = 10

/** The first name of a public order of tries whose words and ticker nobody has. */
function freeName(number: number, suffixes: readonly string[]): Readonly<{ name: string; code: string }> {
  for (let attempt = 0; attempt < MAX_NAMES_TRIED; attempt += 1) {
    const place = mur(CATALOGUE_SEED, number, catalogueTag.newCompanyName, attempt)
    const name = `${firstWords[place % firstWords.length]} ${suffixes[attempt % suffixes.length]}`
    const code = names.has(name) ? undefined : freeTickerOf(name, codes)
    if (code !== undefined) return { name, code }
  }
  throw new Error(`no name left for the new company ${number}`)
}

const between = (from: number, to: number, draw: number): number => from + (to - from) * draw
const logUniform = (from: number, to: number, draw: number): number => from * plainArithmetic.exp(plainArithmetic.log(to / from) * draw)
const roundTo = (value: number, step: number): number => Math.max(step, Math.round(value / step) * step)
const hundredths = (value: number): number => Math.round(value * 100) / 100
const pick = <T>(items: readonly T[], draw: number): T => items[Math.floor(draw * items.length)] as T
