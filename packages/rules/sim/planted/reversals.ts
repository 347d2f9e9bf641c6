import { happening } from './replaced.ts'
import { walletTypes } from '../../src/wallets/wallet.ts'
import { realRules } from '../house/rules.ts'
import { type Planted, outcomeWith } from './changes.ts'
import { messageKind } from '../../src/messages/records.ts'

/** Bugs that a house whose staff correct its books can have. */
export const plantedInReversals: Planted = {
  'an entry is taken back twice': {
    ...realRules,
    reverseEntry: (books, reversing) => realRules.reverseEntry(books, { ...reversing, isReversed: false }),
  },
  'any entry can be taken back': {
    ...realRules,
    reverseEntry: (books, { entry, ...reversing }) => realRules.reverseEntry(books, { ...reversing, entry: { ...entry, journal: 'J98' } }),
  },
  'what is taken back may be missing': {
    ...realRules,
    reverseEntry: (books, reversing) => {
      const rich = walletTypes.flatMap((type) => {
        const wallet = books.wallets.get(type)
        return wallet === undefined ? [] : [[type, { ...wallet, cash: wallet.cash + 1_000_000_000n }] as const]
      })
      return realRules.reverseEntry({ ...books, wallets: new Map(rich) }, reversing)
    },
  },
  'half of an entry is taken back': {
    ...realRules,
    reverseEntry: (books, reversing) =>
      outcomeWith(realRules.reverseEntry(books, reversing), (outcome) => ({
        ...outcome,
        entries: outcome.entries.map((entry) => ({
          ...entry,
          lines: entry.lines.map((line) => ({ ...line, amount: line.amount - line.amount / 2n })),
        })),
      })),
  },
  'a correction names another entry': {
    ...realRules,
    reverseEntry: (books, reversing) =>
      outcomeWith(realRules.reverseEntry(books, reversing), (outcome) => ({
        ...outcome,
        entries: outcome.entries.map((entry) => ({ ...entry, reversalOf: (entry.reversalOf ?? 0) + 1 })),
      })),
  },
  'nobody is told of a correction': {
    ...realRules,
    reverseEntry: (books, reversing) =>
      outcomeWith(realRules.reverseEntry(books, reversing), (outcome) => happening(outcome, messageKind, [])),
  },
}
