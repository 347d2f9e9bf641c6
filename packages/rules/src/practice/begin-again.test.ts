import { describe, expect, it } from 'vitest'
import { type AccountState, openAccountState, post } from '../ledger/account-state.ts'
import { transfer } from '../ledger/entry.ts'
import { plainHash } from '../testing/us.ts'
import { DAY_MS } from '../time.ts'
import { availableOf, walletTypes } from '../wallets/wallet.ts'
import { BEGINNING_EVERY_MS, beginAgain, mayBeginAt } from './begin-again.ts'

const NOW = Date.UTC(2026, 10, 26, 15)
const DATE = '2026-11-26'

function customer(): AccountState {
  const state = openAccountState('7')
  const give = (account: string, asset: 'USD' | 'ARS', amount: bigint, step: number) =>
    post(
      state,
      {
        entries: [
          {
            journal: 'J98',
            cause: { kind: 'grant', id: '7', step },
            lines: transfer({ from: `H:PROMO:${asset}`, to: account, asset, amount }),
            valueDate: DATE,
          },
        ],
      },
      NOW,
      plainHash,
    )
  give('U:STOCK:CASH', 'USD', 1_234_56n, 0)
  give('U:BALANCE:CASH', 'ARS', 500_000n, 1)
  return state
}

const asked = (state: AccountState) =>
  ({ sequence: state.sequence, isFree: true, count: 0, lastAt: null, grant: 10_000_000n, valueDate: DATE }) as const
const cash = (state: AccountState) => Object.fromEntries(walletTypes.map((type) => [type, availableOf(state.wallets.get(type) ?? never())]))
const never = (): never => {
  throw new Error('every account has every wallet')
}

describe('beginning again (P.15)', () => {
  it('gives all cash back and books a new grant, half of it where the first order is paid from', () => {
    const state = customer()
    const begun = beginAgain(state, asked(state), NOW)
    if (!begun.ok) throw new Error(begun.refusal)
    expect(begun.value.entries.map(({ journal, cause: { kind, step } }) => [journal, kind, step])).toEqual([
      ['J98b', 'newBeginning', 0],
      ['J98', 'newBeginning', 1],
      ['J20', 'newBeginning', 2],
    ])
    expect(begun.value.entries[0]?.lines).toEqual([
      { account: 'U:BALANCE:CASH', asset: 'ARS', amount: -500_000n },
      { account: 'H:PROMO:ARS', asset: 'ARS', amount: 500_000n },
      { account: 'U:STOCK:CASH', asset: 'USD', amount: -1_234_56n },
      { account: 'H:PROMO:USD', asset: 'USD', amount: 1_234_56n },
    ])
    post(state, begun.value, NOW, plainHash)
    expect(cash(state)).toMatchObject({ US_WALLET: 5_000_000n, STOCK: 5_000_000n, BALANCE: 0n, FUTURE: 0n })
  })

  it('goes on with the steps of the beginning before it', () => {
    const state = customer()
    const begun = beginAgain(state, { ...asked(state), count: 2, lastAt: NOW - BEGINNING_EVERY_MS }, NOW)
    expect(begun.ok && begun.value.entries.map(({ cause }) => cause.step)).toEqual([6, 7, 8])
  })

  it('happens at most once a week', () => {
    const state = customer()
    const lastAt = NOW - 7 * DAY_MS + 1
    expect(beginAgain(state, { ...asked(state), lastAt }, NOW)).toMatchObject({
      refusal: 'practice.too_soon',
      facts: { fromTimestamp: NOW + 1 },
    })
    expect(mayBeginAt(NOW - 7 * DAY_MS, NOW)).toBeNull()
  })

  it('is refused while anything but free cash is there, or was booked since it was looked for', () => {
    const state = customer()
    const refused = { ok: false, refusal: 'account.in_use' }
    expect(beginAgain(state, { ...asked(state), isFree: false }, NOW)).toMatchObject(refused)
    expect(beginAgain(state, { ...asked(state), sequence: state.sequence - 1 }, NOW)).toMatchObject(refused)
    expect(beginAgain({ ...state, openOrders: 1 }, asked(state), NOW)).toMatchObject(refused)
    const lines = transfer({ from: 'U:STOCK:CASH', to: 'U:STOCK:HOLD', asset: 'USD', amount: 1n })
    post(state, { entries: [{ journal: 'J30', cause: { kind: 'order', id: '1', step: 0 }, lines, valueDate: DATE }] }, NOW, plainHash)
    expect(beginAgain(state, asked(state), NOW)).toMatchObject(refused)
    expect(beginAgain({ ...customer(), frozen: true }, asked(customer()), NOW)).toMatchObject({ refusal: 'account.frozen' })
  })
})
