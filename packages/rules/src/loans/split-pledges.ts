import { SCALE } from '../decimal.ts'
import type { Instant } from '../time.ts'
import type { Pledge } from './loan.ts'

/** Pledged shares in new ones, whole ones of each pledge; what is left over of a share is free. */
export const splitPledges = (
  pledges: readonly Pledge[],
  { newShares, oldShares }: Readonly<{ newShares: bigint; oldShares: bigint }>,
  now: Instant,
): readonly Pledge[] =>
  pledges.map((pledge) => ({ ...pledge, quantity: ((pledge.quantity * newShares) / (oldShares * SCALE)) * SCALE, changedAt: now }))
