/** There are a thousand columns, so each makes room for little more than it needs. */
const DAYS_AT_ONCE = 512

/** A column of numbers that grows by one a day; plain arrays of a million numbers would take twice the memory. */
export class Column {
  length = 0
  #values = new Float64Array(DAYS_AT_ONCE)

  at(index: number): number {
    if (index < 0 || index >= this.length) throw new Error(`no day ${index} of ${this.length}`)
    return this.#values[index] as number
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Float64Array(this.#values.length + DAYS_AT_ONCE)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length] = value
    this.length += 1
  }
}
