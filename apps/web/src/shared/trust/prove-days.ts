import { hexToBytes } from '@noble/hashes/utils.js'
import { isPriceModel } from '@rueda/exchange/prices/day-laws.ts'
import type { KnownDay } from '@rueda/exchange/world/recomputed-day.ts'
import { faultOfDay } from '@rueda/proof/day.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { type ShownDay, provenOf } from './judge-day.ts'

/** Days whose keys were proven one by one under the key of days, as far as they have a proof. */
export type ProvenDays =
  | Readonly<{
      kind: 'proven'
      known: readonly KnownDay[]
      proven: number
      /** Those that were not known to be proven before, by their names. */
      newly: readonly string[]
      historyFrom: string | undefined
    }>
  | Readonly<{ kind: 'unproven' | 'unknownModel'; market: string; date: string }>

const NOTHING: ReadonlySet<string> = new Set()

/** Years of charts are there from here on; a market that began its history later says so by its first day. */
const HISTORY_BEGAN_BY = '2021-01-10'

/** A day with its key: what is proven of it. */
const nameOf = ({ market, date, key }: ShownDay): string => `${market} ${date} ${key}`

type ToProve = Readonly<{
  days: readonly ShownDay[]
  /** The key of days that this device has seen in the log, in hex. */
  publicKey: string
  /** Names of days that were proven under it before. */
  before?: ReadonlySet<string>
}>

export function proveDays(
  { days, publicKey, before = NOTHING }: ToProve,
  tell: (done: number, of: number) => void = () => undefined,
): ProvenDays {
  const known: KnownDay[] = []
  const key = hexToBytes(publicKey)
  const newly: string[] = []
  let proven = 0
  for (const [done, day] of days.entries()) {
    const { market, model, date } = day
    if (!isPriceModel(model)) return { kind: 'unknownModel', market, date }
    if (day.drawn !== null) {
      const name = nameOf(day)
      if (!before.has(name)) {
        tell(done, days.length)
        if (faultOfDay(key, provenOf(day, day.drawn)) !== null) return { kind: 'unproven', market, date }
        newly.push(name)
      }
      proven += 1
    }
    known.push({ market, date, model, key: hexToBytes(day.key) })
  }
  tell(days.length, days.length)
  const own = known.filter(({ market }) => market === HOUSE_MARKET).map(({ date }) => date)
  const first = own.reduce((least, date) => (date < least ? date : least), own[0] ?? '')
  return { kind: 'proven', known, proven, newly, historyFrom: first > HISTORY_BEGAN_BY ? first : undefined }
}
