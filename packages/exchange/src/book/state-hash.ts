/**
 * The fingerprint of a book: 64 bits over every resting order in priority order. Two books that would fill the
 * same orders in the same sequence have the same fingerprint, however they are built inside.
 */

type Hashed = Readonly<{ id: string; accountId: string; price: number; remaining: number }>
type Listed = Readonly<{ orders(side: 'buy' | 'sell'): Iterable<Hashed> }>

const FNV_PRIME = 0x01000193
const FNV_BASIS = 0x811c9dc5
const SECOND_BASIS = 0x9e3779b9
const WORD = 0x1_0000_0000
const HEX_DIGITS = 8

export function stateHash(book: Listed): string {
  let first = FNV_BASIS
  let second = SECOND_BASIS
  const mix = (word: number) => {
    first = Math.imul(first ^ word, FNV_PRIME)
    first ^= first >>> 15
    second = Math.imul(second ^ (word + (first >>> 3)), FNV_PRIME)
    second ^= second >>> 13
  }
  const mixNumber = (value: number) => {
    mix(value >>> 0)
    mix(Math.floor(value / WORD))
  }
  const mixText = (text: string) => {
    mix(text.length)
    for (let index = 0; index < text.length; index += 1) mix(text.charCodeAt(index))
  }
  for (const side of ['buy', 'sell'] as const) {
    mixText(side)
    for (const order of book.orders(side)) {
      mixText(order.id)
      mixText(order.accountId)
      mixNumber(order.price)
      mixNumber(order.remaining)
    }
  }
  return hex(first) + hex(second)
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(HEX_DIGITS, '0')
