import { fractionTermsOf } from '@rueda/rules/fractions/fraction.ts'
import { marketOf } from '../quotes/instrument.ts'

type Shown = Readonly<{ market: string; certificate: unknown }>

/** True for what is held in parts, which is what plans buy; `certificate` is null for a share that is none. */
export const isPlannable = ({ market, certificate }: Shown): boolean =>
  fractionTermsOf({ market: marketOf(market), contract: null, certificate: certificate !== null, minimumQuantity: 1n }) !== null
