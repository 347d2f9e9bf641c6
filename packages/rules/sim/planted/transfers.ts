import type { Books } from '../../src/ledger/books.ts'
import type { Transfer } from '../../src/transfers/transfer.ts'
import { realRules } from '../house/rules.ts'
import type { Planted } from './changes.ts'
import { transferKind } from '../../src/transfers/records.ts'
import { holding } from './replaced.ts'

/** Bugs that a house with wallets in several currencies can have. */
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
    settleTransfer: (books, settling, now) =>
      realRules.settleTransfer(
        withTransfers(books, (transfer) => (transfer.status === 'done' ? { ...transfer, status: 'pending' } : transfer)),
        settling,
        now,
      ),
  },
  'a transfer can be cancelled after it has settled': {
    ...realRules,
    cancelTransfer: (books, ending, now) =>
      realRules.cancelTransfer(
        withTransfers(books, (transfer) => ({
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
    cancelTransfer: (books, calling, now) => realRules.cancelTransfer(books, { ...calling, mid: calling.mid === null ? null : 1n }, now),
  },
  'what is called back is worth what it was when it was sent': {
    ...realRules,
    cancelTransfer: (books, calling, now) => realRules.cancelTransfer(books, { ...calling, mid: null }, now),
  },
  'less comes back than its customer agreed to': {
    ...realRules,
    cancelTransfer: (books, calling, now) => realRules.cancelTransfer(books, { ...calling, leastReturned: null }, now),
  },
  'a transfer settles before its time': {
    ...realRules,
    settleTransfer: (books, settling, now) =>
      realRules.settleTransfer(
        withTransfers(books, (transfer) => ({
          ...transfer,
          exchange: transfer.exchange === null ? null : { ...transfer.exchange, settlesAt: 0 },
        })),
        settling,
        now,
      ),
  },
  'unsettled proceeds leave their wallet': {
    ...realRules,
    startTransfer: (books, ask, now) =>
      realRules.startTransfer(
        { ...books, wallets: new Map([...books.wallets].map(([type, wallet]) => [type, { ...wallet, unsettled: 0n }])) },
        ask,
        now,
      ),
  },
  'a frozen account moves its money': {
    ...realRules,
    startTransfer: (books, ask, now) => realRules.startTransfer({ ...books, frozen: false }, ask, now),
  },
  'a quote can be used twice': {
    ...realRules,
    startTransfer: (books, ask, now) => realRules.startTransfer(holding(books, transferKind, new Map()), ask, now),
  },
  'a quote is honoured after it has expired': {
    ...realRules,
    startTransfer: (books, ask, now) =>
      realRules.startTransfer(books, { ...ask, quote: ask.quote === null ? null : { ...ask.quote, expiresAt: now + 1 } }, now),
  },
}

const withTransfers = (books: Books, change: (transfer: Transfer) => Transfer): Books =>
  holding(books, transferKind, new Map([...transferKind.of(books)].map(([id, transfer]) => [id, change(transfer)])))
