import type { Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { MAX_LIFE_MS } from '../../http/session.ts'
import { NO_DEVICE, deviceOrigin, networkOrigin } from '../accounts/tokens.ts'

/** Origin of a sign-in to the back office, and if the account was used there before. */
export type StaffPlace = Readonly<{ origin: Buffer; isKnown: boolean; now: Instant }>

type Coming = Readonly<{ deviceId: string | null; address: string; now: Instant }>

/** The origin of a device for one of the staff. */
export const staffOrigin = (staffId: string, deviceId: string): Buffer => deviceOrigin(`staff:${staffId}`, deviceId)

/** A device that was signed in before is known wherever it is; everything else is a stranger of its network. */
export async function placeOfStaff(
  { pool }: Pick<FullApp, 'pool'>,
  staffId: string | null,
  { deviceId, address, now }: Coming,
): Promise<StaffPlace> {
  const device = deviceId === null ? NO_DEVICE : staffOrigin(staffId ?? '', deviceId)
  const known = 'select from staff_sessions where staff_id = $1 and origin = $2 and created_at > $3 limit 1'
  const { rowCount } = await pool.query(known, [staffId, device, now - MAX_LIFE_MS])
  return { origin: rowCount === 1 ? device : networkOrigin(`staff:${staffId ?? ''}`, address), isKnown: rowCount === 1, now }
}

/** A device of ours is let past the limit of its address for the account that knows it, and for no other. */
export const takeAsStranger = ({ limits }: Pick<FullApp, 'limits'>, { deviceId, address }: Coming): number | null =>
  deviceId === null ? null : limits.take({ rateClass: 'login', accountId: null, address })
