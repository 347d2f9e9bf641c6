export type SavedColumn = Readonly<{ length: number; values: Float64Array | null }>

/** There are a thousand columns, so each makes room for little more than it needs. */
const DAYS_AT_ONCE = 256

/**
 * A column of numbers that grows by one a day; plain arrays of a million numbers would take twice the memory. One that
 * holds nothing but zeros takes none: where a market never closes, nothing happens between its days.
 */
export class Column {
  length = 0
  #values: Float64Array | null = null
  #expected = 0

  at(index: number): number {
    if (index < 0 || index >= this.length) throw new Error(`no day ${index} of ${this.length}`)
    return this.#values === null ? 0 : (this.#values[index] as number)
  }

  push(value: number): void {
    if (this.#values !== null || value !== 0) this.#roomForOne()[this.length] = value
    this.length += 1
  }

  /** Makes room for so many days at once, as soon as it needs room. */
  expect(days: number): void {
    this.#expected = Math.max(this.#expected, days)
  }

  /** Null where all days are zero. */
  saved(): SavedColumn {
    return { length: this.length, values: this.#values?.slice(0, this.length) ?? null }
  }

  /** Begins with days that were worked out before; they are copied, so that what they came with can go. */
  restore({ length, values }: SavedColumn): void {
    this.length = length
    if (values === null) return
    this.expect(length + 1)
    this.#roomForOne().set(values)
  }

  #roomForOne(): Float64Array {
    if (this.#values !== null && this.length < this.#values.length) return this.#values
    const days = Math.max(this.length + 1, this.#expected)
    const larger = new Float64Array(Math.ceil(days / DAYS_AT_ONCE) * DAYS_AT_ONCE)
    if (this.#values !== null) larger.set(this.#values)
    this.#values = larger
    return larger
  }
}
