type Entry = Readonly<{ key: bigint; id: string }>

/** More entries than this beside the living ones are thrown away together. */
const MIN_STALE = 64

/**
 * Positions in the order in which a price that moves against them reaches them: a look costs as much as the positions that were reached,
 * and nothing for all the others. A key is the price at which a position is reached from below; for those that a rising price endangers
 * keys and prices are given with the other sign.
 */
export class DangerLine {
  readonly #keys = new Map<string, bigint>()
  /** A heap, the highest key first; an entry whose key is not the position's any more is passed over. */
  #waiting: Entry[] = []
  readonly #reached = new Set<string>()

  set(id: string, key: bigint): void {
    this.#keys.set(id, key)
    this.#reached.delete(id)
    this.#push({ key, id })
    if (this.#waiting.length > 2 * this.#keys.size + MIN_STALE) this.#rebuild()
  }

  delete(id: string): void {
    this.#keys.delete(id)
    this.#reached.delete(id)
  }

  /** All positions that a price at or below their keys has reached; one that the price has left again waits as before. */
  reachedBy(price: bigint): readonly string[] {
    for (const id of this.#reached) {
      const key = this.#keys.get(id)
      if (key !== undefined && key >= price) continue
      this.#reached.delete(id)
      if (key !== undefined) this.#push({ key, id })
    }
    for (let top = this.#waiting[0]; top !== undefined && top.key >= price; top = this.#waiting[0]) {
      this.#pop()
      if (this.#keys.get(top.id) === top.key) this.#reached.add(top.id)
    }
    return [...this.#reached]
  }

  #rebuild(): void {
    this.#waiting = []
    for (const [id, key] of this.#keys) if (!this.#reached.has(id)) this.#push({ key, id })
  }

  #push(entry: Entry): void {
    const heap = this.#waiting
    let at = heap.push(entry) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      const other = heap[above]
      if (other === undefined || other.key >= entry.key) break
      heap[at] = other
      at = above
    }
    heap[at] = entry
  }

  #pop(): void {
    const heap = this.#waiting
    const last = heap.pop()
    if (last === undefined || heap.length === 0) return
    let at = 0
    for (;;) {
      const below = this.#higherOf(2 * at + 1)
      const other = heap[below]
      if (other === undefined || other.key <= last.key) break
      heap[at] = other
      at = below
    }
    heap[at] = last
  }

  /** The place of the higher of two neighbours. */
  #higherOf(left: number): number {
    const [one, other] = [this.#waiting[left], this.#waiting[left + 1]]
    return one !== undefined && other !== undefined && other.key > one.key ? left + 1 : left
  }
}
