import { formatScaled } from '../decimal.ts'
import { house, securityAccount, walletAccount } from '../ledger/accounts.ts'
import type { AccountState, Outcome } from '../ledger/account-state.ts'
import { compose } from '../ledger/compose.ts'
import { type EntryDraft, type Line, transfer } from '../ledger/entry.ts'
import { type MessageDraft, moneyFact } from '../messages/message.ts'
import { type Decided, endAll } from '../orders/end-exits.ts'
import { isWorking } from '../orders/order.ts'
import { type Position, quantityOf } from '../positions/position.ts'
import { type Result, ok } from '../result.ts'
import type { Instant } from '../time.ts'
import type { WalletType } from '../wallets/wallet.ts'
import { type Split, actionId } from './action.ts'
import { type SplitHolding, type SplitTerms, cashPrice, splitPosition } from './split-position.ts'
import { orderKind } from '../orders/records.ts'
import { positionKind } from '../positions/records.ts'
import { slotsIn, robotSlotKind } from '../robots/records.ts'
import { splitSlots } from '../robots/split.ts'
import { locksIn, shareLockKind, splitLocks } from '../positions/share-lock.ts'
import { splitPledges } from '../loans/split-pledges.ts'
import { pledgeKind, pledgedIn } from '../loans/records.ts'
import { messageKind } from '../messages/records.ts'

/**
 * A split on one customer's account, before anything trades in the new shares: open orders in the instrument are ended and their hold
 * released (J31), and the holding is counted anew (J97).
 */
export type SplitBooking = Readonly<{
  split: Split
  priorClose: bigint
  venue: string
  wallet: WalletType
  currency: SplitTerms['currency']
}>

export function bookSplit(state: AccountState, booking: SplitBooking, now: Instant): Result<Outcome> {
  const { split, currency } = booking
  const { state: released, outcome: ended } = endWorking(state, booking, now)
  const position = positionKind.of(released).get(split.instrumentId)
  if (position === undefined) return ok(ended)
  const terms: SplitTerms = { ...split, priorClose: booking.priorClose, currency }
  const counted = splitPosition(position, terms, now)
  const locks = splitLocks(locksIn(released, split.instrumentId), split, now)
  const pledges = splitPledges(pledgedIn(released, split.instrumentId), split, now)
  const kept = [...locks, ...pledges]
  const slots = splitSlots(slotsIn(released, split.instrumentId), split, quantityOf(counted.position) - sumOf(kept), now)
  const holding = withLocks(counted, [...kept, ...slots])
  return ok(
    compose(ended, {
      entries: [splitEntry(position, holding, booking)],
      records: [
        ...[...positionKind.changed(holding.position), ...shareLockKind.changed(...locks)],
        ...[...robotSlotKind.changed(...slots), ...pledgeKind.changed(...pledges)],
      ],
      events: messageKind.happened(...tell(position, holding, split, terms)),
    }),
  )
}

type Locked = Readonly<{ quantity: bigint }>
const sumOf = (locks: readonly Locked[]): bigint => locks.reduce((sum, { quantity }) => sum + quantity, 0n)

/** What is locked of the new shares is what its locks, its robots and the loans it covers have of them; the rest of a share is free. */
function withLocks(holding: SplitHolding, locks: readonly Locked[]): SplitHolding {
  const { position } = holding
  const locked = sumOf(locks)
  return { ...holding, position: { ...position, free: position.free + position.locked - locked, locked } }
}

/** Everything at work in the instrument ends, and nothing of the holding is held any more. */
function endWorking(state: AccountState, { split: { instrumentId, exDate } }: SplitBooking, now: Instant): Decided {
  const working = [...orderKind.of(state).values()].filter((order) => order.instrumentId === instrumentId && isWorking(order))
  const ids = working.map(({ id }) => id)
  const ended = endAll(state, ids, { reason: 'SYSTEM', tradeDate: exDate }, now)
  const held = positionKind.of(ended.state).get(instrumentId)?.held ?? 0n
  if (held !== 0n) throw new Error(`an order in ${instrumentId} was not read before its split`)
  return ended
}

function splitEntry(
  before: Position,
  { position: after, cash }: SplitHolding,
  { split, venue, wallet, currency }: SplitBooking,
): EntryDraft {
  const { instrumentId } = split
  return {
    journal: 'J97',
    cause: { kind: 'split', id: actionId(split), step: 0 },
    lines: [
      ...shareLines(
        house.marketSecurities(venue, instrumentId),
        securityAccount('SEC', instrumentId),
        instrumentId,
        after.free - before.free,
      ),
      ...shareLines(
        house.marketSecurities(venue, instrumentId),
        securityAccount('SECLOCK', instrumentId),
        instrumentId,
        after.locked - before.locked,
      ),
      ...transfer({ from: house.market(venue, currency), to: walletAccount(wallet, 'CASH'), asset: currency, amount: cash }),
    ],
    valueDate: split.exDate,
  }
}

const shareLines = (market: string, own: string, asset: string, change: bigint): readonly Line[] =>
  change >= 0n ? transfer({ from: market, to: own, asset, amount: change }) : transfer({ from: own, to: market, asset, amount: -change })

function tell(before: Position, { position, fraction, cash }: SplitHolding, split: Split, terms: SplitTerms): readonly MessageDraft[] {
  const { instrumentId: instrument } = split
  const link = `instrument:${instrument}` as const
  const counted: MessageDraft = {
    template: 'split.applied',
    facts: {
      instrument,
      from: String(split.oldShares),
      to: String(split.newShares),
      before: formatScaled(quantityOf(before)),
      after: formatScaled(quantityOf(position)),
    },
    link,
  }
  if (cash === 0n) return [counted]
  const amount = moneyFact(cash, terms.currency)
  return [
    counted,
    {
      template: 'split.cash',
      facts: { instrument, quantity: formatScaled(fraction), price: formatScaled(cashPrice(terms)), amount },
      link,
    },
  ]
}
