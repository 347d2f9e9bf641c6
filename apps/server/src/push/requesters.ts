import type { PushSocket } from './socket.ts'

/** Limits on the sockets and messages of one requester, an account or the guests of one address (`docs/rules/overload.md` 9). */
export type SocketBounds = Readonly<{
  /** Sockets of an address, signed in or not. */
  socketsPerAddress: number
  guestsPerAddress: number
  /** Sockets that have not identified themselves yet. */
  unknownPerAddress: number
  messagesPerSecond: number
  /** Subscriptions that poll the market, over all sockets of the requester. */
  polledSubscriptions: number
}>

/** How many sockets an address has: all of them, those of nobody who signed in, and those that have not identified themselves. */
export type AddressSockets = Readonly<{ all: number; guests: number; unknown: number }>
export type HeldSockets = Readonly<{
  accounts: readonly (readonly [accountId: string, sockets: number])[]
  addresses: readonly (readonly [address: string, AddressSockets])[]
}>
export type Whose = Readonly<{ accounts: Iterable<string>; addresses: Iterable<string> }>
/** The sockets that other processes hold. */
export type SocketsElsewhere = Readonly<{ ofAccount: (accountId: string) => number; ofAddress: (address: string) => AddressSockets }>

export const NO_SOCKETS: AddressSockets = { all: 0, guests: 0, unknown: 0 }
export const NOBODY_ELSEWHERE: SocketsElsewhere = { ofAccount: () => 0, ofAddress: () => NO_SOCKETS }

const SECOND_MS = 1_000

type Requester = { readonly sockets: Set<PushSocket>; secondBegan: number; heard: number; asking: Promise<void> }

/** Counts sockets by account and by the address they come from, over all processes, and requests by their requester. */
export class Requesters {
  readonly #bounds: SocketBounds
  readonly #elsewhere: SocketsElsewhere
  readonly #byAddress = new Map<string, Set<PushSocket>>()
  readonly #byName = new Map<string, Requester>()

  constructor(bounds: SocketBounds, elsewhere: SocketsElsewhere) {
    this.#bounds = bounds
    this.#elsewhere = elsewhere
  }

  /** Returns true when one more socket of this address is let in. */
  hasRoom(address: string): boolean {
    const here = this.#ofAddress(address)
    const there = this.#elsewhere.ofAddress(address)
    const { socketsPerAddress, guestsPerAddress, unknownPerAddress } = this.#bounds
    if (here.all + there.all >= socketsPerAddress) return false
    if (here.guests + there.guests >= guestsPerAddress) return false
    return here.unknown + there.unknown < unknownPerAddress
  }

  /** Returns the number of sockets that an account has, wherever they are. */
  countOf(accountId: string): number {
    return this.#ofAccount(accountId) + this.#elsewhere.ofAccount(accountId)
  }

  /** The sockets here; of accounts and addresses that have none any more as well, where they are named. */
  held({ accounts, addresses }: Whose = { accounts: this.#accounts(), addresses: this.#byAddress.keys() }): HeldSockets {
    return {
      accounts: [...accounts].map((accountId) => [accountId, this.#ofAccount(accountId)]),
      addresses: [...addresses].map((address) => [address, this.#ofAddress(address)]),
    }
  }

  add(socket: PushSocket): void {
    const ofAddress = this.#byAddress.get(socket.address) ?? new Set()
    this.#byAddress.set(socket.address, ofAddress.add(socket))
    this.#of(socket).sockets.add(socket)
  }

  /** A guest becomes a customer, whose sockets are counted together wherever they come from. */
  signedIn(socket: PushSocket, signIn: () => void): void {
    this.#remove(socket)
    signIn()
    this.#of(socket).sockets.add(socket)
  }

  forget(socket: PushSocket): void {
    this.#remove(socket)
    const ofAddress = this.#byAddress.get(socket.address)
    ofAddress?.delete(socket)
    if (ofAddress?.size === 0) this.#byAddress.delete(socket.address)
  }

  /** Counts a message: within the limit, the first one over it this second, or another. */
  count(socket: PushSocket, elapsed: number): 'fine' | 'warn' | 'ignore' {
    const requester = this.#of(socket)
    if (elapsed - requester.secondBegan >= SECOND_MS) {
      requester.secondBegan = elapsed
      requester.heard = 0
    }
    requester.heard += 1
    const over = requester.heard - this.#bounds.messagesPerSecond
    if (over <= 0) return 'fine'
    return over === 1 ? 'warn' : 'ignore'
  }

  /** Returns the number of polled subscriptions that the requester may still add. */
  polledRoom(socket: PushSocket, countOf: (socket: PushSocket) => number): number {
    const { sockets } = this.#of(socket)
    let used = 0
    for (const each of sockets) used += countOf(each)
    return Math.max(0, this.#bounds.polledSubscriptions - used)
  }

  /** Questions to the market go one after the other, over all sockets of the requester. */
  ask(socket: PushSocket, question: () => Promise<void>): Promise<void> {
    const requester = this.#of(socket)
    const asked = requester.asking.then(question)
    requester.asking = asked.catch(() => undefined)
    return asked
  }

  #accounts(): string[] {
    return [...this.#byName.keys()].filter((name) => name.startsWith(ACCOUNT)).map((name) => name.slice(ACCOUNT.length))
  }

  #ofAccount(accountId: string): number {
    return this.#byName.get(`${ACCOUNT}${accountId}`)?.sockets.size ?? 0
  }

  #ofAddress(address: string): AddressSockets {
    const sockets = [...(this.#byAddress.get(address) ?? [])]
    return {
      all: sockets.length,
      guests: sockets.filter(({ subscriber }) => subscriber === null).length,
      unknown: sockets.filter(({ isGreeted }) => !isGreeted).length,
    }
  }

  #of(socket: PushSocket): Requester {
    const name = nameOf(socket)
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    const made: Requester = { sockets: new Set(), secondBegan: 0, heard: 0, asking: Promise.resolve() }
    this.#byName.set(name, made)
    return made
  }

  #remove(socket: PushSocket): void {
    const { sockets } = this.#of(socket)
    sockets.delete(socket)
    if (sockets.size === 0) this.#byName.delete(nameOf(socket))
  }
}

const ACCOUNT = 'account '
const nameOf = ({ subscriber, address }: PushSocket): string =>
  subscriber === null ? `address ${address}` : `${ACCOUNT}${subscriber.accountId}`
