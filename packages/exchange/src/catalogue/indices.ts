import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import { usTicks } from '@rueda/rules/markets/us.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import { companies } from './companies.ts'
import type { Company, ReferenceIndex } from './company.ts'
import { sectors } from './sectors.ts'

/**
 * The reference indices of the simulated market. They are values to look at, never to order, and each is made from
 * the invented companies alone: the number in its name is its kind, not its count of members.
 */
export const FIRST_INDEX = 10_000

const byCapitalisation = companies.toSorted((a, b) => capitalisation(b) - capitalisation(a))
const technologyLike = new Set(['technology', 'communication', 'health-care', 'consumer-discretionary'].map(sectorNumber))
const nasdaq = byCapitalisation.filter((company) => company.instrument.exchange === 'NASDAQ' && technologyLike.has(company.sector))

export const referenceIndices: readonly ReferenceIndex[] = [
  {
    instrument: reference('US500', 'US 500 (sim)'),
    index: FIRST_INDEX,
    baseValue: 3_700,
    weighting: 'capitalisation',
    members: byCapitalisation.slice(0, 200),
  },
  {
    instrument: reference('UST100', 'US Tech 100 (sim)'),
    index: FIRST_INDEX + 1,
    baseValue: 12_700,
    weighting: 'capitalisation',
    members: nasdaq.slice(0, 60),
  },
  {
    instrument: reference('US30', 'US 30 (sim)'),
    index: FIRST_INDEX + 2,
    baseValue: 30_200,
    weighting: 'price',
    members: byCapitalisation.slice(0, 30),
  },
  {
    instrument: reference('US2000', 'US 2000 (sim)'),
    index: FIRST_INDEX + 3,
    baseValue: 1_950,
    weighting: 'capitalisation',
    members: byCapitalisation.slice(200),
  },
]

function reference(code: string, name: string): Instrument {
  return {
    id: idOfFirstCode('IDX', code),
    market: 'IDX',
    code,
    name,
    exchange: 'IDX',
    currency: 'USD',
    ticks: usTicks,
    step: scaled('1'),
    minimumQuantity: scaled('1'),
    quoteOnly: true,
    contract: null,
  }
}

function capitalisation(company: Company): number {
  return company.basePrice * company.sharesOutstanding
}

function sectorNumber(id: string): number {
  return sectors.findIndex((sector) => sector.id === id)
}
