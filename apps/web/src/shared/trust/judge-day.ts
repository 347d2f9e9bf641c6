import { hexToBytes } from '@noble/hashes/utils.js'
import { faultOfDay, isLoggedBefore } from '@rueda/proof/day.ts'
import type { LogEntry } from '@rueda/proof/entries.ts'

/** A market's finished day as the house shows it. Of days before the first that nobody chose there is the key alone. */
export type ShownDay = Readonly<{
  market: string
  date: string
  model: number
  key: string
  /** Why the house claims nothing of it. */
  unclaimed: Unclaimed | null
  drawn: DrawnDay | null
}>
export type DrawnDay = Readonly<{
  proof: string
  output: string
  beacon: Readonly<{ round: string; randomness: string }> | null
  engine: string
  engineEntry: number | null
  entry: number | null
}>
export const unclaimedCauses = ['history', 'earlier', 'seed', 'clock', 'soon', 'engine', 'beacon'] as const
export type Unclaimed = (typeof unclaimedCauses)[number]
/** What this device cannot check itself either: that the round is the one that the rule names. */
type NotClaimed = Unclaimed | 'round'

/** What this device finds of a day: whether its key is the only one that the pinned key allows, and whether the log says the same. */
export type DayVerdict = Readonly<{
  fault: 'proof' | 'output' | 'key' | 'entry' | 'engine' | null
  /** The log has it. */
  isLogged: boolean
  /** Null where the claim holds. */
  unclaimed: NotClaimed | null
}>

type Logged = Readonly<{
  daysKey: Readonly<{ publicKey: string; beacon: string | null; loggedAt: number }>
  /** What the believed log says where the house says that it has the day, and the engine. */
  said: LogEntry | null
  engine: LogEntry | null
}>

export function judgeDay(day: ShownDay, { daysKey, said, engine }: Logged): DayVerdict {
  const { date, drawn } = day
  const unclaimed = day.unclaimed ?? 'history'
  if (drawn === null) return { fault: null, isLogged: false, unclaimed }
  const isLogged = said !== null
  // Without a beacon in the logged rule a day has no value beside its name: with one the house could choose among as many days as it likes.
  const isChosen = daysKey.beacon === null && drawn.beacon !== null
  const proven = isChosen ? 'proof' : faultOfDay(hexToBytes(daysKey.publicKey), provenOf(day, drawn))
  const fault = proven ?? (said === null ? null : faultInLog(day, drawn, { said, engine }))
  // The house may claim less than holds, and never more.
  const isEngineEarly = engine !== null && namesEngine(engine, day, drawn) && isLoggedBefore(date, engine.at)
  const isEarly = isLoggedBefore(date, daysKey.loggedAt) && isEngineEarly
  return { fault, isLogged, unclaimed: day.unclaimed ?? (isEarly ? unclaimedOfBeacon(daysKey.beacon, drawn) : 'soon') }
}

const unclaimedOfBeacon = (rule: string | null, { beacon }: DrawnDay): NotClaimed | null =>
  rule === null ? null : beacon === null ? 'beacon' : 'round'

/** What the log that has a day says otherwise: of the day, or of its engine, which is named in it before any day that it draws. */
function faultInLog(
  day: ShownDay,
  drawn: DrawnDay,
  { said, engine }: Readonly<{ said: LogEntry; engine: LogEntry | null }>,
): 'entry' | 'engine' | null {
  if (!isSame(day, drawn, said)) return 'entry'
  const isNamed = drawn.engineEntry !== null && (engine === null || isOfEngine(engine, drawn.engine))
  return isNamed ? null : 'engine'
}

/** Logs that began before engines were named have what a start said. */
const isOfEngine = (entry: LogEntry, engine: string): boolean =>
  (entry.kind === 'start' || entry.kind === 'engine') && entry.engine === engine

const namesEngine = (entry: LogEntry, { date }: ShownDay, { engine }: DrawnDay): boolean =>
  isOfEngine(entry, engine) && (entry.kind !== 'engine' || entry.firstDate <= date)

/** A day with the numbers of its drawing as bytes. */
export const provenOf = ({ market, date, key }: Pick<ShownDay, 'market' | 'date' | 'key'>, { proof, output, beacon }: DrawnDay) => ({
  ...{ market, date, proof: hexToBytes(proof), output: hexToBytes(output), key: hexToBytes(key) },
  beacon: beacon === null ? null : { round: Number(beacon.round), randomness: hexToBytes(beacon.randomness) },
})

function isSame({ market, date }: ShownDay, drawn: DrawnDay, said: LogEntry): boolean {
  if (said.kind !== 'day-key' || said.market !== market || said.date !== date) return false
  const sameRound = said.beacon?.round === drawn.beacon?.round && said.beacon?.randomness === drawn.beacon?.randomness
  return said.proof === drawn.proof && said.output === drawn.output && said.engine === drawn.engine && sameRound
}

/** Reads a day of an answer; null for what is none. */
export function dayIn(value: unknown): ShownDay | null {
  const day = fieldsOf(value)
  const { market, date, model, key, unclaimed } = day
  const cause = unclaimedCauses.find((each) => each === unclaimed) ?? null
  if (typeof market !== 'string' || typeof date !== 'string' || typeof model !== 'number' || !isHex(key, KEY_BYTES)) return null
  if (cause === null && unclaimed !== null) return null
  const shown = { market, date, model, key, unclaimed: cause }
  if (day['proof'] === null) return cause === null ? null : { ...shown, drawn: null }
  const drawn = drawnIn(day)
  return drawn === null ? null : { ...shown, drawn }
}

const KEY_BYTES = 32
const PROOF_BYTES = 80
const OUTPUT_BYTES = 64

function drawnIn({ proof, output, engine, beacon, engineEntry, entry }: Record<string, unknown>): DrawnDay | null {
  if (!isHex(proof, PROOF_BYTES) || !isHex(output, OUTPUT_BYTES) || !isHex(engine, KEY_BYTES)) return null
  const places = { engineEntry: placeOrNull(engineEntry), entry: placeOrNull(entry) }
  if (beacon === null) return { proof, output, engine, beacon: null, ...places }
  const { round, randomness } = fieldsOf(beacon)
  if (typeof round !== 'string' || !/^[1-9][0-9]{0,14}$/u.test(round) || !isHex(randomness, KEY_BYTES)) return null
  return { proof, output, engine, beacon: { round, randomness }, ...places }
}

const fieldsOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})
const isHex = (value: unknown, bytes: number): value is string =>
  typeof value === 'string' && new RegExp(`^[0-9a-f]{${bytes * 2}}$`, 'u').test(value)
const placeOrNull = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null
