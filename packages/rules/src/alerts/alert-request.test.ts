import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { ARDV, NOW, TODAY } from '../testing/us.ts'
import type { AlertKind } from './alert.ts'
import { MAX_ALERTS, checkAlert } from './alert-request.ts'

const market = {
  last: scaled('182.37'),
  previousClose: scaled('180'),
  volume: scaled('1000'),
  tradeDate: TODAY,
  halted: false,
  freshAt: NOW,
}
type Terms = Parameters<typeof checkAlert>[1]
const check = (kind: AlertKind, level: string, terms: Partial<Terms> = {}) => {
  const request = { instrumentId: 'US:ARDV', kind, level: scaled(level), repeats: false }
  const checked = checkAlert(request, { instrument: ARDV, market, others: 0, ...terms })
  return checked.ok ? 'accepted' : checked.refusal
}

describe('what can be asked to be told', () => {
  it.each([
    ['above', '190', 'accepted'],
    ['above', '182.37', 'alert.already_met'],
    ['above', '190.005', 'price.tick'],
    ['below', '175', 'accepted'],
    ['below', '182.37', 'alert.already_met'],
    ['rise', '5', 'accepted'],
    ['rise', '1.3', 'alert.already_met'],
    ['rise', '0.09', 'parameter.invalid'],
    ['fall', '1000.01', 'parameter.invalid'],
    ['above', '10000000001', 'parameter.invalid'],
    ['volume', '2000', 'accepted'],
    ['volume', '2000.5', 'parameter.invalid'],
    ['volume', '1000', 'alert.already_met'],
  ] as const)('%s %s: %s', (kind, level, expected) => expect(check(kind, level)).toBe(expected))

  it('nothing of an instrument that nobody lists, and no volume of a reference value', () => {
    expect(check('above', '190', { instrument: null })).toBe('instrument.unknown')
    expect(check('volume', '2000', { instrument: { ...ARDV, quoteOnly: true } })).toBe('parameter.invalid')
  })

  it('fifty at most', () => {
    expect(check('above', '190', { others: MAX_ALERTS - 1 })).toBe('accepted')
    expect(check('above', '190', { others: MAX_ALERTS })).toBe('alert.full')
  })

  it('before the first quote too', () => expect(check('above', '1', { market: null })).toBe('accepted'))
})
