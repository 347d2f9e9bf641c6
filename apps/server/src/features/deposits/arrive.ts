import { registerArrival } from '@rueda/rules/deposits/arrive.ts'
import { type ChannelId, channelOf } from '@rueda/rules/deposits/channel.ts'
import type { Arrival } from '@rueda/rules/deposits/deposit.ts'
import type { AccountState, Outcome } from '@rueda/rules/ledger/account-state.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { transactionHash } from '../../chain/addresses.ts'
import { nextBlock } from '../../chain/blocks.ts'
import { reviewAt } from '../cases/review-time.ts'
import { houseDate } from '../../venue/value-date.ts'
import { referenceNumber } from '../orders/numbers.ts'

export type Paid = Readonly<{ id: string; channel: ChannelId; amount: bigint }>

/** Arrival of a payment by the simulated chain or bank: the transaction in its next block, or the bank's line of now. */
function arrivalOf({ vault }: Pick<App, 'vault'>, { id, channel, amount }: Paid, now: Instant): Arrival {
  const { rail } = channelOf(channel)
  if (rail.kind === 'crypto') return { id, amount, reference: transactionHash(vault, rail.network, id), block: nextBlock(now), at: now }
  return { id, amount, reference: `LINE-${id.slice(-12).toUpperCase()}`, block: null, at: now }
}

/** Decides an arrival of money from outside, under the lock of its account. */
export function decideArrival(
  app: Pick<App, 'vault' | 'venue' | 'settings' | 'random'>,
  state: AccountState,
  paid: Paid,
  now: Instant,
): Outcome {
  const number = referenceNumber('D', houseDate(app.venue), paid.id)
  const review = reviewAt(app.settings, app.random, now)
  return registerArrival(state, { channel: paid.channel, arrival: arrivalOf(app, paid, now), number, reviewAt: review }, now)
}
