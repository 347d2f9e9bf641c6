import { type Derivation, amountOf, figureOf, minus, over, plus, sumOf, times } from '../figures/derivation.ts'
import { SCALE, divide } from '../decimal.ts'
import type { CalendarDate } from '../time.ts'
import { type Period, growthOf, investedOf } from './returns.ts'

export type DatedPeriod = Period & Readonly<{ date: CalendarDate }>
export type ReturnFigure = 'timeWeighted' | 'moneyWeighted'

const HUNDRED = 100n

/** A return with the days that it is made of; null where nothing was invested (`docs/rules/wallets.md`). All in cents. */
export function deriveReturn(figure: ReturnFigure, start: bigint, periods: readonly DatedPeriod[]): Derivation | null {
  return figure === 'timeWeighted' ? deriveTimeWeighted(start, periods) : deriveMoneyWeighted(start, periods)
}

/** The growth of each day, one by the other: what came in from outside counts before its day. */
function deriveTimeWeighted(start: bigint, periods: readonly DatedPeriod[]): Derivation | null {
  const growth = growthOf(start, periods)
  if (growth === null) return null
  let before = start
  const parts = periods.flatMap(({ date, flow, value }) => {
    const base = before + flow
    const began = before
    before = value
    if (base <= 0n || base === value) return []
    const grown = figureOf('number', divide(value * SCALE, base, 'HALF_UP'), {
      name: 'growth',
      about: { kind: 'date', id: date },
      parts: [
        plus(amountOf('USD', value, { name: 'closing' })),
        over(
          sumOf('USD', [plus(amountOf('USD', began, { name: 'opening' })), plus(amountOf('USD', flow, { name: 'brought' }))], {
            name: 'base',
          }),
        ),
      ],
    })
    return [times(grown)]
  })
  return figureOf('percent', (growth - SCALE) * HUNDRED, { name: 'timeWeighted', parts })
}

/** The gain over what was invested on average, each amount for the part of the time that it was there. */
function deriveMoneyWeighted(start: bigint, periods: readonly DatedPeriod[]): Derivation | null {
  const count = BigInt(periods.length)
  const invested = investedOf(start, periods)
  if (invested <= 0n) return null
  const end = periods.at(-1)?.value ?? start
  const flows = periods.filter(({ flow }) => flow !== 0n)
  const gain = sumOf(
    'USD',
    [
      plus(amountOf('USD', end, { name: 'closing' })),
      minus(amountOf('USD', start, { name: 'opening' })),
      ...flows.map(({ date, flow }) => minus(amountOf('USD', flow, { name: 'brought', about: { kind: 'date', id: date } }))),
    ],
    { name: 'totalResult' },
  )
  const average = amountOf('USD', divide(invested, count, 'HALF_UP'), { name: 'invested' })
  const value = divide(gain.value * count * SCALE * HUNDRED, invested, 'HALF_UP')
  return figureOf('percent', value, { name: 'moneyWeighted', parts: [plus(gain), over(average)] })
}
