import { codeOfDepositStatus } from '@rueda/contract/codes.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { type ChannelId, channelIds, channelOf } from '@rueda/rules/deposits/channel.ts'
import type { DepositStatus } from '@rueda/rules/deposits/deposit.ts'
import { minorDigits } from '@rueda/rules/money.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { depositAddress } from '../../chain/addresses.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { announce } from './announce.ts'
import { coinMid } from './coin-mid.ts'
import { presentChannel, presentDeposit } from './present.ts'
import { simulatePayment, simulateRecall } from './simulate.ts'
import { depositsOf, waitingOf } from './store.ts'

/** Deposits: where to pay to, those on their way, and their outcome. The rules decide on the write path. */
export const depositRoutes = (app: App): Registered =>
  routes(deposits, {
    channels: async ({ input, caller: { accountId }, now }) => {
      const waiting = await waitingOf(app.pool, accountId)
      const own = (id: ChannelId) => {
        const channel = channelOf(id)
        const address = channel.rail.kind === 'crypto' ? depositAddress(app.vault, accountId, channel.rail.network) : null
        return presentChannel(id, {
          accountId,
          address,
          mid: coinMid(app.venue, channel),
          isOff: app.switches.off().has(`deposits.${id}`),
          waiting: waiting.get(id) ?? 0n,
          minimum: app.terms.minimum(id, now),
          automaticUpTo: app.terms.limits(now).depositAutomatic,
          account: app.terms.account(id, now),
        })
      }
      return ok(channelIds.map(own).filter(({ type }) => input.type === undefined || type === input.type))
    },

    create: async ({ input, caller, idempotency }) => {
      const amount = readAmount(input.channelId, input.amount)
      if (!amount.ok) return amount
      const asked = { channel: input.channelId, amount: amount.value, proof: input.proofImg ?? null, txHash: input.txHash ?? null }
      return announce(app, { caller, idempotency, asked })
    },

    list: async ({ input, caller, now }) => {
      const statuses = input.status === undefined ? null : statusesOf(input.status)
      const filter = { id: input.id ?? null, statuses, ...sliceOf(input) }
      const { list, total } = await inSnapshot(app.pool, (reader) => depositsOf(reader, caller.accountId, filter))
      return ok(
        pageOf(
          list.map((deposit) => presentDeposit(deposit, now)),
          total,
          input,
        ),
      )
    },

    simulate: async ({ input, caller, idempotency }) => {
      const amount = readAmount(input.channelId, input.amount)
      return amount.ok ? simulatePayment(app, { caller, idempotency, channel: input.channelId, amount: amount.value }) : amount
    },

    recall: ({ input, caller, idempotency }) => simulateRecall(app, { caller, idempotency, id: input.id }),
  })

/** The amount in minor units of the channel's currency; a digit it does not have is refused. */
function readAmount(channel: ChannelId, text: string): Result<bigint> {
  const amount = parseDecimal(text, minorDigits[channelOf(channel).currency])
  return amount === null ? refuse('parameter.invalid', { field: 'amount' }) : ok(amount)
}

const statusesOf = (code: number): readonly DepositStatus[] =>
  (Object.keys(codeOfDepositStatus) as DepositStatus[]).filter((status) => codeOfDepositStatus[status] === code)
