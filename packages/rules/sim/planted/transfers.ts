import { type AccountState, type Outcome, foresee } from '../../src/ledger/account-state.ts'
import { compose } from '../../src/ledger/compose.ts'
import type { Transfer } from '../../src/transfers/transfer.ts'
import { realRules } from '../brokerage/rules.ts'
import type { Planted } from './changes.ts'
import { transferKind } from '../../src/transfers/records.ts'
import { holding } from './replaced.ts'

/** Bugs of transfers between wallets in several currencies. */
export const plantedInTransfers: Planted = {
  'what an exchange gives is rounded up': {
    ...realRules,
    priceExchange: (exchanging) => {
      const priced = realRules.priceExchange(exchanging)
      return { ...priced, received: priced.received + 1n }
    },
  },
  'a transfer settles twice': {
    ...realRules,
    settleTransfer: (state, settling, now) =>
      realRules.settleTransfer(
        withTransfers(state, (transfer) => (transfer.status === 'done' ? { ...transfer, status: 'pending' } : transfer)),
        settling,
        now,
      ),
  },
  'a transfer can be cancelled after it has settled': {
    ...realRules,
    cancelTransfer: (state, ending, now) =>
      realRules.cancelTransfer(
        withTransfers(state, (transfer) => ({
          ...transfer,
          status: 'pending',
          exchange: transfer.exchange === null ? null : { ...transfer.exchange, settlesAt: now + 1 },
        })),
        ending,
        now,
      ),
  },
  'what is called back comes back whole, wherever the rate went': {
    ...realRules,
    cancelTransfer: (state, calling, now) => realRules.cancelTransfer(state, { ...calling, mid: calling.mid === null ? null : 1n }, now),
  },
  'what is called back is worth what it was when it was sent': {
    ...realRules,
    cancelTransfer: (state, calling, now) => realRules.cancelTransfer(state, { ...calling, mid: null }, now),
  },
  'an order takes from its sources in another order than was asked for': {
    ...realRules,
    bringFirst: (state, bringing, decide, now) =>
      realRules.bringFirst(state, { ...bringing, sources: bringing.sources.toReversed() }, decide, now),
  },
  'an order brings what has not settled': {
    ...realRules,
    bringFirst: (state, bringing, decide, now) => {
      const wallets = new Map([...state.wallets].map(([type, wallet]) => [type, { ...wallet, unsettled: 0n }]))
      return realRules.bringFirst({ ...state, wallets }, bringing, decide, now)
    },
  },
  'an order brings all that its sources may give': {
    ...realRules,
    bringFirst: (state, { to, sources, valueDate }, decide, now) => {
      let whole: Readonly<{ state: AccountState; outcome: Outcome }> = { state, outcome: { entries: [] } }
      for (const { from, most, id, number } of sources) {
        const asked = { id, number, from, to, amount: most, quoteId: null, quote: null, valueDate }
        const started = realRules.startTransfer(whole.state, asked, now)
        if (!started.ok) continue
        whole = { state: foresee(whole.state, started.value.outcome), outcome: compose(whole.outcome, started.value.outcome) }
      }
      const decided = decide(whole.state)
      return decided.ok ? { ok: true, value: { ...decided.value, outcome: compose(whole.outcome, decided.value.outcome) } } : decided
    },
  },
  'less comes back than its customer agreed to': {
    ...realRules,
    cancelTransfer: (state, calling, now) => realRules.cancelTransfer(state, { ...calling, leastReturned: null }, now),
  },
  'a transfer settles before its time': {
    ...realRules,
    settleTransfer: (state, settling, now) =>
      realRules.settleTransfer(
        withTransfers(state, (transfer) => ({
          ...transfer,
          exchange: transfer.exchange === null ? null : { ...transfer.exchange, settlesAt: 0 },
        })),
        settling,
        now,
      ),
  },
  'unsettled proceeds leave their wallet': {
    ...realRules,
    startTransfer: (state, request, now) =>
      realRules.startTransfer(
        { ...state, wallets: new Map([...state.wallets].map(([type, wallet]) => [type, { ...wallet, unsettled: 0n }])) },
        request,
        now,
      ),
  },
  'a frozen account moves its money': {
    ...realRules,
    startTransfer: (state, request, now) => realRules.startTransfer({ ...state, frozen: false }, request, now),
  },
  'a quote can be used twice': {
    ...realRules,
    startTransfer: (state, request, now) => realRules.startTransfer(holding(state, transferKind, new Map()), request, now),
  },
  'a quote is honoured after it has expired': {
    ...realRules,
    startTransfer: (state, request, now) =>
      realRules.startTransfer(state, { ...request, quote: request.quote === null ? null : { ...request.quote, expiresAt: now + 1 } }, now),
  },
}

const withTransfers = (state: AccountState, change: (transfer: Transfer) => Transfer): AccountState =>
  holding(state, transferKind, new Map([...transferKind.of(state)].map(([id, transfer]) => [id, change(transfer)])))
