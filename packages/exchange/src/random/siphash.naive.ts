/** SipHash-c-d by the book, in 64-bit integers: slow, plain, and the judge of the fast one. */
export function sipHash(key: Uint8Array, message: Uint8Array, rounds: Readonly<{ absorbing: number; finishing: number }>): bigint {
  const [k0, k1] = [littleEndian(key, 0), littleEndian(key, 8)]
  let state: State = [k0 ^ 0x736f6d6570736575n, k1 ^ 0x646f72616e646f6dn, k0 ^ 0x6c7967656e657261n, k1 ^ 0x7465646279746573n]
  for (const block of blocksOf(message)) {
    state = times(rounds.absorbing, [state[0], state[1], state[2], state[3] ^ block])
    state = [state[0] ^ block, state[1], state[2], state[3]]
  }
  state = times(rounds.finishing, [state[0], state[1], state[2] ^ 0xffn, state[3]])
  return state[0] ^ state[1] ^ state[2] ^ state[3]
}

type State = readonly [bigint, bigint, bigint, bigint]

const wrap = (value: bigint): bigint => BigInt.asUintN(64, value)
const rotate = (value: bigint, bits: bigint): bigint => wrap(value << bits) | (value >> (64n - bits))

/** The last block carries the message's length in its top byte. */
function blocksOf(message: Uint8Array): bigint[] {
  const padded = new Uint8Array((Math.floor(message.length / 8) + 1) * 8)
  padded.set(message)
  padded[padded.length - 1] = message.length & 0xff
  return Array.from({ length: padded.length / 8 }, (_, index) => littleEndian(padded, index * 8))
}

function littleEndian(bytes: Uint8Array, at: number): bigint {
  let value = 0n
  for (let index = 7; index >= 0; index -= 1) value = (value << 8n) | BigInt(bytes[at + index] ?? 0)
  return value
}

function times(count: number, state: State): State {
  let [a, b, c, d] = state
  for (let round = 0; round < count; round += 1) {
    a = wrap(a + b)
    b = rotate(b, 13n) ^ a
    a = rotate(a, 32n)
    c = wrap(c + d)
    d = rotate(d, 16n) ^ c
    a = wrap(a + d)
    d = rotate(d, 21n) ^ a
    c = wrap(c + b)
    b = rotate(b, 17n) ^ c
    c = rotate(c, 32n)
  }
  return [a, b, c, d]
}
