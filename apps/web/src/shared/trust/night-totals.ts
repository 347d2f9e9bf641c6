import { formatScaled } from '@rueda/rules/decimal.ts'
import type { PublicLiabilities } from '@rueda/contract/trust.ts'
import type { LogEntry } from '@rueda/proof/entries.ts'
import { type Currency, accountCurrencies, formatMinor } from '@rueda/rules/money.ts'

/** What a night says that everybody is owed, beside what bank and chains hold by the books (`docs/rules/proof.md` P.24). */
export type Night = PublicLiabilities
type Total = Night['liabilities'][number]

/** Owed, held and held less owed of a currency, in decimal text. */
export type Sheet = Readonly<{ currency: Currency; owed: string; held: readonly Place[]; difference: string }>
/** Of a chain its network; null for a bank. */
export type Place = Readonly<{ network: string | null; amount: string }>

const isMoney = (asset: string): asset is Currency => accountCurrencies.some((each) => each === asset)

/** The currencies that anybody is owed or any place holds; null where the night does not say what is held. */
export function sheetsOf({ liabilities, held }: Night): readonly Sheet[] | null {
  if (held === null) return null
  return accountCurrencies.flatMap((currency) => {
    const total = liabilities.find(({ asset }) => asset === currency)
    const places = held.filter(({ asset }) => asset === currency)
    if (total === undefined && places.length === 0) return []
    const owed = BigInt(total?.total ?? 0)
    const sum = places.reduce((all, { amount }) => all + BigInt(amount), 0n)
    return [
      {
        currency,
        owed: formatMinor(owed, currency),
        held: places.map(({ place, amount }) => ({ network: networkOf(place), amount: formatMinor(BigInt(amount), currency) })),
        difference: formatMinor(sum - owed, currency),
      },
    ]
  })
}

/** H:CHAIN:USDT:TRC20 is on TRC20; H:BANK:ARS is at the bank. */
const networkOf = (place: string): string | null => (place.startsWith('H:CHAIN:') ? (place.split(':')[3] ?? null) : null)

/** What is owed that is no money: shares and units, the largest number of parts first. */
export const otherAssets = ({ liabilities }: Night): readonly Total[] =>
  liabilities.filter(({ asset }) => !isMoney(asset)).toSorted((one, other) => other.leaves - one.leaves)

/** Of shares and units, which are counted in 10^-8. */
export const unitsOf = (total: string): string => formatScaled(BigInt(total))

export type Held = Readonly<{ kind: 'same' | 'waiting'; count: number; of: number }> | Readonly<{ kind: 'other'; asset: string }>

/** Every sum as it was answered, held to the entry that the believed log has in its place; null for one that cannot be read yet. */
export function judgeTotals({ date, liabilities }: Night, entries: ReadonlyMap<string, LogEntry | null>): Held {
  let count = 0
  for (const { asset, root, total, leaves } of liabilities) {
    const said = entries.get(asset) ?? null
    if (said === null) continue
    const isSame =
      said.kind === 'liabilities' &&
      said.date === date &&
      said.asset === asset &&
      said.root === root &&
      said.total === total &&
      said.leaves === leaves
    if (!isSame) return { kind: 'other', asset }
    count += 1
  }
  return { kind: count === liabilities.length ? 'same' : 'waiting', count, of: liabilities.length }
}
