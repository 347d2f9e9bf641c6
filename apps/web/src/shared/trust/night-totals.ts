import { formatScaled } from '@rueda/rules/decimal.ts'
import type { PublicLiabilities } from '@rueda/contract/trust.ts'
import type { LogEntry } from '@rueda/proof/entries.ts'
import { type Currency, accountCurrencies, formatMinor } from '@rueda/rules/money.ts'

/** What a night says that everybody is owed, beside what bank and chains hold by the books (`docs/rules/proof.md` P.24). */
export type Night = PublicLiabilities
type Total = Night['liabilities'][number]

/** Owed, held and held less owed of a currency, in decimal text. */
export type OwedAndHeld = Readonly<{
  currency: Currency
  owed: string
  /** Null where the night does not say it, as nights before it was said. */
  held: Readonly<{ places: readonly Place[]; difference: string }> | null
}>
/** Of a chain its network; null for a bank. */
export type Place = Readonly<{ network: string | null; amount: string }>

const isMoney = (asset: string): asset is Currency => accountCurrencies.some((each) => each === asset)

/** The currencies that anybody is owed or any place holds. */
export function owedAndHeldOf({ liabilities, held }: Night): readonly OwedAndHeld[] {
  return accountCurrencies.flatMap((currency) => {
    const total = liabilities.find(({ asset }) => asset === currency)
    const places = (held ?? []).filter(({ asset }) => asset === currency)
    if (total === undefined && places.length === 0) return []
    const owed = BigInt(total?.total ?? 0)
    const sum = places.reduce((all, { amount }) => all + BigInt(amount), 0n)
    const shown = places.map(({ place, amount }) => ({ network: networkOf(place), amount: formatMinor(BigInt(amount), currency) }))
    return [
      {
        ...{ currency, owed: formatMinor(owed, currency) },
        held: held === null ? null : { places: shown, difference: formatMinor(sum - owed, currency) },
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

export type NightFinding =
  /** `waiting`: some wait for the next checkpoint, or were said in a log that has ended. Of older nights the log does not say what is held. */
  | Readonly<{ kind: 'same' | 'waiting'; count: number; of: number; isHeldLogged: boolean }>
  /** What is held, or how many sums there are, is not what the log says. */
  | Readonly<{ kind: 'otherHeld' }>
  /** The answer says what is held, and the log does not, where the answer says that it does or beside the night's sums. */
  | Readonly<{ kind: 'heldMissing' }>
  /** `other`: the log has another sum there. `missing`: it should be there by now. `leftOut`: the log has one that was not answered. */
  | Readonly<{ kind: 'other' | 'missing' | 'leftOut'; asset: string }>
  | Readonly<{ kind: 'nothing' }>

/** What was read of the believed log. */
export type LoggedNight = Readonly<{
  size: number
  /** Entries of the files that were read, by their places. */
  entries: ReadonlyMap<number, LogEntry>
  /** When a log that continues another one began; null for a first one. */
  continuedAt: number | null
  /** When this device saw the night for the first time: its own moment is the house's word. */
  seenAt: number
}>
type SaidTotal = Extract<LogEntry, { kind: 'liabilities' }>
type SaidHeld = Extract<LogEntry, { kind: 'held' }>

/** A checkpoint comes every minute; a log that is later than this is overdue elsewhere too. */
const SURELY_LOGGED_MS = 600_000

type Said = Readonly<{ timestamp: number }> & Pick<LoggedNight, 'continuedAt' | 'seenAt'>
/** Whether a night of this moment is in the log by now, unless nobody signed it; what a log said that ended is not in the one that continues it. */
export const isOverdue = ({ timestamp, seenAt, continuedAt }: Said, now: number): boolean =>
  now - Math.min(timestamp, seenAt) >= SURELY_LOGGED_MS && (continuedAt === null || timestamp >= continuedAt)

/**
 * Every sum as it was answered, compared with the entry that the believed log has in its place. Of what was read of the log nothing of the night is
 * passed over, wherever the answer says that it is: a sum that was left out, another one, or one that is said twice.
 */
export function judgeTotals(night: Night, { size, entries, continuedAt, seenAt }: LoggedNight, now: number): NightFinding {
  const { timestamp, liabilities } = night
  if (new Set(liabilities.map(({ asset }) => asset)).size < liabilities.length)
    return {
      kind: 'other',
      asset: liabilities.find(({ asset }, at) => liabilities.findIndex((each) => each.asset === asset) < at)?.asset ?? '',
    }
  const places = new Map(liabilities.map(({ asset, entry }) => [asset, entry !== null && entry < size ? entry : null]))
  const found = new Map<string, number>()
  for (const [place, said] of entries) {
    if (said.kind !== 'liabilities' || said.date !== night.date) continue
    const total = liabilities.find(({ asset }) => asset === said.asset)
    if (total === undefined) return { kind: 'leftOut', asset: said.asset }
    const isThere = (places.get(said.asset) ?? place) === place && !found.has(said.asset)
    if (!isThere || !isSaid(night, total, said)) return { kind: 'other', asset: said.asset }
    found.set(said.asset, place)
  }
  const isExplained = !isOverdue({ timestamp, seenAt, continuedAt }, now)
  for (const { asset } of liabilities) {
    if (found.has(asset)) continue
    if (places.get(asset) !== null) return { kind: 'other', asset }
    if (!isExplained) return { kind: 'missing', asset }
  }
  const held = [...entries.values()].filter((said) => said.kind === 'held').filter(({ date }) => date === night.date)
  if (held.length > 1 || !held.every((said) => isSaidHeld(night, said))) return { kind: 'otherHeld' }
  if (night.held !== null && held.length === 0 && !isExplained) return { kind: 'heldMissing' }
  if (liabilities.length === 0) return { kind: 'nothing' }
  const kind = found.size === liabilities.length ? 'same' : 'waiting'
  return { kind, count: found.size, of: liabilities.length, isHeldLogged: held.length === 1 }
}

/** The places in the log's order, which is that of the answer too. */
const isSaidHeld = ({ timestamp, liabilities, held }: Night, { at, assets, places }: SaidHeld): boolean =>
  at === timestamp &&
  assets === liabilities.length &&
  places.length === held?.length &&
  places.every(({ place, asset, amount }, index) => {
    const shown = held[index]
    return shown?.place === place && shown.asset === asset && shown.amount === amount
  })

const isSaid = ({ timestamp }: Night, { root, total, leaves }: Total, said: SaidTotal): boolean =>
  said.at === timestamp && said.root === root && said.total === total && said.leaves === leaves
