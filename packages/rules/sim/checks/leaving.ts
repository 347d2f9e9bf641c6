import { isHeld } from '../../src/withdrawals/withdrawal.ts'
import type { Account } from '../brokerage/account.ts'
import type { ModelAccount } from '../model/account.ts'
import { withdrawalKind } from '../../src/withdrawals/records.ts'

/** Checks withdrawals by the journal alone: each is held once and paid at most once, and one that was not paid is given back once. */
export function* leavingBreaches({ state, entries }: Account, model: ModelAccount): Generator<string> {
  const journals = new Map<string, string[]>()
  const outside = new Map<string, bigint>()
  for (const { cause, journal, lines } of entries) {
    if (cause.kind !== 'withdrawal') continue
    const known = journals.get(cause.id)
    if (known === undefined) journals.set(cause.id, [journal])
    else known.push(journal)
    for (const { account, asset, amount } of lines)
      if (account.startsWith('H:BANK') || account.startsWith('H:CHAIN')) outside.set(asset, (outside.get(asset) ?? 0n) + amount)
  }
  const paid = new Map<string, bigint>()
  for (const withdrawal of withdrawalKind.of(state).values()) {
    const { id, status, pays, payout } = withdrawal
    if (!model.withdrawals.has(id)) yield `withdrawal ${id} is not in the model`
    const told = (journals.get(id) ?? []).filter((journal) => journal !== 'J12').join(' ')
    const expected = isHeld(withdrawal) ? ['J10'] : (booked[status] ?? [])
    if (!expected.includes(told)) yield `withdrawal ${id} is ${status} and was booked as ${told}`
    if (status === 'sent') paid.set(pays, (paid.get(pays) ?? 0n) + payout)
  }
  for (const asset of new Set([...outside.keys(), ...paid.keys()]))
    if ((outside.get(asset) ?? 0n) !== (paid.get(asset) ?? 0n))
      yield `${outside.get(asset)} of ${asset} left, the withdrawals say ${paid.get(asset)}`
}

const booked: Readonly<Partial<Record<string, readonly string[]>>> = {
  sent: ['J10 J11'],
  cancelled: ['J10 J13'],
  rejected: ['J10 J13'],
  // Never taken, or taken and sent back: two entries are reversed, and one where nothing was charged.
  returned: ['J10 J13', 'J10 J11 J99 J99 J13', 'J10 J11 J99 J13'],
}
