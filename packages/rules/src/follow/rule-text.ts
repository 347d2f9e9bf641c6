import { formatScaled } from '../decimal.ts'
import { type Agency, EXIT_FEE, STOP_SHARE, type Strategy } from './agency.ts'
import type { Candidate } from './strategy.ts'
import { INVESTED, type TradingTerms } from './strike.ts'

/**
 * The rule of an agency, word for word, as it is published and hashed: what it may buy, when it decides and on what, how that is carried out,
 * and what it costs. Another rule is another agency.
 */
export const ruleTextOf = (agency: Agency, candidates: readonly RuleCandidate[]): string =>
  [
    `agency ${agency.id}`,
    `may hold: ${candidates.map((each) => candidateText(agency.strategy, each)).join(' ')}`,
    `decides: on the close of the first strike of each ${agency.strategy.every}, from closes up to that day, with splits and dividends taken out`,
    `holds: ${holdsOf(agency.strategy)}`,
    `carries out: at the next day's open, with half of the usual spread and the charges of customers; a position within a thousandth of the account of what it should be stays`,
    `invests: ${formatScaled(INVESTED)} of the account`,
    `costs: management fee ${formatScaled(agency.managementFee)} a year for each calendar day; profit share ${formatScaled(agency.profitShare)} above the high-water mark; exit fee ${formatScaled(EXIT_FEE)} before the term`,
    `ends: at ${formatScaled(STOP_SHARE)} of its highest value`,
  ].join('\n')

/** What the rule goes by beside prices: the sector, and for a pair what holding and selling its currency earns in a year. */
type RuleCandidate = Candidate & Pick<TradingTerms, 'spread'>

function candidateText({ kind }: Strategy, { instrumentId, sector, carry, spread }: RuleCandidate): string {
  const facts = [
    ...(kind === 'sectorRotation' ? [sector] : []),
    ...(carry === null ? [] : [`held ${formatScaled(carry.long)}`, `sold ${formatScaled(carry.short)}`]),
    `spread ${formatScaled(spread)}`,
  ]
  return `${instrumentId} (${facts.join(', ')})`
}

function holdsOf(strategy: Strategy): string {
  switch (strategy.kind) {
    case 'equal':
      return 'all of them in equal parts'
    case 'sectorRotation':
      return `in equal parts the companies of the ${strategy.sectors} sectors with the highest mean gain over ${strategy.lookBack} closes`
    case 'momentum':
      return `in equal parts the ${strategy.count} with the highest gain from ${strategy.lookBack} closes ago to ${strategy.skip} closes ago`
    case 'meanReversion':
      return `in equal parts the ${strategy.count} with the lowest gain over ${strategy.lookBack} days`
    case 'lowVolatility':
      return `in equal parts the ${strategy.count} with the least sum of squared daily returns over ${strategy.lookBack} closes`
    case 'carry':
      return `against the dollar, in equal parts, the ${strategy.longs} currencies that earn most held and, sold, the ${strategy.shorts} that earn most sold, where that is more than nothing`
  }
}
