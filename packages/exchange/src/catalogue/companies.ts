import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import { plainArithmetic } from '../arithmetic/plain-arithmetic.ts'
import { usTicks } from '@rueda/rules/markets/us.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import type { Exchange } from '@rueda/rules/markets/markets.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { dateOfDays, dayNumber } from '../calendars/civil.ts'
import { normal } from '../random/distributions.ts'
import { mur, u } from '../random/murmur.ts'
import { catalogueTag } from '../random/tags.ts'
import type { Company, Tier } from './company.ts'
import { type Industry, sectors } from './sectors.ts'
import { tickerOf } from './ticker.ts'
import { familyNames, firstWords, givenNames, towns } from './words.ts'

/**
 * The three hundred invented companies of the United States market. They come out of a public generator, the same
 * in every installation: only prices depend on the secret.
 */
export const CATALOGUE_SEED = 20260101

type Place = Readonly<{ sector: number; industry: Industry; exchange: Exchange; tier: Tier; name: string }>

/** The three that open the catalogue, in every screenshot and story of the documentation. */
const OPENING: readonly Readonly<{
  name: string
  code: string
  sector: string
  industry: string
  exchange: Exchange
  tier: Tier
  basePrice: number
}>[] = [
  { name: 'Aurora Devices', code: 'ARDV', sector: 'technology', industry: 'semiconductors', exchange: 'NASDAQ', tier: 0, basePrice: 118.2 },
  { name: 'Bramble Foods', code: 'BRBF', sector: 'consumer-staples', industry: 'food', exchange: 'NYSE', tier: 1, basePrice: 41.07 },
  { name: 'Cobalt Harbor', code: 'CBHB', sector: 'industrials', industry: 'transport', exchange: 'NASDAQ', tier: 1, basePrice: 76.4 },
]

export const OPENING_COMPANIES = OPENING.length

function makeCompanies(): Company[] {
  const taken = new Set<string>()
  return places().map((place, index) => {
    const code = OPENING[index]?.code ?? tickerOf(place.name, taken)
    taken.add(code)
    return makeCompany(place, index, code)
  })
}

/** Sector, exchange and size of each company: quotas dealt out in a shuffled order, the opening three first. */
function places(): Place[] {
  const sectorDeck = shuffled(deal(sectors.map((sector, index) => [index, sector.share])), catalogueTag.sector)
  const exchangeDeck = shuffled(
    deal<Exchange>([
      ['NASDAQ', 150],
      ['NYSE', 120],
      ['AMEX', 30],
    ]),
    catalogueTag.exchange,
  )
  const tierDeck = shuffled(
    deal<Tier>([
      [0, 100],
      [1, 120],
      [2, 80],
    ]),
    catalogueTag.tier,
  )
  const words = shuffled([...firstWords], catalogueTag.firstWord)
  const opening = OPENING.map((company) => {
    const sector = takeFrom(
      sectorDeck,
      sectors.findIndex((candidate) => candidate.id === company.sector),
    )
    const industry = at(sectors, sector).industries.find((candidate) => candidate.id === company.industry)
    if (industry === undefined) throw new Error(`no industry ${company.industry}`)
    return {
      name: company.name,
      sector,
      industry,
      exchange: takeFrom(exchangeDeck, company.exchange),
      tier: takeFrom(tierDeck, company.tier),
    }
  })
  const names = new Set(opening.map((company) => company.name))
  const rest = sectorDeck.map((sector, position) => {
    const index = position + OPENING.length
    const industry = pick(at(sectors, sector).industries, u(CATALOGUE_SEED, index, catalogueTag.industry, 0))
    const name = freeName(at(words, position % words.length), industry, index, names)
    names.add(name)
    return { name, sector, industry, exchange: at(exchangeDeck, position), tier: at(tierDeck, position) }
  })
  return [...opening, ...rest]
}

/** A first word that comes round again is followed by another second word, so that no name is used twice. */
function freeName(word: string, industry: Industry, index: number, names: ReadonlySet<string>): string {
  const start = mur(CATALOGUE_SEED, index, catalogueTag.industry, 1) % industry.suffixes.length
  const suffixes = [...industry.suffixes.slice(start), ...industry.suffixes.slice(0, start)]
  const name = suffixes.map((suffix) => `${word} ${suffix}`).find((candidate) => !names.has(candidate))
  if (name === undefined) throw new Error(`no name left for ${word}`)
  return name
}

function makeCompany(place: Place, index: number, code: string): Company {
  const draw = (counter: number): number => u(CATALOGUE_SEED, index, catalogueTag.numbers, counter)
  const basePrice = OPENING[index]?.basePrice ?? cents(logUniform(MIN_PRICE, MAX_PRICE, draw(0)))
  const size = at(SIZES, place.tier)
  const sharesOutstanding = roundTo((logUniform(size.smallest, size.largest, draw(1)) * BILLION) / basePrice, SHARES_STEP)
  const averageDailyVolume = roundTo(Math.max(size.leastVolume, sharesOutstanding * between(0.003, 0.009, draw(2))), VOLUME_STEP)
  const loses = draw(3) < size.lossShare
  const employees = roundTo(logUniform(size.fewestPeople, size.mostPeople, draw(9)), 10)
  const founded = 1905 + Math.floor(draw(10) * 95)
  return {
    instrument: stock(place, code),
    index,
    sector: place.sector,
    industry: place.industry.id,
    tier: place.tier,
    beta: hundredths(Math.min(1.5, Math.max(0.6, 1 + 0.2 * normal(draw(4), plainArithmetic)))),
    gamma: hundredths(between(0.7, 1.2, draw(5))),
    basePrice,
    sharesOutstanding,
    averageDailyVolume,
    earningsYield: loses ? -between(0.01, 0.06, draw(6)) : 1 / between(11, 34, draw(6)),
    dividendYield: loses || draw(7) < NO_DIVIDEND_SHARE ? 0 : between(0.004, 0.04, draw(8)),
    bookYield: between(0.15, 0.8, draw(11)),
    chiefExecutive: `${pick(givenNames, draw(12))} ${pick(familyNames, draw(13))}`,
    employees,
    listedOn: dateOfDays(
      dayNumber(Math.max(founded + 8, 1985 + Math.floor(draw(14) * 34)), 1 + Math.floor(draw(15) * 12), 3 + Math.floor(draw(16) * 24)),
    ),
    profile: { kind: 'company', name: place.name, industry: place.industry.id, founded, town: pick(towns, draw(17)), employees },
  }
}

const BILLION = 1_000_000_000
const MIN_PRICE = 5
const MAX_PRICE = 400
const SHARES_STEP = 100_000
const VOLUME_STEP = 1_000
const NO_DIVIDEND_SHARE = 0.35

/** Capitalisation in thousands of millions, the least daily volume, how many lose money, and people employed. */
const SIZES = [
  { smallest: 20, largest: 600, leastVolume: 3_000_000, lossShare: 0.03, fewestPeople: 9_000, mostPeople: 160_000 },
  { smallest: 3, largest: 22, leastVolume: 900_000, lossShare: 0.08, fewestPeople: 1_800, mostPeople: 22_000 },
  { smallest: 0.4, largest: 3, leastVolume: 400_000, lossShare: 0.22, fewestPeople: 180, mostPeople: 3_200 },
] as const

function stock(place: Place, code: string): Instrument {
  return {
    id: idOfFirstCode('US', code),
    market: 'US',
    code,
    name: place.name,
    exchange: place.exchange,
    currency: 'USD',
    ticks: usTicks,
    step: scaled('1'),
    minimumQuantity: scaled('1'),
    quoteOnly: false,
    contract: null,
  }
}

const between = (from: number, to: number, draw: number): number => from + (to - from) * draw
const logUniform = (from: number, to: number, draw: number): number => from * plainArithmetic.exp(plainArithmetic.log(to / from) * draw)
const roundTo = (value: number, step: number): number => Math.max(step, Math.round(value / step) * step)
const cents = (value: number): number => Math.round(value * 100) / 100
const hundredths = cents

function at<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new Error(`nothing at ${index} of ${items.length}`)
  return item
}

const pick = <T>(items: readonly T[], draw: number): T => at(items, Math.floor(draw * items.length))
const deal = <T>(quotas: readonly (readonly [T, number])[]): T[] => quotas.flatMap(([item, count]) => Array<T>(count).fill(item))

function takeFrom<T>(deck: T[], card: T): T {
  deck.splice(deck.indexOf(card), 1)
  return card
}

/** Fisher and Yates with the public generator. */
function shuffled<T>(deck: T[], tag: number): T[] {
  for (let last = deck.length - 1; last > 0; last -= 1) {
    const other = mur(CATALOGUE_SEED, last, tag) % (last + 1)
    const held = at(deck, last)
    deck[last] = at(deck, other)
    deck[other] = held
  }
  return deck
}

/** Last in the file, because everything above must exist before the catalogue is made. */
export const companies: readonly Company[] = makeCompanies()
