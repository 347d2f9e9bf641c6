import { type KeyObject, createHmac, createSecretKey, hash, randomBytes } from 'node:crypto'
import { ORDER_NAME_BYTES, inputOrderMessage, inputOwnerMessage } from '@rueda/proof/account-key.ts'
import { type CanonicalValue, canonicalJson } from '@rueda/proof/canonical-json.ts'
import { inputChainStart, inputHeadMessage, inputMessage } from '@rueda/proof/input-chain.ts'
import type { QuoteOfMoment, Standing, VenueInput } from '@rueda/exchange/inputs.ts'
import { marketOfId, recordedAct } from '@rueda/exchange/reruns/input-record.ts'
import { haltsOn } from '@rueda/rules/markets/trading-halt.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import { type HeadOfChain, type InputRow, keysOf, newestHeads, unfinishedHeads, writeAlone } from './input-store.ts'

/**
 * The chains of what reached the market's engines (`docs/rules/proof.md` P.41), in the order in which the venue says it. Each batch of the
 * write path writes with its own changes what was said before it, so that no execution is booked before everything that it follows from is
 * kept. What is written twice is the same, and counts once.
 */
export interface InputChains {
  /**
   * Called before a life of the venue begins: what the last one said and nobody has begun to write never happened. Every chain whose tape is
   * not said gets a beginning, those of days that are over too: what was executed and not booked before it may be missing.
   */
  beginLife(beginning: Beginning): Promise<void>
  /** Called when one has ended: until the next begins no chain is whole. */
  endLife(): void
  /** Called with what the venue says by itself. */
  hear(inputs: readonly VenueInput[]): void
  /** Called with what a proposal rests on; it can be written with the proposal, or once that is committed. */
  hearProposed(inputs: readonly VenueInput[]): ProposedInputs
  /** Gives a transaction the rows to write, by what its own proposal rests on; when it resolves, it has committed them. */
  write(own: ProposedInputs | null, commit: (rows: readonly InputRow[]) => Promise<unknown>): Promise<void>
  /** Writes what waits and no batch has written. */
  flush(): Promise<void>
  /** Heads of chains that have moved since they were said. */
  moved(): readonly HeadOfChain[]
  said(heads: readonly HeadOfChain[]): void
  /** True when everything that was said of a chain is written. */
  isWritten(chain: OfChain): boolean
  /** The newest input of an order that is known here; null where there is none, or it was long ago. */
  ofOrder(orderId: string): InputOfOrder | null
  /** Begins to number what is said, once the keys of accounts are known; until then it waits. */
  open(keyOf: KeyOf): void
}

/** The moment in which a life begins, and what holds then in all markets. */
type Beginning = Standing & Readonly<{ at: Instant }>
export type ProposedInputs = { isCommitted: boolean }
export type InputOfOrder = Readonly<{ instrument: string; number: number; previous: string; quote: QuoteOfMoment | null }>
type OfChain = Readonly<{ instrumentId: string; tradeDate: CalendarDate }>
type KeyOf = (accountId: string, sealed: Uint8Array) => Uint8Array
type Said = Readonly<{ input: VenueInput; restsOn: ProposedInputs | null }> & { row: InputRow | null }
type Head = Readonly<{ number: number; head: Uint8Array }>

const SALT_BYTES = 16
/** Orders whose newest input is remembered for their receipts, and owners that are known. */
const MAX_REMEMBERED = 20_000

/** Keeps nothing of what is said. */
export const NO_INPUTS: Pick<InputChains, 'beginLife' | 'endLife' | 'hear' | 'hearProposed' | 'write'> = {
  beginLife: () => Promise.resolve(),
  endLife: () => undefined,
  hear: () => undefined,
  hearProposed: () => ({ isCommitted: false }),
  write: async (_own, commit) => void (await commit([])),
}

/** `epoch` is the leadership that it writes in by itself. */
export const createInputChains = (pool: Pool, epoch: () => bigint = () => FIRST_EPOCH): InputChains => new Chains(pool, epoch)
const FIRST_EPOCH = 0n

class Chains implements InputChains {
  readonly #pool: Pool
  readonly #epoch: () => bigint
  #keyOf: KeyOf | null = null
  /** Said and not written, the oldest first. */
  #waiting: Said[] = []
  /** The head behind the last row that was made, of each chain. */
  readonly #newest = new Map<string, Head>()
  readonly #moved = new Map<string, HeadOfChain>()
  readonly #keys = new Map<string, KeyObject>()
  readonly #ofOrders = new Map<string, InputOfOrder>()
  readonly #owners = new Map<string, string>()
  #hasBegun = false
  #isBetweenLives = false

  constructor(pool: Pool, epoch: () => bigint) {
    this.#pool = pool
    this.#epoch = epoch
  }

  async beginLife(beginning: Beginning): Promise<void> {
    // What has its number may be in a batch that is being committed, and stays in its chain: the beginning behind it says what was open.
    this.#waiting = this.#waiting.filter(({ row }) => row !== null).map((said) => ({ ...said, restsOn: null }))
    const left = new Map<string, OfChain>(this.#waiting.map(({ input }) => [keyOfChain(input), input]))
    await this.#readHeads()
    for (const head of await unfinishedHeads(this.#pool)) {
      const chain = keyOfChain(head)
      left.set(chain, head)
      if (!this.#newest.has(chain)) this.#newest.set(chain, head)
    }
    this.hear([...left.values()].map((chain) => beginningOf(chain, beginning)))
    this.#isBetweenLives = false
  }

  endLife(): void {
    this.#isBetweenLives = true
  }

  async #readHeads(): Promise<void> {
    if (this.#hasBegun) return
    this.#hasBegun = true
    for (const head of await newestHeads(this.#pool)) {
      this.#newest.set(keyOfChain(head), head)
      this.#moved.set(keyOfChain(head), head)
    }
  }

  hear(inputs: readonly VenueInput[]): void {
    for (const input of inputs) this.#waiting.push({ input, restsOn: null, row: null })
  }

  hearProposed(inputs: readonly VenueInput[]): ProposedInputs {
    const proposed: ProposedInputs = { isCommitted: false }
    for (const input of inputs) this.#waiting.push({ input, restsOn: proposed, row: null })
    return proposed
  }

  async write(own: ProposedInputs | null, commit: (rows: readonly InputRow[]) => Promise<unknown>): Promise<void> {
    const rows = await this.#toWrite(own)
    await commit(rows)
    this.#written(rows)
  }

  async #toWrite(own: ProposedInputs | null): Promise<readonly InputRow[]> {
    const keyOf = this.#keyOf
    if (keyOf === null) return []
    for (;;) {
      const eligible = this.#eligible(own)
      const missing = this.#withoutKey(eligible)
      if (missing.length === 0) return eligible.map((said) => (said.row ??= this.#rowOf(said.input)))
      await this.#readKeys(missing, keyOf)
    }
  }

  /** What was said before the first proposal that is not committed. */
  #eligible(own: ProposedInputs | null): readonly Said[] {
    const end = this.#waiting.findIndex(({ restsOn }) => restsOn !== null && restsOn !== own && !restsOn.isCommitted)
    return end === -1 ? this.#waiting : this.#waiting.slice(0, end)
  }

  #written(rows: readonly InputRow[]): void {
    if (rows.length === 0) return
    const done = new Set(rows)
    this.#waiting = this.#waiting.filter(({ row }) => row === null || !done.has(row))
    for (const { instrumentId, tradeDate, number, head } of rows) {
      const chain = keyOfChain({ instrumentId, tradeDate })
      if ((this.#moved.get(chain)?.number ?? 0) < number) this.#moved.set(chain, { instrumentId, tradeDate, number, head })
    }
  }

  flush(): Promise<void> {
    return this.write(null, async (rows) => {
      if (rows.length > 0) await writeAlone(this.#pool, this.#epoch(), rows)
    })
  }

  moved(): readonly HeadOfChain[] {
    return [...this.#moved.values()]
  }

  said(heads: readonly HeadOfChain[]): void {
    for (const head of heads) if (this.#moved.get(keyOfChain(head))?.number === head.number) this.#moved.delete(keyOfChain(head))
  }

  isWritten(chain: OfChain): boolean {
    return !this.#isBetweenLives && !this.#waiting.some(({ input }) => keyOfChain(input) === keyOfChain(chain))
  }

  ofOrder(orderId: string): InputOfOrder | null {
    return this.#ofOrders.get(orderId) ?? null
  }

  open(keyOf: KeyOf): void {
    this.#keyOf = keyOf
    this.#keys.clear()
    this.#owners.clear()
  }

  #withoutKey(said: readonly Said[]): readonly string[] {
    const accounts = new Set(said.flatMap(({ input, row }) => (row === null ? (subjectOf(input)?.accountId ?? []) : [])))
    return [...accounts].filter((accountId) => !this.#keys.has(accountId))
  }

  async #readKeys(accountIds: readonly string[], keyOf: KeyOf): Promise<void> {
    const sealed = await keysOf(this.#pool, accountIds)
    // One whose key does not open has inputs that nobody can find, and everybody else theirs.
    for (const accountId of accountIds) this.#keys.set(accountId, openedOr(accountId, sealed.get(accountId), keyOf))
  }

  #rowOf(input: VenueInput): InputRow {
    const { instrumentId, tradeDate, at } = input
    const chain = keyOfChain(input)
    const before = this.#newest.get(chain) ?? { number: 0, head: inputChainStart(instrumentId, tradeDate) }
    const number = before.number + 1
    const keyed = (accountId: string): KeyObject => this.#keys.get(accountId) ?? nobodysKey()
    const act = recordedAct(input, {
      owner: (accountId) => this.#ownerOf(`${chain} ${accountId}`, () => keyed(accountId), input),
      order: (accountId, orderId) =>
        hex(hmac(keyed(accountId), inputOrderMessage(instrumentId, tradeDate, orderId)).subarray(0, ORDER_NAME_BYTES)),
    })
    const record = canonicalJson({ number, at, salt: salts.next(), ...act } as unknown as CanonicalValue)
    const head = sha256(inputHeadMessage(before.head, sha256(inputMessage(record))))
    this.#newest.set(chain, { number, head })
    const subject = subjectOf(input)
    if (subject !== null) this.#remember(subject.orderId, { instrument: instrumentId, number, previous: hex(before.head) }, input)
    return { instrumentId, tradeDate, number, at, orderId: subject?.orderId ?? null, accountId: subject?.accountId ?? null, record, head }
  }

  /** The same account comes many times a day. */
  #ownerOf(place: string, key: () => KeyObject, { instrumentId, tradeDate }: VenueInput): string {
    const known = this.#owners.get(place)
    if (known !== undefined) return known
    const owner = hex(hmac(key(), inputOwnerMessage(instrumentId, tradeDate)))
    if (this.#owners.size >= MAX_REMEMBERED) this.#owners.clear()
    this.#owners.set(place, owner)
    return owner
  }

  #remember(orderId: string, of: Omit<InputOfOrder, 'quote'>, input: VenueInput): void {
    this.#ofOrders.delete(orderId)
    this.#ofOrders.set(orderId, { ...of, quote: input.kind === 'arrive' ? input.quote : null })
    if (this.#ofOrders.size <= MAX_REMEMBERED * 2) return
    // Many at once, because the way to the oldest passes all that were forgotten before.
    for (const oldest of [...this.#ofOrders.keys()].slice(0, MAX_REMEMBERED)) this.#ofOrders.delete(oldest)
  }
}

const KEY_BYTES = 32
const nobodysKey = (): KeyObject => createSecretKey(randomBytes(KEY_BYTES))
const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')
const hmac = (key: KeyObject, message: Uint8Array): Buffer => createHmac('sha256', key).update(message).digest()

/** Chance is drawn for many salts at once. */
const SALTS_AT_ONCE = 256
const salts = {
  left: [] as string[],
  next: (): string => {
    if (salts.left.length === 0) {
      const drawn = hex(randomBytes(SALT_BYTES * SALTS_AT_ONCE))
      salts.left = Array.from({ length: SALTS_AT_ONCE }, (_, at) => drawn.slice(at * SALT_BYTES * 2, (at + 1) * SALT_BYTES * 2))
    }
    return salts.left.pop() ?? ''
  },
}
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
const keyOfChain = ({ instrumentId, tradeDate }: OfChain): string => `${instrumentId} ${tradeDate}`

function openedOr(accountId: string, sealed: Uint8Array | undefined, keyOf: KeyOf): KeyObject {
  try {
    return sealed === undefined ? nobodysKey() : createSecretKey(keyOf(accountId, sealed))
  } catch {
    return nobodysKey()
  }
}

const beginningOf = ({ instrumentId, tradeDate }: OfChain, { at, halts, closed, listed }: Beginning): VenueInput => ({
  ...{ kind: 'begin', instrumentId, tradeDate, at, closed, listed },
  halts: haltsOn(halts, { id: instrumentId, market: marketOfId(instrumentId) }),
})

/** The order that an input concerns, and whose it is; null for what concerns all of them. */
function subjectOf(input: VenueInput): Readonly<{ orderId: string; accountId: string }> | null {
  if (input.kind === 'arrive' || input.kind === 'restore') return input.order
  return 'orderId' in input ? input : null
}
