import type { App } from './app.ts'
import { queueMails } from './features/messages/mails.ts'
import { tellMessages } from './features/messages/tell.ts'
import { presentOrder } from './features/orders/present.ts'
import { readMarginDay } from './features/positions/margin-day.ts'
import { presentMarginPosition } from './features/positions/present-margin.ts'
import { presentPosition } from './features/positions/present.ts'
import { tradedToday } from './features/positions/store.ts'
import { presentOrder as presentIpoOrder } from './features/subscriptions/present.ts'
import { keptIpos } from './features/subscriptions/store.ts'
import { presentWallet } from './features/wallets/present.ts'
import { type ToldFrame, signFrames } from './push/sign-frames.ts'
import type { Committed } from './write-path/command.ts'
import type { Message } from '@rueda/rules/messages/message.ts'
import { orderKind } from '@rueda/rules/orders/records.ts'
import { positionKind } from '@rueda/rules/positions/records.ts'
import { marginPositionKind } from '@rueda/rules/margin/records.ts'
import { subscriptionKind } from '@rueda/rules/subscriptions/records.ts'
import { messageKind } from '@rueda/rules/messages/records.ts'

type Publishing = Pick<App, 'hub' | 'venue' | 'writePath' | 'pool' | 'clock' | 'log' | 'settings' | 'receipts'>

/**
 * Publishes to customers what a committed batch changed. Updates that a crash left out are not made up for: every socket is
 * new after it and begins with a snapshot.
 */
export function publishCommits(app: Publishing): Readonly<{ stop: () => Promise<void> }> {
  // These frames need a read of the database; those of the next batch wait for it, so that the newest is sent last.
  let positionsTold = Promise.resolve()
  let messagesTold = Promise.resolve()
  let subscriptionsTold = Promise.resolve()
  const failed = (error: unknown): void => app.log.error({ err: error }, 'a committed change was not pushed')
  app.writePath.onCommitted((committed) => {
    void tellOrdersAndWallets(app, committed).catch(failed)
    positionsTold = positionsTold.then(() => tellPositions(app, committed)).catch(failed)
    subscriptionsTold = subscriptionsTold.then(() => tellSubscriptions(app, committed)).catch(failed)
    messagesTold = messagesTold.then(() => passOn(app, committed.happened(messageKind))).catch(failed)
  })
  return {
    stop: async () => {
      await positionsTold
      await messagesTold
      await subscriptionsTold
    },
  }
}

/** A crash between the commit and this may cost a mail, never the message itself. Without a mail server nobody has chosen any. */
async function passOn(app: Publishing, messages: readonly Message[]): Promise<void> {
  if (app.settings.SMTP_URL !== undefined) await queueMails(app.pool, messages)
  await tellMessages(app, messages)
}

async function tellOrdersAndWallets(app: Publishing, committed: Committed): Promise<void> {
  const { hub, venue } = app
  const told: ToldFrame[] = []
  const tell = (frame: ToldFrame): void => {
    hub.publish(frame.accountId, frame.channel, frame.data)
    told.push(frame)
  }
  // An update without a listener is not worked out: most of a busy batch belongs to customers who are not looking.
  for (const order of committed.changed(orderKind))
    if (hub.isListening(order.accountId)) tell({ accountId: order.accountId, channel: 'order', data: presentOrder(venue, order) })
  for (const { accountId, wallet } of committed.wallets)
    if (hub.isListening(accountId)) tell({ accountId, channel: 'wallet', data: presentWallet(venue, wallet) })
  await signFrames(app, told)
}

/** Applications go out on the channel of new shares, each to its own customer alone. */
async function tellSubscriptions({ hub, pool, clock }: Publishing, committed: Committed): Promise<void> {
  for (const subscription of committed.changed(subscriptionKind)) {
    if (subscription.kind !== 'ipo' || !hub.isListening(subscription.accountId)) continue
    const ipo = await keptIpos.byId(pool, subscription.offeringId)
    if (ipo !== null) hub.publish(subscription.accountId, 'ipo', { order: presentIpoOrder({ subscription, key: null }, ipo, clock.now()) })
  }
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
