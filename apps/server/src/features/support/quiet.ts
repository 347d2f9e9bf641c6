import { ok } from '@rueda/rules/result.ts'
import { DAY_MS, type Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { closeCase } from '../cases/cases.ts'
import * as store from './store.ts'

/** Time that a customer has after an answer to write again before the conversation leaves the staff's list. */
export const QUIET_AFTER_MS = 7 * DAY_MS
const MAX_AT_ONCE = 100

/** Closes answered conversations that went quiet; the next message opens them again. May run twice. */
export async function closeQuietConversations({ pool }: Pick<App, 'pool'>, now: Instant): Promise<number> {
  const quiet = await store.quietThreads(pool, now - QUIET_AFTER_MS, MAX_AT_ONCE)
  for (const accountId of quiet) {
    await inTransaction(pool, async (client) => {
      const { status, topic } = await store.lockThread(client, accountId)
      // The customer may have written while this one waited for its turn.
      if (status === 'answered' && topic !== null) {
        await store.saveThread(client, { accountId, status: 'closed', topic, waitingSince: null, now })
        await closeCase(client, { kind: 'support', subjectId: accountId, outcome: 'quiet', now })
      }
      return ok(true)
    })
  }
  return quiet.length
}
