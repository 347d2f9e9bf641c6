import { addDays } from '../calendar-date.ts'
import type { MarketName } from '../instruments/instrument.ts'
import { type Refusal, refuse } from '../result.ts'
import type { CalendarDate } from '../time.ts'
import { type Commission, type FeeVersion, type MarketCommissions, type VolumeStep, firstVersion, houseRows } from './versions.ts'
import type { ChargeRule } from './schedule.ts'

/**
 * What two persons may propose as the next version of the commissions (`docs/rules/fees.md` N.1). The bounds are rules and not settings, so
 * that no operator can bend them: never for one customer, never backwards, never in less than a week, never beyond three times the first
 * rates, and more volume never makes anything dearer.
 */
export const NOTICE_DAYS = 7
export const FARTHEST_DAYS = 90
export const MAX_STEPS = 5
/** The largest multiple of the first version's rate, minimum and maximum. */
export const MAX_TIMES = 3n

export type Proposal = Readonly<{ firstDay: CalendarDate; markets: readonly MarketCommissions[] }>
type House = Readonly<{
  /** The versions after the first, in their order. */
  later: readonly FeeVersion[]
  today: CalendarDate
  isTradingDay: (date: CalendarDate) => boolean
}>

export function checkProposal({ firstDay, markets }: Proposal, { later, today, isTradingDay }: House): Refusal | null {
  const [low, high] = [addDays(today, NOTICE_DAYS), addDays(today, FARTHEST_DAYS)]
  const last = later.at(-1) ?? firstVersion
  if (firstDay < low || firstDay > high || firstDay <= last.firstDay || !isTradingDay(firstDay))
    return refuse('parameter.invalid', { field: 'firstDay', low, high })
  const isWhole = markets.length === firstVersion.markets.length && firstVersion.markets.every(({ market }) => has(markets, market))
  if (!isWhole) return wrong('markets')
  for (const { market, steps } of markets) {
    const fault = checkSteps(market, steps)
    if (fault !== null) return wrong(`${market}.${fault}`)
  }
  return isAlike(markets, last.markets) ? wrong('markets') : null
}

const wrong = (field: string): Refusal => refuse('parameter.invalid', { field })
const has = (markets: readonly MarketCommissions[], name: MarketName): boolean => markets.some(({ market }) => market === name)

/** The field that is wrong; null when all is right. */
function checkSteps(market: MarketName, steps: readonly VolumeStep[]): string | null {
  const rows = houseRows(market)
  if (steps.length === 0 || steps.length > MAX_STEPS) return 'steps'
  for (const [index, { from, commissions }] of steps.entries()) {
    const before = steps[index - 1] ?? null
    const isInOrder = before === null ? from === 0n : from > before.from
    if (!isInOrder) return 'from'
    if (commissions.length !== rows.length) return 'commissions'
    for (const row of rows) {
      const commission = commissions.find(({ scope }) => scope === row.scope)
      if (commission === undefined) return 'commissions'
      const fault =
        checkCommission(commission, row) ??
        checkCheaper(
          commission,
          before?.commissions.find(({ scope }) => scope === row.scope),
        )
      if (fault !== null) return fault
    }
  }
  return null
}

function checkCommission({ rate, minimum, maximum }: Commission, first: ChargeRule): 'rate' | 'minimum' | 'maximum' | null {
  if (rate < 0n || rate > first.rate * MAX_TIMES) return 'rate'
  if (minimum !== null && (minimum < 0n || minimum > (first.minimum ?? 0n) * MAX_TIMES)) return 'minimum'
  // A customer who has been promised a most may not lose it.
  if (first.maximum !== null && (maximum === null || maximum > first.maximum * MAX_TIMES)) return 'maximum'
  return maximum !== null && maximum < (minimum ?? 0n) ? 'maximum' : null
}

/** More volume is never dearer. */
function checkCheaper(commission: Commission, before: Commission | undefined): 'rate' | 'minimum' | 'maximum' | null {
  if (before === undefined) return null
  if (commission.rate > before.rate) return 'rate'
  if ((commission.minimum ?? 0n) > (before.minimum ?? 0n)) return 'minimum'
  return before.maximum !== null && (commission.maximum === null || commission.maximum > before.maximum) ? 'maximum' : null
}

/** The same rates in the same steps: a version that changes nothing would only be told to everybody. */
const isAlike = (one: readonly MarketCommissions[], other: readonly MarketCommissions[]): boolean => textOf(one) === textOf(other)

const textOf = (markets: readonly MarketCommissions[]): string =>
  markets
    .flatMap(({ market, steps }) =>
      steps.flatMap(({ from, commissions }) =>
        commissions.map(({ scope, rate, minimum, maximum }) => [market, from, scope, rate, minimum, maximum].join(' ')),
      ),
    )
    .toSorted()
    .join('\n')
