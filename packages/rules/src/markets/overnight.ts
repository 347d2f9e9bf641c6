import type { PairContract } from '../instruments/contract.ts'
import type { Currency } from '../money.ts'
import { percent } from './market.ts'

/** The yearly interest of each currency, as shares in units of 10^-8 (`docs/rules/forex.md` B.5). Metals pay no interest. */
export const yearlyRates: Readonly<Partial<Record<PairContract['base'] | Currency, bigint>>> = {
  USD: percent('3.75'),
  EUR: percent('2'),
  GBP: percent('3.75'),
  JPY: percent('0.75'),
  CHF: percent('0'),
  AUD: percent('3.6'),
  NZD: percent('2.25'),
  CAD: percent('2.25'),
  MXN: percent('7.25'),
  BRL: percent('15'),
  TWD: percent('2'),
  ARS: percent('29'),
  XAU: percent('0'),
  XAG: percent('0'),
}

/** The brokerage's markup on the difference between two of them, a year. */
export const overnightMarkup = percent('0.75')
