import { SCALE, least } from '../decimal.ts'
import { FRACTION_STEP } from '../markets/market.ts'
import type { Instant } from '../time.ts'
import type { RobotSlot } from './rental.ts'

/**
 * Robots' shares in new shares, each part by itself: whole ones stay whole, parts of shares stay parts. Never more than is left of the
 * position, which may lose a fraction that several hold together.
 */
export function splitSlots(
  slots: readonly RobotSlot[],
  { newShares, oldShares }: Readonly<{ newShares: bigint; oldShares: bigint }>,
  most: bigint,
  now: Instant,
): readonly RobotSlot[] {
  let left = most
  return slots.map((slot) => {
    const step = slot.quantity % SCALE === 0n ? SCALE : FRACTION_STEP
    const quantity = least(((slot.quantity * newShares) / (oldShares * step)) * step, left)
    left -= quantity
    return { ...slot, quantity, changedAt: now }
  })
}
