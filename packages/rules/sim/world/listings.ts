import { idOfFirstCode } from '../../src/instruments/codes.ts'
import type { Instrument } from '../../src/instruments/instrument.ts'
import type { MarginInstrument } from '../../src/margin/valuation.ts'
import { usTicks } from '../../src/markets/us.ts'
import { EURUSD, SCL, SES, USDJPY } from '../../src/testing/margin.ts'
import { HWTS, LPAM, TWETF } from '../../src/testing/markets.ts'
import { addDays } from '../../src/calendar-date.ts'
import type { CalendarDate } from '../../src/time.ts'
import type { WalletType } from '../../src/wallets/wallet.ts'
import { SHARE_UNIT, unitOfShares } from './units.ts'

/** An instrument of the simulation, and its units in the reference model: prices in `unit`, quantities in `lot`. */
export type Listing = Readonly<{ instrument: Instrument; wallet: WalletType; unit: bigint; lot: bigint; base: number }>
export type MarginListing = Listing & Readonly<{ instrument: MarginInstrument }>

const stock = (code: string): Instrument => ({
  id: idOfFirstCode('US', code),
  market: 'US',
  code,
  name: code,
  exchange: 'NYSE',
  currency: 'USD',
  ticks: usTicks,
  step: SHARE_UNIT.quantity,
  minimumQuantity: SHARE_UNIT.quantity,
  quoteOnly: false,
  contract: null,
})

const share = (instrument: Instrument, wallet: WalletType, base: number): Listing => ({
  instrument,
  wallet,
  unit: SHARE_UNIT.price,
  lot: SHARE_UNIT.quantity,
  base,
})

/** Ordinary, dear and below a dollar; in Argentina a dear one and one about a change of tick; in Taiwan a share, and a fund about one. */
export const shareListings: readonly Listing[] = [
  share(stock('AAAA'), 'STOCK', 182_3700),
  share(stock('BBBB'), 'STOCK', 950_0000),
  share(stock('CCCC'), 'STOCK', 4_321),
  share(LPAM, 'AR', 7_450_0000),
  share({ ...LPAM, id: 'AR:CHCO', code: 'CHCO', name: 'Chaco' }, 'AR', 98_0000),
  share(HWTS, 'TW', 612_0000),
  share(TWETF, 'TW', 49_5000),
]

/** Bought by amount and sold in parts; its quantities count millionths of a share. */
export const partListings: readonly Listing[] = [{ ...share(stock('PART'), 'STOCK', 182_3700), lot: unitOfShares('US:PART') }]

const DAYS_UNTIL_LAST = 33

/** An index, crude near zero, a pair in dollars and one that is not; the futures end within a long run, and their next month begins. */
export function marginListings(firstDate: CalendarDate): readonly MarginListing[] {
  return [
    ...contractMonths(SES, firstDate, 20_040),
    ...contractMonths(SCL, firstDate, 400),
    onMargin(EURUSD, 'FOREX', 108_450),
    onMargin(USDJPY, 'FOREX', 151_200),
  ]
}

const contractMonths = (instrument: MarginInstrument, firstDate: CalendarDate, base: number): readonly MarginListing[] =>
  [1, 2, 3].map((month) => {
    const code = `${instrument.code.split('-')[0]}-${month}`
    if (instrument.contract.kind !== 'future') throw new Error(`${instrument.id} has no months`)
    const contract = { ...instrument.contract, lastTradeDate: addDays(firstDate, month * DAYS_UNTIL_LAST) }
    return onMargin({ ...instrument, id: idOfFirstCode('FUT', code), code, contract }, 'FUTURE', base)
  })

const onMargin = (instrument: MarginInstrument, wallet: WalletType, base: number): MarginListing => ({
  instrument,
  wallet,
  unit: instrument.ticks[0].tick,
  lot: instrument.step,
  base,
})
