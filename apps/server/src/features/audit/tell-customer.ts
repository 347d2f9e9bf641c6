import { isTold } from '@rueda/rules/staff/powers.ts'
import { DAY_MS } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Used } from '../../admin/api.ts'
import type { App } from '../../app.ts'
import { writeMessage } from '../messages/write.ts'

/**
 * Writes to a customer's message centre that staff looked at the account, with the role and the reason. A review opens the same papers
 * several times: the same power in the same role is reported once a day; every single use stands on the timeline.
 */
export async function tellCustomer(
  app: Pick<App, 'hub' | 'pool' | 'ids' | 'clock'>,
  client: PoolClient,
  { accountId, power, role, reason }: Used,
): Promise<() => Promise<void>> {
  if (!isTold(power)) return async () => undefined
  const { rows } = await client.query(TOLD, [accountId, power, role, app.clock.now() - DAY_MS])
  if (rows.length > 0) return async () => undefined
  return writeMessage(app, client, accountId, { template: 'staff.acted', facts: { power, role, actReason: reason }, link: null })
}

const TOLD = `
  select from messages
  where account_id = $1 and template = 'staff.acted' and facts ->> 'power' = $2 and facts ->> 'role' = $3 and created_at > $4 limit 1`
