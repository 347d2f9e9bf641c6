import type { ListedInstrument } from '@rueda/contract/admin/instruments.ts'
import { marketFacts } from '@rueda/rules/markets/markets.ts'
import { nameOf } from '../../app/customer-text.ts'
import { figure } from '../../app/figures.ts'
import { say } from '../../app/words.ts'

type Fee = ListedInstrument['fees'][number]

/** Writes a fee in words: "Commission: 0.5 % of the amount, at least 1.00 USD". */
export function feeText({ kind, rate, base, least }: Fee, { currency, market }: Pick<ListedInstrument, 'currency' | 'market'>): string {
  const name = nameOf('fees', `kind.${kind}`, kind)
  const what = base === 'quantity' && marketFacts[market].lists === 'contracts' ? 'contract' : base
  const costs = say(`instruments.fee.${what}`, { rate: figure(rate), currency })
  const atLeast = least === null ? '' : `, ${say('instruments.fee.least', { least: figure(least), currency })}`
  return `${name}: ${costs}${atLeast}`
}
