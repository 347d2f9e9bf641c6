import type { Instant } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { Ids } from '../../deps.ts'
import { insertMessages } from '../../write-path/save.ts'

/** The first message of every customer, in the transaction that opens the account. */
export const insertWelcome = (client: PoolClient, ids: Ids, accountId: string, now: Instant): Promise<unknown> =>
  insertMessages(client, [{ id: ids.next(), accountId, template: 'account.welcome', facts: {}, link: null, createdAt: now, readAt: null }])
