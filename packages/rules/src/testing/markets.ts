import { scaled } from '../decimal.ts'
import type { Instrument } from '../instruments/instrument.ts'
import { argentinaTicks } from '../markets/argentina.ts'
import { taiwanEtfTicks, taiwanTicks } from '../markets/taiwan.ts'

/** The instruments of the rule book's examples of the other markets. */
const share = { step: scaled('1'), minimumQuantity: scaled('1'), quoteOnly: false, contract: null }

/** A share in Buenos Aires. */
export const LPAM: Instrument = {
  ...share,
  id: 'AR:LPAM',
  market: 'AR',
  code: 'LPAM',
  name: 'Llanura Pampeana',
  exchange: 'BYMA',
  currency: 'ARS',
  ticks: argentinaTicks,
}

/** A share in Taipei. */
export const HWTS: Instrument = {
  ...share,
  id: 'TW:8301',
  market: 'TW',
  code: '8301',
  name: 'Hewei Silicon',
  exchange: 'TWSE',
  currency: 'TWD',
  ticks: taiwanTicks,
}

/** A fund in Taipei, with steps and a tax of its own. */
export const TWETF: Instrument = { ...HWTS, id: 'TW:00901', code: '00901', name: 'Formosa 50', ticks: taiwanEtfTicks, fund: true }
