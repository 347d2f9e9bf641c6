import type { Outcome } from '../../src/ledger/account-state.ts'
import type { Entry } from '../../src/ledger/entry.ts'
import type { WalletType } from '../../src/wallets/wallet.ts'
import { addCash, cashIn } from '../model/account.ts'
import { expectAnswer } from '../orders/place.ts'
import { type Step, dateOf } from '../world/world.ts'
import { messageKind } from '../../src/messages/records.ts'

/** Two people take an entry back: money the brokerage gave, a wrong reversal, and every kind that cannot be reversed. */
export function takeEntryBack(step: Step): void {
  const { world, account, accountId, now } = step
  const entry = pickEntry(step)
  if (entry === null) return
  const isReversed = account.entries.some(({ reversalOf }) => reversalOf === entry.sequence)
  const reversing = { entry, isReversed, reason: 'correction', valueDate: dateOf(world, 'US') } as const
  const refusal = refusalOf(step, entry, isReversed)
  const reversed = world.brokerage.decide(accountId, now, (state) => world.brokerage.rules.reverseEntry(state, reversing))
  expectAnswer(reversed, refusal, `taking back ${entry.journal} ${entry.sequence}`)
  if (!reversed.ok) return void world.seen.add(`reversal refused: ${reversed.refusal}`)
  checkReversed(step, entry, reversed.value)
  for (const [wallet, amount] of cashOf(entry)) addCash(step.model, wallet, -amount)
  world.seen.add(entry.journal === 'J99' ? 'a reversal taken back' : `${entry.journal} taken back`)
}

/** Money given by the brokerage (`docs/rules/ledger.md` G.3); the other entries come from events with ways back of their own. */
const given: ReadonlySet<string> = new Set(['J95', 'J96', 'J98'])
const canBeTakenBack = ({ journal, cause }: Entry): boolean => given.has(journal) || (journal === 'J99' && cause.kind === 'reversal')

/** Mostly picks an entry that can be taken back, and rather one taken back wrongly, so that money stays to trade with. */
function pickEntry({ rng, account: { entries } }: Step): Entry | null {
  if (rng.percent(20)) return entries.length === 0 ? null : rng.pick(entries)
  const taken = new Set(entries.map(({ reversalOf }) => reversalOf))
  const standing = entries.filter((entry) => canBeTakenBack(entry) && (!taken.has(entry.sequence) || rng.percent(5)))
  const wrong = standing.filter(({ journal }) => journal === 'J99')
  const among = wrong.length > 0 && rng.percent(85) ? wrong : standing
  return among.length === 0 ? null : rng.pick(among)
}

/** The change of the free cash of each wallet by an entry, line by line. */
const cashOf = ({ lines }: Pick<Entry, 'lines'>): readonly (readonly [WalletType, bigint])[] =>
  lines.flatMap(({ account, amount }) => {
    const [owner, wallet, part] = account.split(':')
    return owner === 'U' && part === 'CASH' ? [[wallet as WalletType, amount] as const] : []
  })

function refusalOf({ model }: Step, entry: Entry, isReversed: boolean): string | null {
  if (!canBeTakenBack(entry)) return 'entry.irreversible'
  if (isReversed) return 'entry.reversed_already'
  const left = new Map<WalletType, bigint>()
  for (const [wallet, amount] of cashOf(entry)) {
    const after = (left.get(wallet) ?? cashIn(model, wallet)) - amount
    if (after < 0n) return 'entry.not_covered'
    left.set(wallet, after)
  }
  return null
}

/** INV-07: the exact negation, naming the entry; and the customer is notified of every change of cash. */
function checkReversed({ account }: Step, entry: Entry, outcome: Outcome): void {
  const messages = messageKind.in(outcome)
  const booked = account.entries.at(-1)
  const opposite = entry.lines.map(({ account: name, asset, amount }) => `${name} ${asset} ${-amount}`).join()
  const lines = booked?.lines.map(({ account: name, asset, amount }) => `${name} ${asset} ${amount}`).join()
  if (booked?.journal !== 'J99' || booked.reversalOf !== entry.sequence || lines !== opposite)
    throw new Error(`INV-07 entry ${booked?.sequence} is not the reverse of entry ${entry.sequence}`)
  const wallets = new Set(cashOf(entry).map(([wallet]) => wallet))
  if (messages.length !== wallets.size)
    throw new Error(`the customer was told of ${messages.length} corrections in ${wallets.size} wallets`)
}
