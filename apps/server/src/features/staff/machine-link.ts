import { ok } from '@rueda/rules/result.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { FullApp } from '../../app.ts'
import { StartRefused } from '../../db/start-refused.ts'
import { inTransaction } from '../../db/transaction.ts'
import { appendAudit } from '../../admin/audit.ts'
import { ON_THE_MACHINE } from './seal.ts'
import { offerSetup, setupUrl } from './setup.ts'
import * as store from './store.ts'

/**
 * A new set-up link for the terminal of the server's operator, for an account that was invited already. Nobody reaches it from outside; the
 * audit log records that it was shown.
 */
export async function renewSetupLink(
  app: Pick<FullApp, 'pool' | 'settings' | 'ids' | 'random' | 'vault'>,
  email: string,
  now: Instant,
): Promise<string> {
  const { pool, ids } = app
  const shown = await inTransaction(pool, async (client) => {
    const member = await store.byEmail(client, email)
    if (member === null || member.isDisabled || member.factor !== null)
      throw new StartRefused(`Nobody with the address ${email} is invited and not set up yet. Invite them in the console first.`)
    const { staffId, roles } = member
    const [role = 'support'] = roles
    await appendAudit(client, {
      ...{ at: now, staffId, role, power: 'staff.invite', requestId: ids.next(), address: ON_THE_MACHINE },
      ...{ accountId: null, subject: `staff:${staffId}`, reason: 'maintenance', after: { link: 'shown' } },
    })
    return ok(setupUrl(app, await offerSetup(app, client, member, now)))
  })
  if (!shown.ok) throw new Error('a link that was made is not there')
  return shown.value
}
