import { type FeeVersion, type OrderRates, firstVersion, ratesOf, stepOf, versionAt } from '../../src/fees/versions.ts'
import type { MarketName } from '../../src/instruments/instrument.ts'
import type { Instant } from '../../src/time.ts'
import { type ModelCommissions, DEARER_FROM_MS, LOWER_FROM_MS, commissionTerms, tradesMuch } from '../model/commissions.ts'

/** The versions of the commissions of a run, as the brokerage keeps them. */
const MUCH = 1_000n
const [, lower, lowest, dearer] = commissionTerms

function commissionsOf(
  terms: ModelCommissions | undefined,
  market: MarketName,
): FeeVersion['markets'][number]['steps'][number]['commissions'] {
  if (terms === undefined) throw new Error('unreachable')
  const row = { scope: 'everything', minimum: null, maximum: null } as const
  if (market === 'US') return [{ ...row, rate: terms.us.share * 1_000n, minimum: terms.us.least }]
  if (market === 'AR') return [{ ...row, rate: terms.ar * 10_000n }]
  return [
    { ...row, scope: 'boardLots', rate: terms.tw.share * 100n, minimum: terms.tw.least },
    { ...row, scope: 'oddLots', rate: terms.tw.share * 100n, minimum: terms.tw.leastOdd },
  ]
}

const withTerms = (...terms: readonly (ModelCommissions | undefined)[]): FeeVersion['markets'] =>
  firstVersion.markets.map((each) =>
    // What contracts cost stays as it is.
    each.market === 'FUT'
      ? each
      : {
          market: each.market,
          steps: terms.map((step, index) => ({ from: MUCH * BigInt(index), commissions: commissionsOf(step, each.market) })),
        },
  )

const laterVersions = (begun: Instant): readonly FeeVersion[] => [
  { version: 2, firstDay: '', startsAt: begun + LOWER_FROM_MS, markets: withTerms(lower, lowest) },
  { version: 3, firstDay: '', startsAt: begun + DEARER_FROM_MS, markets: withTerms(dearer) },
]
const knownVersions = [firstVersion, ...laterVersions(0)]

type Asking = Readonly<{ begun: Instant; now: Instant; accountId: string }>

/** The rates of a new order. */
export function ratesNow({ begun, now, accountId }: Asking, market: MarketName): OrderRates {
  const version = versionAt(laterVersions(begun), now)
  return ratesOf(version, market, stepOf(version, market, tradesMuch(accountId) ? MUCH : 0n))
}

/** The rates that an order was accepted under. */
export function ratesKept(market: MarketName, { feeVersion, feeStep }: Readonly<{ feeVersion: number; feeStep: number }>): OrderRates {
  const version = knownVersions.find((each) => each.version === feeVersion)
  if (version === undefined) throw new Error(`there is no version ${feeVersion}`)
  return ratesOf(version, market, feeStep)
}
