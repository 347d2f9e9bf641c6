import type { Pool } from 'pg'
import type { App } from './app.ts'
import { tellMessages } from './features/messages/tell.ts'
import { presentOrder } from './features/orders/present.ts'
import { readMarginDay } from './features/positions/margin-day.ts'
import { presentMarginPosition } from './features/positions/present-margin.ts'
import { presentPosition } from './features/positions/present.ts'
import { fillsOfToday } from './features/positions/store.ts'
import { presentWallet } from './features/wallets/present.ts'
import type { Committed } from './write-path/command.ts'

type Publishing = Pick<App, 'hub' | 'venue' | 'writePath' | 'pool' | 'clock' | 'log'>

const FORGET_EVERY_MS = 1_000

/**
 * Tells customers what a committed batch changed, and forgets the batch's outbox row once it has been told. What a
 * crash left in the outbox needs no telling: every socket is new after it and begins with a snapshot.
 */
export function publishCommits(app: Publishing): Readonly<{ stop: () => Promise<void> }> {
  let told: bigint[] = []
  // These frames need a look into the database; the next batch's wait for it, so that the newest is sent last.
  let positionsTold = Promise.resolve()
  let messagesTold = Promise.resolve()
  const failed = (error: unknown): void => app.log.error({ err: error }, 'a committed change was not pushed')
  app.writePath.onCommitted((committed) => {
    void tellOrdersAndWallets(app, committed).catch(failed)
    positionsTold = positionsTold.then(() => tellPositions(app, committed)).catch(failed)
    messagesTold = messagesTold.then(() => tellMessages(app, committed.messages)).catch(failed)
    if (committed.outboxId !== null) told.push(committed.outboxId)
  })
  const forget = async (): Promise<void> => {
    const ids = told
    told = []
    if (ids.length > 0) await app.pool.query('delete from outbox where id = any($1::bigint[])', [ids])
  }
  const timer = setInterval(() => void forget().catch(() => undefined), FORGET_EVERY_MS)
  return {
    stop: async () => {
      clearInterval(timer)
      await positionsTold
      await messagesTold
      await forget()
    },
  }
}

async function tellOrdersAndWallets({ hub, venue }: Publishing, { orders, wallets }: Committed): Promise<void> {
  // What nobody hears is not worked out: most of a busy batch belongs to customers who are not looking.
  for (const order of orders) if (hub.isListening(order.accountId)) hub.publish(order.accountId, 'order', presentOrder(venue, order))
  for (const { accountId, wallet } of wallets)
    if (hub.isListening(accountId)) hub.publish(accountId, 'wallet', presentWallet(venue, wallet))
}

async function tellPositions({ hub, venue, pool, clock }: Publishing, { positions, marginPositions }: Committed): Promise<void> {
  await Promise.all(
    marginPositions
      .filter(({ accountId }) => hub.isListening(accountId))
      .map(async (position) => {
        const marginDay = await readMarginDay({ reader: pool, venue }, position.accountId, [position])
        hub.publish(position.accountId, 'position', presentMarginPosition({ venue, now: clock.now(), marginDay }, position))
      }),
  )
  const heard = positions.filter(({ accountId }) => hub.isListening(accountId))
  await Promise.all(
    heard.map(async (position) => {
      const fillsToday = await fillsOfToday(pool, position.accountId, venue)
      hub.publish(position.accountId, 'position', presentPosition({ venue, now: clock.now(), fillsToday }, position))
    }),
  )
}

/** At the start: what the last run had still to tell was told to nobody who is still connected. */
export const emptyOutbox = (pool: Pool): Promise<unknown> => pool.query('delete from outbox')
