import type { Instant } from '@rueda/rules/time.ts'
import type { AccountDeps } from './deps.ts'
import * as store from './store.ts'

/**
 * Books the practice money and notes that it was done. The account is open already: a failure is made up for at the next login, and refuses
 * nobody.
 */
export async function grantOnce({ grantPractice, pool, log }: AccountDeps, accountId: string, now: Instant): Promise<void> {
  try {
    await grantPractice(accountId)
    await store.noteGranted(pool, accountId, now)
  } catch (error) {
    log.error({ err: error }, 'the practice grant is still to be booked')
  }
}
