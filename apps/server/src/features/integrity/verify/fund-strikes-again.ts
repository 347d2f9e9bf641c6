import { SCALE } from '@rueda/rules/decimal.ts'
import { type Fund, type Series, FIRST_NAV, fundList } from '@rueda/rules/funds/fund.ts'
import { type Holding, type Strike, nextStrike } from '@rueda/rules/funds/nav.ts'
import { type StrikeRecord, readStrike } from '../../funds/nav-history.ts'
import { candidates } from '../../funds/strikes.ts'
import { datesStruck, missingBetween } from './struck-dates.ts'
import type { Snapshots } from './snapshots.ts'

/**
 * FUND-6: what a fund holds after each strike, by the rule itself from the strike before and the closes that are kept with it. What a rule chooses goes
 * by half a year of closes that no table keeps: there the number, the candidates and the weights are what is known.
 */
export type StrikeFault = Readonly<{ id: string; date: string; fault: string }>

/** Strikes that are in memory at once. */
const STRETCH = 100
const READ = `select date, nav, fees, moves, holdings from fund_strikes where fund_id = $1 and date > $2 order by date limit ${STRETCH}`
const LONG_AGO = '1970-01-01'

export async function fundStrikeFaults(snapshots: Snapshots): Promise<readonly StrikeFault[]> {
  const struck = await datesStruck(snapshots)
  const faults: StrikeFault[] = []
  for (const fund of fundList) {
    let before: Strike | null = null
    for (;;) {
      const strikes: readonly Strike[] = (await snapshots.query<StrikeRecord>(READ, [fund.id, before?.date ?? LONG_AGO])).rows.map(
        readStrike,
      )
      for (const strike of strikes) {
        const found = [...missingBetween(struck, before?.date ?? null, strike.date), ...faultsOf(fund, before, strike)]
        faults.push(...found.map((fault) => ({ id: fund.id, date: strike.date, fault })))
        before = strike
      }
      if (strikes.length < STRETCH) break
    }
  }
  return faults
}

function faultsOf(fund: Fund, before: Strike | null, strike: Strike): readonly string[] {
  const chosen = faultsOfRule(fund, strike.holdings)
  if (before === null) return [...(strike.nav === FIRST_NAV && strike.fees === 0n ? [] : ['its first value is not one']), ...chosen]
  const closes = new Map(before.holdings.map(({ series }, index) => [keyOf(series), strike.moves[index] ?? null]))
  const closesOf = (series: Series): readonly bigint[] => {
    const move = closes.get(keyOf(series)) ?? null
    return move === null ? [] : [move.before, move.now]
  }
  // What a rule would choose is not asked for: it is compared only where weights drift.
  const again = nextStrike(fund, before, { date: strike.date, candidates: [], closesOf })
  const values =
    again.nav === strike.nav && again.fees === strike.fees ? [] : [`its value should be ${again.nav}, and its fees ${again.fees}`]
  if (isNewMonth(before, strike)) return [...values, ...chosen]
  const isAsBefore =
    again.holdings.length === strike.holdings.length && again.holdings.every((holding, at) => isSame(holding, strike.holdings[at]))
  return isAsBefore ? values : [...values, 'what it holds does not follow from the strike before']
}

const keyOf = (series: Series): string =>
  series.kind === 'bills' ? `bills ${series.currency}` : `${series.instrumentId} ${series.per ?? ''}`
const MONTH_LENGTH = 'yyyy-mm'.length
const isNewMonth = (before: Strike, { date }: Strike): boolean => date.slice(0, MONTH_LENGTH) !== before.date.slice(0, MONTH_LENGTH)

/** A price is known here only where a move was kept. */
const isSame = (expected: Holding, held: Holding | undefined): boolean =>
  held !== undefined &&
  keyOf(held.series) === keyOf(expected.series) &&
  held.weight === expected.weight &&
  (expected.price === null || held.price === expected.price)

/** What a rule gives on the first strike of a month, as far as it is known without the closes of half a year. */
function faultsOfRule({ rule }: Fund, holdings: readonly Holding[]): readonly string[] {
  const keys = holdings.map(({ series }) => keyOf(series))
  const faults = holdings.reduce((sum, { weight }) => sum + weight, 0n) === SCALE ? [] : ['its weights do not add up to one']
  if (new Set(keys).size !== keys.length || holdings.some(({ weight }) => weight <= 0n))
    faults.push('it holds something twice, or nothing of it')
  if (rule.kind === 'fixed') {
    const isFixed =
      rule.targets.length === keys.length &&
      rule.targets.every(({ series, weight }, at) => keyOf(series) === keys[at] && weight === holdings[at]?.weight)
    return isFixed ? faults : [...faults, 'its weights are not those of its rule']
  }
  const allowed = new Set((rule.kind === 'riskParity' ? rule.candidates : candidates).map(keyOf))
  const count = rule.kind === 'riskParity' ? rule.candidates.length : rule.count
  if (keys.length !== count || keys.some((key) => !allowed.has(key))) faults.push('it does not hold what its rule chooses among')
  const part = SCALE / BigInt(count)
  if (rule.kind !== 'riskParity' && holdings.slice(1).some(({ weight }) => weight !== part)) faults.push('its parts are not equal')
  return faults
}
