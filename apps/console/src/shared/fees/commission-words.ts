import type { MarketCommissions } from '@rueda/contract/fees.ts'
import { figure, money } from '../../app/figures.ts'
import { say, wordOr } from '../../app/words.ts'

/** The words of commissions, for the table of a version and for the request of one. */
export const scopeText = (scope: string): string => wordOr(`fees.scope.${scope}`, scope)

type Measured = Pick<MarketCommissions, 'counts' | 'currency'>

export const volumeText = ({ counts, currency }: Measured, from: string): string =>
  /^0(\.0*)?$/u.test(from)
    ? say('fees.fromFirst')
    : counts === 'contracts'
      ? say('fees.contracts', { num: figure(from) })
      : money(from, currency)

export const rateText = (base: string, currency: string, rate: string): string =>
  base === 'quantity' ? say('fees.eachContract', { amount: money(rate, currency) }) : `${figure(rate)} %`
