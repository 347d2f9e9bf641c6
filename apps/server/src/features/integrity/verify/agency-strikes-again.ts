import { SCALE, absolute } from '@rueda/rules/decimal.ts'
import { type Agency, agencyList } from '@rueda/rules/follow/agency.ts'
import { type Leg, decidesOn } from '@rueda/rules/follow/strategy.ts'
import { type AgencyStrike, type Trade, type TradingTerms, nextStrike } from '@rueda/rules/follow/strike.ts'
import { type StrikeRow, readAgencyStrike } from '../../follow/agency-book.ts'
import { universeOf } from '../../follow/candidates.ts'
import type { StrikeFault } from './fund-strikes-again.ts'
import { datesStruck, missingBetween } from './struck-dates.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * MANDATE-7: an agency's positions and trades by the rule itself, from the plan and the account of the strike before and the prices that are kept. What a
 * strategy prefers goes by closes that no table keeps: there the days, the universe, the number and the parts of a plan are what is known. Values,
 * charges and the nights are MANDATE-4.
 */
const STRETCH = 100
const READ = `
  select date, nav, fees, cash, carry, positions, moves, trades, plan from agency_strikes
  where agency_id = $1 and kind = $2 and date > $3 order by date limit ${STRETCH}`
const LONG_AGO = '1970-01-01'

export async function agencyStrikeFaults(snapshots: Snapshots): Promise<readonly StrikeFault[]> {
  const struck = await datesStruck(snapshots)
  const faults: StrikeFault[] = []
  for (const agency of agencyList)
    for (const kind of ['backtest', 'live'] as const) {
      let before: AgencyStrike | null = null
      for (;;) {
        const strikes: readonly AgencyStrike[] = (
          await snapshots.query<StrikeRow>(READ, [agency.id, kind, before?.date ?? LONG_AGO])
        ).rows.map(readAgencyStrike)
        for (const strike of strikes) {
          const found = [...missingBetween(struck, before?.date ?? null, strike.date), ...faultsOf(agency, before, strike)]
          faults.push(...found.map((fault) => ({ id: `${agency.id} ${kind}`, date: strike.date, fault })))
          before = strike
        }
        if (strikes.length < STRETCH) break
      }
    }
  return faults
}

function faultsOf(agency: Agency, before: AgencyStrike | null, strike: AgencyStrike): readonly string[] {
  const { date, moves, plan } = strike
  const planned = plan === null ? [] : faultsOfPlan(agency, plan)
  if (before === null) return plan === null ? ['it begins without a plan'] : planned
  // A strategy that had too little to decide on looks again each day until it has enough.
  const hasNothing = before.positions.length === 0 && (before.plan ?? []).length === 0
  const isDue = hasNothing || decidesOn(agency.strategy, before.date, date)
  const faults = isDue === (plan !== null) ? [...planned] : [...planned, 'it is planned on another day than its rule decides on']
  const again = nextStrike(agency, before, {
    date,
    plan,
    moveOf: (id) => moves.find(({ instrumentId }) => instrumentId === id) ?? null,
    termsOf: (id) => termsAsKept(strike, id),
  })
  const isTradedAlike =
    again.trades.length === strike.trades.length && again.trades.every((trade, at) => isSameTrade(trade, strike.trades[at]))
  if (!isTradedAlike) faults.push('its trades do not follow from its plan')
  const isHeldAlike =
    again.positions.length === strike.positions.length &&
    again.positions.every(
      ({ instrumentId, value }, at) => strike.positions[at]?.instrumentId === instrumentId && strike.positions[at].value === value,
    )
  if (!isHeldAlike) faults.push('its positions do not follow from the strike before')
  return faults
}

/** The spread as a trade was made with it. Charges and nights change no position. */
function termsAsKept({ moves, trades }: AgencyStrike, id: string): TradingTerms {
  const [move, trade] = [moves, trades].map((all) => all.find(({ instrumentId }) => instrumentId === id)) as [
    AgencyStrike['moves'][number] | undefined,
    Trade | undefined,
  ]
  const half = trade === undefined ? 0n : absolute(trade.price - (move?.printed ?? trade.price))
  return { spread: half + half, fees: { currency: 'USD', rules: [] }, carry: null }
}

const isSameTrade = (expected: Trade, kept: Trade | undefined): boolean =>
  kept !== undefined &&
  kept.instrumentId === expected.instrumentId &&
  kept.side === expected.side &&
  kept.quantity === expected.quantity &&
  kept.price === expected.price &&
  kept.value === expected.value &&
  kept.spread === expected.spread

function faultsOfPlan(agency: Agency, plan: readonly Leg[]): readonly string[] {
  const { strategy } = agency
  const ids = plan.map(({ instrumentId }) => instrumentId)
  const universe = universeOf(agency)
  const faults: string[] = []
  if (ids.some((id) => !universe.includes(id)) || new Set(ids).size !== ids.length)
    faults.push('it plans something outside of its universe, or twice')
  if (plan.reduce((sum, { weight }) => sum + absolute(weight), 0n) > SCALE) faults.push('it plans more than the whole')
  if (!hasItsParts(strategy, plan, universe)) faults.push('its plan has other parts than its rule gives')
  return faults
}

function hasItsParts(strategy: Agency['strategy'], plan: readonly Leg[], universe: readonly string[]): boolean {
  if (strategy.kind === 'carry') {
    const part = SCALE / BigInt(strategy.longs + strategy.shorts)
    const [long, short] = [plan.filter(({ weight }) => weight === part), plan.filter(({ weight }) => weight === -part)]
    return long.length + short.length === plan.length && long.length <= strategy.longs && short.length <= strategy.shorts
  }
  if (plan.length === 0) return strategy.kind !== 'equal'
  const part = SCALE / BigInt(plan.length)
  if (plan.some(({ weight }) => weight !== part)) return false
  if (strategy.kind === 'equal')
    return plan.every(({ instrumentId }, at) => instrumentId === universe[at]) && plan.length === universe.length
  return strategy.kind === 'sectorRotation' || plan.length <= strategy.count
}
