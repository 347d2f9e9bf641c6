import type { App } from './app.ts'
import { tellMessages } from './features/messages/tell.ts'
import { presentOrder } from './features/orders/present.ts'
import { readMarginDay } from './features/positions/margin-day.ts'
import { presentMarginPosition } from './features/positions/present-margin.ts'
import { presentPosition } from './features/positions/present.ts'
import { tradedToday } from './features/positions/store.ts'
import { presentWallet } from './features/wallets/present.ts'
import type { Committed } from './write-path/command.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import { positionKind } from '@rueda/rules/positions/records.ts'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'
import { messageKind } from '@rueda/rules/messages/records.ts'

type Publishing = Pick<App, 'hub' | 'venue' | 'writePath' | 'pool' | 'clock' | 'log'>

/**
 * Publishes to customers what a committed batch changed. Updates that a crash left out are not made up for: every socket is
 * new after it and begins with a snapshot.
 */
export function publishCommits(app: Publishing): Readonly<{ stop: () => Promise<void> }> {
  // These frames need a read of the database; those of the next batch wait for it, so that the newest is sent last.
  let positionsTold = Promise.resolve()
  let messagesTold = Promise.resolve()
  const failed = (error: unknown): void => app.log.error({ err: error }, 'a committed change was not pushed')
  app.writePath.onCommitted((committed) => {
    void tellOrdersAndWallets(app, committed).catch(failed)
    positionsTold = positionsTold.then(() => tellPositions(app, committed)).catch(failed)
    messagesTold = messagesTold.then(() => tellMessages(app, committed.happened(messageKind))).catch(failed)
  })
  return {
    stop: async () => {
      await positionsTold
      await messagesTold
    },
  }
}

async function tellOrdersAndWallets({ hub, venue }: Publishing, committed: Committed): Promise<void> {
  // An update without a listener is not worked out: most of a busy batch belongs to customers who are not looking.
  for (const order of committed.changed(orderKind))
    if (hub.isListening(order.accountId)) hub.publish(order.accountId, 'order', presentOrder(venue, order))
  for (const { accountId, wallet } of committed.wallets)
    if (hub.isListening(accountId)) hub.publish(accountId, 'wallet', presentWallet(venue, wallet))
}

async function tellPositions({ hub, venue, pool, clock }: Publishing, committed: Committed): Promise<void> {
  await Promise.all(
    committed
      .changed(marginPositionKind)
      .filter(({ accountId }) => hub.isListening(accountId))
      .map(async (position) => {
        const marginDay = await readMarginDay({ reader: pool, venue }, position.accountId, [position])
        hub.publish(position.accountId, 'position', presentMarginPosition({ venue, now: clock.now(), marginDay }, position))
      }),
  )
  const heard = committed.changed(positionKind).filter(({ accountId }) => hub.isListening(accountId))
  await Promise.all(
    heard.map(async (position) => {
      const traded = await tradedToday(pool, position.accountId, venue)
      hub.publish(position.accountId, 'position', presentPosition({ venue, now: clock.now(), traded }, position))
    }),
  )
}
