import { scaled } from '../decimal.ts'
import type { Instrument } from '../instruments/instrument.ts'

/** United States stocks (`domain.md` B.1): below one dollar prices move in hundredths of a cent, from there in cents. */
export const usTicks: Instrument['ticks'] = [
  { from: 0n, tick: scaled('0.0001') },
  { from: scaled('1'), tick: scaled('0.01') },
]
