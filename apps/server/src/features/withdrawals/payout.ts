import type { CardDetails } from '@rueda/rules/cards/card.ts'
import { ok } from '@rueda/rules/result.ts'
import { type Instant, MINUTE_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { returnWithdrawal, sendWithdrawal } from '@rueda/rules/withdrawals/end.ts'
import { isChain, rails } from '@rueda/rules/withdrawals/rails.ts'
import type { Withdrawal } from '@rueda/rules/withdrawals/withdrawal.ts'
import type { Deciding } from '../../app.ts'
import { commandKind } from '../../write-path/commands.ts'
import { BLOCK_MS } from '../../chain/blocks.ts'
import { transactionHash } from '../../chain/addresses.ts'
import { arePayoutsHeld } from '../integrity/lights.ts'
import { houseDate } from '../../venue/value-date.ts'
import { openDetails } from '../cards/sealed.ts'
import type { WithdrawalDeps } from './quotes.ts'
import { payoutMid } from './mids.ts'
import { withdrawalsOnTheirWay } from './store.ts'
import { withdrawalsById } from './records.ts'

/**
 * The simulated bank and chain: a chain takes a payment into its next block, a bank within a minute. To test returned payments, the bank
 * sends back payments to an account number that ends in seven nines, with or without a check digit behind them.
 */
const BANK_TAKES_MS = MINUTE_MS
const BANK_SENDS_BACK_AFTER_MS = MINUTE_MS
const SENT_BACK = /9{7}\d?$/u

const MAX_AT_ONCE = 100
/** Time in which the bank may still send a payment back. */
const WATCHED_MS = 10 * MINUTE_MS

/** Processes approved withdrawals: pays them out, and takes back those that the bank sent back. May run twice. */
export async function payOutWithdrawals(app: WithdrawalDeps, now: Instant): Promise<number> {
  const going = await withdrawalsOnTheirWay(app.pool, now - WATCHED_MS, MAX_AT_ONCE)
  const isPaused = going.length > 0 && (await arePayoutsHeld(app.pool, now))
  for (const withdrawal of going) await carryOn(app, withdrawal, { isPaused, now })
  return going.length
}

type Moment = Readonly<{ isPaused: boolean; now: Instant }>

async function carryOn(app: WithdrawalDeps, withdrawal: Withdrawal, { isPaused, now }: Moment): Promise<void> {
  const { status, rail, examinedAt, sentAt } = withdrawal
  if (status === 'sending' && !isPaused && isOver(app, examinedAt, isChain(rail) ? BLOCK_MS : BANK_TAKES_MS, now))
    await send(app, withdrawal, now)
  if (status === 'sent' && isOver(app, sentAt, BANK_SENDS_BACK_AFTER_MS, now) && isSentBack(app, withdrawal))
    await takeBack(app, withdrawal, now)
}

/** REVIEW_SECONDS shortens these waits as it does the reviews. */
function isOver({ settings }: WithdrawalDeps, since: Instant | null, takesMs: number, now: Instant): boolean {
  const { REVIEW_SECONDS } = settings
  return since !== null && now >= since + (REVIEW_SECONDS === undefined ? takesMs : REVIEW_SECONDS * SECOND_MS)
}

function isSentBack({ vault }: WithdrawalDeps, { accountId, destination }: Withdrawal): boolean {
  const details: CardDetails = openDetails(vault, accountId, Buffer.from(destination.sealed, 'hex'))
  return details.type === 'bank' && SENT_BACK.test(details.number)
}

const send = ({ commands, vault }: WithdrawalDeps, withdrawal: Withdrawal, now: Instant): Promise<unknown> => {
  const { accountId, id, wallet, rail } = withdrawal
  const payment = { id, wallet, rail, reference: referenceOf({ vault }, withdrawal), now }
  return commands.run(sendingWithdrawal, { accountId, idempotency: null, arguments: payment })
}

type Payment = Pick<Withdrawal, 'id' | 'wallet' | 'rail'> & Readonly<{ reference: string; now: Instant }>

export const sendingWithdrawal = commandKind({
  name: 'withdrawals.send',
  reads: ({ id, wallet }: Payment) => ({ wallets: [wallet], records: [withdrawalsById([id])] }),
  decide: ({ venue }: Pick<Deciding, 'venue'>, { id, rail, reference, now }, state, decidedAt) => {
    const mid = payoutMid({ venue, clock: { now: () => decidedAt } }, rails[rail])
    const sending = { withdrawalId: id, reference, mid, valueDate: houseDate(venue), now }
    return ok({ outcome: sendWithdrawal(state, sending), data: true })
  },
})

const takeBack = ({ commands }: WithdrawalDeps, { accountId, id, wallet }: Withdrawal, now: Instant): Promise<unknown> =>
  commands.run(returningWithdrawal, { accountId, idempotency: null, arguments: { id, wallet, now } })

export const returningWithdrawal = commandKind({
  name: 'withdrawals.return',
  reads: ({ id, wallet }: Pick<Payment, 'id' | 'wallet' | 'now'>) => ({ wallets: [wallet], records: [withdrawalsById([id])] }),
  decide: ({ venue }: Pick<Deciding, 'venue'>, { id, now }, state) =>
    ok({ outcome: returnWithdrawal(state, { withdrawalId: id, reason: 'ACCOUNT_CLOSED', valueDate: houseDate(venue), now }), data: true }),
})

const REFERENCE_LENGTH = 12

/** External reference of a payment: the transaction on a chain, a bank's own number. */
const referenceOf = ({ vault }: Pick<WithdrawalDeps, 'vault'>, { id, rail }: Withdrawal): string =>
  isChain(rail)
    ? transactionHash(vault, rail, id)
    : `BK-${vault.fingerprint('simulated transfer', id).toString('hex').slice(0, REFERENCE_LENGTH).toUpperCase()}`
