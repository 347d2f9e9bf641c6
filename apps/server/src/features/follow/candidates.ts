import { idOfFirstCode } from '@rueda/rules/instruments/codes.ts'
import { referenceIndices } from '@rueda/exchange/catalogue/indices.ts'
import { sectors } from '@rueda/exchange/catalogue/sectors.ts'
import type { Agency } from '@rueda/rules/follow/agency.ts'
import type { Candidate } from '@rueda/rules/follow/strategy.ts'
import type { TradingTerms } from '@rueda/rules/follow/strike.ts'
import { scaled } from '@rueda/rules/decimal.ts'
import type { FeeSchedule } from '@rueda/rules/fees/schedule.ts'
import type { Instrument } from '@rueda/rules/instruments/instrument.ts'
import { forex } from '@rueda/rules/markets/forex.ts'
import { overnightMarkup, yearlyRates } from '@rueda/rules/markets/overnight.ts'

/** What agencies may buy: instruments that customers trade too, on the same terms. */
export const BENCHMARK = 'IDX:US500'
const LARGEST = 'IDX:US30'
const COMPANIES_OF_A_SECTOR = 2

const membersOf = (id: string) => referenceIndices.find(({ instrument }) => instrument.id === id)?.members ?? []
type Member = ReturnType<typeof membersOf>[number]
const shareOf = ({ instrument, sector }: Member): Candidate => ({
  ...{ instrumentId: instrument.id, sector: sectors[sector]?.name ?? '', carry: null },
})

/** The thirty largest companies of the United States, and the two largest of each sector. */
const largest: readonly Candidate[] = membersOf(LARGEST).map(shareOf)
const ofSectors: readonly Candidate[] = [...Map.groupBy(membersOf(BENCHMARK), ({ sector }) => sector).values()].flatMap((members) =>
  members.slice(0, COMPANIES_OF_A_SECTOR).map(shareOf),
)

/** Pairs with the dollar whose other side is a currency that most of the world trades. */
const pairIds = ['EURUSD', 'GBPUSD', 'USDJPY', 'USDCHF', 'USDCAD', 'AUDUSD', 'NZDUSD', 'USDMXN', 'USDBRL'].map((code) =>
  idOfFirstCode('FX', code),
)

/** The ids of everything that an agency may buy. */
export const universeOf = ({ strategy }: Pick<Agency, 'strategy'>): readonly string[] =>
  strategy.kind === 'carry' ? pairIds : (strategy.kind === 'sectorRotation' ? ofSectors : largest).map(({ instrumentId }) => instrumentId)

export type Instruments = ReadonlyMap<string, Instrument>

/** Everything that an agency may buy; null where this venue does not list all of it, and the agency is not offered. */
export function candidatesOf(instruments: Instruments, { strategy }: Pick<Agency, 'strategy'>): readonly Candidate[] | null {
  const all: readonly Candidate[] =
    strategy.kind === 'carry'
      ? pairIds.map((instrumentId) => ({ instrumentId, sector: '', carry: carryOf(instruments.get(instrumentId)) }))
      : strategy.kind === 'sectorRotation'
        ? ofSectors
        : largest
  return all.every(({ instrumentId }) => instruments.has(instrumentId)) ? all : null
}

/** Dollars in another currency: what is held is that currency. */
export const isInverse = (instrument: Instrument | undefined): boolean =>
  instrument?.contract?.kind === 'pair' && instrument.contract.base === 'USD'

/** The usual distance of bid and ask of the largest shares is a cent; an agency pays as much to either side as if it were two. */
const SHARE_SPREAD = scaled('0.02')

/** The usual distance of bid and ask, which every rule is printed with. */
export const usualSpreadOf = (instruments: Instruments, instrumentId: string): bigint => {
  const contract = instruments.get(instrumentId)?.contract
  return contract?.kind === 'pair' ? contract.usualSpread : SHARE_SPREAD
}

/** The terms that customers trade it on: the usual spread, the charges, and the nights. */
export function tradingTermsOf(instruments: Instruments, instrumentId: string, ofShares: FeeSchedule): TradingTerms {
  const spread = usualSpreadOf(instruments, instrumentId)
  return instruments.get(instrumentId)?.contract?.kind === 'pair'
    ? { spread, fees: forex.terms.feeTable, carry: carryOf(instruments.get(instrumentId)) }
    : { spread, fees: ofShares, carry: null }
}

/** What holding the other currency against the dollar earns in a year, and what selling it does, each less the markup of the night. */
function carryOf(instrument: Instrument | undefined): Candidate['carry'] {
  if (instrument?.contract?.kind !== 'pair') return null
  const { base } = instrument.contract
  const other = yearlyRates[base === 'USD' ? instrument.currency : base] ?? 0n
  const difference = other - (yearlyRates.USD ?? 0n)
  return { long: difference - overnightMarkup, short: -difference - overnightMarkup }
}
