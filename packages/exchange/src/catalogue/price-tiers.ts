import { BREAKER_INDEX, type PriceTier } from '@rueda/rules/markets/price-guards.ts'
import { referenceIndices } from './indices.ts'

/** Members of the leading index may move less before they are paused (`docs/rules/us-stocks.md` B.1). */
const members: ReadonlySet<string> = new Set(
  referenceIndices.find(({ instrument }) => instrument.id === BREAKER_INDEX)?.members.map(({ instrument }) => instrument.id),
)

export const priceTierOf = (instrumentId: string): PriceTier => (members.has(instrumentId) ? 1 : 2)
