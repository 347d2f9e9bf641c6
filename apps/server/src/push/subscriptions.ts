import type { PushSocket } from './socket.ts'

/** Subscriptions of one channel, by argument and by socket. */
export class Subscriptions {
  readonly #byArgument = new Map<string, Set<PushSocket>>()
  readonly #bySocket = new Map<PushSocket, Set<string>>()

  add(socket: PushSocket, argument: string): void {
    setOf(this.#byArgument, argument).add(socket)
    setOf(this.#bySocket, socket).add(argument)
  }

  remove(socket: PushSocket, argument: string): void {
    removeFrom(this.#byArgument, argument, socket)
    removeFrom(this.#bySocket, socket, argument)
  }

  forget(socket: PushSocket): void {
    for (const argument of this.of(socket)) removeFrom(this.#byArgument, argument, socket)
    this.#bySocket.delete(socket)
  }

  of(socket: PushSocket): ReadonlySet<string> {
    return this.#bySocket.get(socket) ?? new Set()
  }

  wanting(argument: string): ReadonlySet<PushSocket> {
    return this.#byArgument.get(argument) ?? new Set()
  }

  arguments(): Iterable<string> {
    return this.#byArgument.keys()
  }
}

function setOf<Key, Value>(sets: Map<Key, Set<Value>>, key: Key): Set<Value> {
  const known = sets.get(key)
  if (known !== undefined) return known
  const made = new Set<Value>()
  sets.set(key, made)
  return made
}

function removeFrom<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const known = sets.get(key)
  known?.delete(value)
  if (known?.size === 0) sets.delete(key)
}
