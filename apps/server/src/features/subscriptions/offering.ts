import { type NewCompany, newCompany } from '@rueda/exchange/catalogue/new-companies.ts'
import { type IpoStatus, type Offering, costOf, demandSoFar } from '@rueda/rules/subscriptions/offering.ts'
import { SCALE } from '@rueda/rules/decimal.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Ipo } from './store.ts'

/** An offering of new shares as the rules of applications need it, and as it stands at a moment. */
export const offeringOf = ({ id, number, instrumentId, price, lotSize, maxLots, opensAt, closesAt }: Ipo): Offering => ({
  ...{ kind: 'ipo', id, instrumentId, price, lotSize, opensAt, closesAt },
  name: newCompany(number).name,
  maxQuantity: BigInt(maxLots) * lotSize,
})

/** The clock opens and closes a window; the job writes it down within seconds. */
export function statusAt({ status, opensAt, closesAt }: Pick<Ipo, 'status' | 'opensAt' | 'closesAt'>, now: Instant): IpoStatus {
  if (status !== 'announced' && status !== 'open') return status
  return now < opensAt ? 'announced' : now < closesAt ? 'open' : 'closed'
}

/** Lots that the simulated public has asked for by a moment (`docs/rules/ipo.md` E.1); it does not take part in the draw. */
export function publicLotsAt(ipo: Ipo, { offeredShares, publicDemand }: NewCompany, now: Instant): number {
  const wholeLots = BigInt(Math.round(offeredShares * publicDemand)) / (ipo.lotSize / SCALE)
  return Number((wholeLots * demandSoFar(ipo, now)) / SCALE)
}

export const raisedBy = ({ price }: Pick<Ipo, 'price'>, { offeredShares }: NewCompany): bigint =>
  costOf({ price }, BigInt(offeredShares) * SCALE)
