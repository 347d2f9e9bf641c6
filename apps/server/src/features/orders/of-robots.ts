import type { OrderRow } from '@rueda/contract/orders.ts'
import type { RobotId } from '@rueda/rules/robots/catalogue.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { presentOrder } from './present.ts'
import { type OrderRecord, readOrder } from './records.ts'

type Filter = Readonly<{ id: string | null; limit: number; offset: number }>
type RobotTrade = Readonly<{ order: OrderRow; rentalId: string; robotId: RobotId }>

/** Orders that robots have given, newest first: of one rental, or of all. */
export const ordersOfRobots = (
  { pool, venue }: Pick<App, 'pool' | 'venue'>,
  accountId: string,
  { id, limit, offset }: Filter,
): Promise<Readonly<{ list: readonly RobotTrade[]; total: number }>> =>
  inSnapshot(pool, async (reader) => {
    const where = 'o.account_id = $1 and o.robot_rental_id is not null and ($2::uuid is null or o.robot_rental_id = $2)'
    const { rows } = await reader.query<OrderRecord & Readonly<{ robot_id: RobotId }>>(
      `select o.*, r.robot_id from orders o join robot_rentals r on r.account_id = o.account_id and r.id = o.robot_rental_id
       where ${where} order by o.accepted_at desc, o.id desc limit $3 offset $4`,
      [accountId, id, limit, offset],
    )
    const counted = await reader.query<{ total: bigint }>(`select count(*) as total from orders o where ${where}`, [accountId, id])
    const list = rows.map((row) => ({
      order: presentOrder(venue, readOrder(row)),
      rentalId: row.robot_rental_id ?? '',
      robotId: row.robot_id,
    }))
    return { list, total: Number(counted.rows[0]?.total ?? 0n) }
  })
