import { scaled } from '../decimal.ts'
import type { Instrument } from '../instruments/instrument.ts'

/** Global indices (`domain.md` B.6) are worked out, not traded: they have a step to show and no terms. */
export const indexTicks: Instrument['ticks'] = [{ from: 0n, tick: scaled('0.01') }]
