import { marginAccount, walletAccount } from '../ledger/accounts.ts'
import { type AccountState, type Outcome, walletOf } from '../ledger/account-state.ts'
import { transfer } from '../ledger/entry.ts'
import { type Result, ok, refuse } from '../result.ts'
import type { CalendarDate, Instant } from '../time.ts'
import { insufficient } from './accept.ts'
import type { MarginPosition } from './position.ts'
import { marginPositionKind } from './records.ts'

type Adding = Readonly<{ positionId: string; cents: bigint; id: string; tradeDate: CalendarDate }>
export type Added = Readonly<{ position: MarginPosition; outcome: Outcome }>

/** J41: money from the wallet becomes this position's margin and moves its liquidation price away (`docs/rules/margin.md` D.5). */
export function addMargin(state: AccountState, { positionId, cents, id, tradeDate }: Adding, now: Instant): Result<Added> {
  // A frozen account may close and cancel, but not put more at risk (`docs/rules/api.md` O.19).
  if (state.frozen) return refuse('account.frozen')
  const position = marginPositionKind.of(state).get(positionId)
  if (position === undefined || position.quantity === 0n) return refuse('position.not_open', { field: 'id' })
  // A position in liquidation takes no more margin, which would only be lost with the rest.
  if (position.liquidation !== 'none') return refuse('position.not_open', { field: 'id' })
  if (cents <= 0n) return refuse('margin.amount', { field: 'amount' })
  const available = walletOf(state, position.wallet).cash
  if (available < cents) return insufficient(cents, available)
  const added: MarginPosition = { ...position, margin: position.margin + cents, changedAt: now }
  const lines = transfer({ from: walletAccount(position.wallet, 'CASH'), to: marginAccount(position), asset: 'USD', amount: cents })
  return ok({
    position: added,
    outcome: {
      entries: [{ journal: 'J41', cause: { kind: 'margin', id, step: 0 }, lines, valueDate: tradeDate }],
      records: marginPositionKind.changed(added),
    },
  })
}

/** Lets margin be added automatically when it runs short, up to a cap in cents; null stops that (`docs/rules/margin.md` D.8). */
export function setTopUp(
  state: AccountState,
  { positionId, cap }: Readonly<{ positionId: string; cap: bigint | null }>,
  now: Instant,
): Result<Added> {
  const position = marginPositionKind.of(state).get(positionId)
  if (position === undefined || position.quantity === 0n) return refuse('position.not_open', { field: 'id' })
  const changed: MarginPosition = { ...position, topUpLeft: cap, changedAt: now }
  return ok({ position: changed, outcome: { entries: [], records: marginPositionKind.changed(changed) } })
}
