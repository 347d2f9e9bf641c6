import type { Deposit as DepositRow } from '@rueda/contract/deposits.ts'
import { announceDeposit } from '@rueda/rules/deposits/announce.ts'
import { type ChannelId, channelOf } from '@rueda/rules/deposits/channel.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App, Deciding } from '../../app.ts'
import { ownFile } from '../../storage/files.ts'
import type { Caller, Idempotency } from '../../http/handler.ts'
import { commandKind } from '../../write-path/commands.ts'
import { reviewAt } from '../cases/review-time.ts'
import { houseDate } from '../../venue/value-date.ts'
import { referenceNumber } from '../orders/numbers.ts'
import { coinMid } from './coin-mid.ts'
import { presentDeposit } from './present.ts'
import { openDepositsOver } from './records.ts'

type Announcing = Readonly<{
  caller: Caller
  idempotency: Idempotency
  asked: Readonly<{ channel: ChannelId; amount: bigint; proof: string | null; txHash: string | null }>
}>

/** Records a payment that a customer announces. */
export async function announce(app: App, { caller, idempotency, asked }: Announcing): Promise<Result<DepositRow>> {
  const { accountId } = caller
  // Somebody else's picture counts as none.
  if (asked.proof !== null && (await ownFile(app.pool, accountId, asked.proof)) === null)
    return refuse('object.not_found', { field: 'proofImg' })
  const id = app.ids.next()
  const mid = coinMid(app.venue, channelOf(asked.channel))
  return app.commands.run(announcing, { accountId, idempotency, arguments: { id, asked, mid } })
}

type Announced = Readonly<{ id: string; asked: Announcing['asked']; mid: ReturnType<typeof coinMid> }>

export const announcing = commandKind({
  name: 'deposits.announce',
  reads: ({ asked }: Announced) => ({ records: [openDepositsOver([asked.channel])] }),
  decide: (app: Pick<Deciding, 'switches' | 'venue' | 'terms' | 'settings' | 'random'>, { id, asked, mid }, state, now) => {
    const off = app.switches.refusal(`deposits.${asked.channel}`)
    if (off !== null) return off
    const number = referenceNumber('D', houseDate(app.venue), id)
    const announced = announceDeposit(
      state,
      { ...asked, id, number, mid, minimum: app.terms.minimum(asked.channel, now), reviewAt: reviewAt(app.settings, app.random, now) },
      now,
    )
    return announced.ok ? ok({ outcome: announced.value.outcome, data: presentDeposit(announced.value.deposit, now) }) : announced
  },
})
