import { happening } from './replaced.ts'
import { walletTypes } from '../../src/wallets/wallet.ts'
import { realRules } from '../brokerage/rules.ts'
import { type Planted, outcomeWith } from './changes.ts'
import { messageKind } from '../../src/messages/records.ts'

/** Bugs of reversals by staff. */
export const plantedInReversals: Planted = {
  'an entry is taken back twice': {
    ...realRules,
    reverseEntry: (state, reversing) => realRules.reverseEntry(state, { ...reversing, isReversed: false }),
  },
  'any entry can be taken back': {
    ...realRules,
    reverseEntry: (state, { entry, ...reversing }) => realRules.reverseEntry(state, { ...reversing, entry: { ...entry, journal: 'J98' } }),
  },
  'what is taken back may be missing': {
    ...realRules,
    reverseEntry: (state, reversing) => {
      const rich = walletTypes.flatMap((type) => {
        const wallet = state.wallets.get(type)
        return wallet === undefined ? [] : [[type, { ...wallet, cash: wallet.cash + 1_000_000_000n }] as const]
      })
      return realRules.reverseEntry({ ...state, wallets: new Map(rich) }, reversing)
    },
  },
  'half of an entry is taken back': {
    ...realRules,
    reverseEntry: (state, reversing) =>
      outcomeWith(realRules.reverseEntry(state, reversing), (outcome) => ({
        ...outcome,
        entries: outcome.entries.map((entry) => ({
          ...entry,
          lines: entry.lines.map((line) => ({ ...line, amount: line.amount - line.amount / 2n })),
        })),
      })),
  },
  'a correction names another entry': {
    ...realRules,
    reverseEntry: (state, reversing) =>
      outcomeWith(realRules.reverseEntry(state, reversing), (outcome) => ({
        ...outcome,
        entries: outcome.entries.map((entry) => ({ ...entry, reversalOf: (entry.reversalOf ?? 0) + 1 })),
      })),
  },
  'nobody is told of a correction': {
    ...realRules,
    reverseEntry: (state, reversing) =>
      outcomeWith(realRules.reverseEntry(state, reversing), (outcome) => happening(outcome, messageKind, [])),
  },
}
