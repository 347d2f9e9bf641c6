import type { Read } from '../../write-path/record-kind.ts'
import { loansOfOrders, pledgesOfOrders } from '../loans/records.ts'
import { marginPositionsOfOrders } from '../positions/margin-records.ts'
import { positionsOfOrders } from '../positions/records.ts'
import { robotSlotsOfOrders } from '../robots/records.ts'
import { ordersById } from './records.ts'

/** Orders with the open position in the instrument of each, the one it opens or closes, the part of the robot that gave it, the collateral that it sells with its loan, and the orders linked to it. */
export const ordersWithPositions = (ids: readonly string[]): readonly Read[] => [
  ordersById(ids),
  positionsOfOrders(ids),
  marginPositionsOfOrders(ids),
  robotSlotsOfOrders(ids),
  pledgesOfOrders(ids),
  loansOfOrders(ids),
]
