import { describe, expect, it } from 'vitest'
import { scaled } from '../decimal.ts'
import { formatMinor } from '../money.ts'
import { SES, marginAccountState, marginTerms, marginOrderRequest, trade } from '../testing/margin.ts'
import { NOW, TODAY } from '../testing/us.ts'
import { NOTHING_TRADED, type TradedBefore, marginDayResult } from './day-result.ts'
import { settleDaily } from './daily-settlement.ts'
import { AT_PAR } from './dollar-rate.ts'
import type { MarginPosition } from './position.ts'
import { marginPositionKind } from './records.ts'

/** Long 2 SES at 5 010.25, as the rule book's examples of B.4 have it. */
const twoContracts = (): MarginPosition => {
  const position = trade(
    marginAccountState(10_000_000n, SES),
    marginOrderRequest(SES, { quantity: scaled('2') }),
    marginTerms(SES, '5010.25'),
    '5010.25',
  )
  return position
}
const day = (position: MarginPosition, mark: string, previousClose: string, before: TradedBefore, besides = 0n): string =>
  formatMinor(
    marginDayResult({
      position,
      before,
      contract: SES.contract,
      rate: AT_PAR,
      mark: scaled(mark),
      previousClose: scaled(previousClose),
      besides,
    }),
    'USD',
  )
const heldBefore = ({ openedQuantity, openedValue }: MarginPosition): TradedBefore => ({ ...NOTHING_TRADED, openedQuantity, openedValue })
const settled = (position: MarginPosition, price: string): MarginPosition => {
  const outcome = settleDaily(position, { price: scaled(price), date: TODAY, instrument: SES, rate: AT_PAR, venue: 'SIM' }, NOW)
  return marginPositionKind.in(outcome)[0] as MarginPosition
}
const partClosed = (position: MarginPosition, price: string): MarginPosition => ({
  ...position,
  quantity: scaled('1'),
  basis: position.basis / 2n,
  closedQuantity: scaled('1'),
  closedValue: scaled(price),
})

describe('the result of the day of a position on margin (rule book D.10)', () => {
  it('opened today: what is floating, less its fee', () =>
    expect(day(twoContracts(), '5002.75', '4990.00', NOTHING_TRADED, -240n)).toBe('-752.40'))

  it('held since yesterday: the move since the last close', () =>
    expect(day(twoContracts(), '5020.00', '5002.75', heldBefore(twoContracts()))).toBe('1725.00'))

  it('a daily settlement in between changes nothing', () =>
    expect(day(settled(twoContracts(), '5011.00'), '5020.00', '5002.75', heldBefore(twoContracts()))).toBe('1725.00'))

  it('a part closed today counts to its price, the rest to the mark', () =>
    expect(day(partClosed(twoContracts(), '5021.00'), '5020.00', '5002.75', heldBefore(twoContracts()), -120n)).toBe('1773.80'))
})
