import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'

/** The sum of what was added during the last minute: the outside market's volume, and the customers' part in it. */
export class TrailingSum {
  #times: Instant[] = []
  #quantities: number[] = []
  #first = 0
  #sum = 0

  add(at: Instant, quantity: number): void {
    this.#times.push(at)
    this.#quantities.push(quantity)
    this.#sum += quantity
  }

  at(now: Instant): number {
    while ((this.#times[this.#first] ?? Infinity) <= now - MINUTE_MS) {
      this.#sum -= this.#quantities[this.#first] ?? 0
      this.#first += 1
    }
    this.#compact()
    return this.#sum
  }

  clear(): void {
    this.#times = []
    this.#quantities = []
    this.#first = 0
    this.#sum = 0
  }

  /** Drops what has left the minute in bulk, so that the lists stay short and nothing moves at every look. */
  #compact(): void {
    if (this.#first < 1_024 || this.#first * 2 < this.#times.length) return
    this.#times = this.#times.slice(this.#first)
    this.#quantities = this.#quantities.slice(this.#first)
    this.#first = 0
  }
}
