import { describe, expect, test } from 'vitest'
import { u } from '../random/murmur.ts'
import { engineArithmetic } from './engine-arithmetic.ts'
import { plainArithmetic } from './plain-arithmetic.ts'

const { exp, log, power } = plainArithmetic

const view = new DataView(new ArrayBuffer(8))
const bitsOf = (value: number): string => {
  view.setFloat64(0, value)
  return view.getBigUint64(0).toString(16).padStart(16, '0')
}
const DRAWS = Array.from({ length: 20_000 }, (_, index) => u(20260101, index))

/** The number of doubles between two numbers of one sign. */
const doublesApart = (a: number, b: number): number => Math.abs(Number(BigInt(`0x${bitsOf(a)}`) - BigInt(`0x${bitsOf(b)}`)))

describe('exact bits, the same in every engine', () => {
  test.each([
    [-700, '00d14f2b0fb9307f'],
    [-37.25, '3c93278bcd70e981'],
    [-5, '3f7b993fe00d5376'],
    [-1, '3fd78b56362cef38'],
    [-0.6931471805599453, '3fe0000000000000'],
    [-0.3, '3fe7b4c869c37c05'],
    [-0.01, '3fefae7cfd2b9cfe'],
    [-1e-9, '3fefffffff768fa1'],
    [1e-17, '3ff0000000000000'],
    [0.0001, '3ff00068dce3484e'],
    [0.018, '3ff04a6542d97996'],
    [0.1, '3ff1aec7b35a00d4'],
    [0.25, '3ff48b5e3c3e8186'],
    [0.5, '3ffa61298e1e069c'],
    [1, '4005bf0a8b145769'],
    [1.5, '4011ed3fe64fc541'],
    [2.302585092994046, '4024000000000001'],
    [3.141592653589793, '403724046eb09339'],
    [10, '40d5829dcf950560'],
    [88.7, '47ef4705bbffae5c'],
    [300.125, '5affc0ed35ef0037'],
    [709, '7fdd422d2be5dc9b'],
  ])('exp(%d) is %s', (x, bits) => {
    expect(bitsOf(exp(x))).toBe(bits)
  })

  test.each([
    [5e-324, 'c0874385446d71c3'],
    [1e-300, 'c085963447f87fb5'],
    [1e-10, 'c037069e2aa2aa5a'],
    [0.001, 'c01ba18a998fffa0'],
    [0.02425, 'c00dc134a0d28449'],
    [0.1, 'c0026bb1bbb55515'],
    [0.25, 'bff62e42fefa39ef'],
    [0.5, 'bfe62e42fefa39ef'],
    [0.6999253787798807, 'bfd6d58249bb3486'],
    [0.7071067811865476, 'bfd62e42fefa39ee'],
    [0.99, 'bf8495453e6fd4bc'],
    [0.9999999999, 'bddb7ce00005e728'],
    [1.0000000001, '3ddb7cdffffa18d8'],
    [1.015, '3f8e7debbdf2a35e'],
    [1.4142135623730951, '3fd62e42fefa39f0'],
    [1.5, '3fd9f323ecbf984c'],
    [2, '3fe62e42fefa39ef'],
    [2.718281828459045, '3fefffffffffffff'],
    [10, '40026bb1bbb55515'],
    [182.37, '4014d2fb84a28d66'],
    [4250.5, '4020b5a748c071c8'],
    [10000000000, '4037069e2aa2aa5b'],
    [1e300, '4085963447f87fb6'],
  ])('log(%d) is %s', (x, bits) => {
    expect(bitsOf(log(x))).toBe(bits)
  })

  test.each([
    [1.01, 0.35, '3ff00e4a2753839c'],
    [0.97, 0.35, '3fefa92197f5e0e4'],
    [2, 0.5, '3ff6a09e667f3bcc'],
    [10, -3, '3f50624dd2f1a9fd'],
    [182.37, 1.25, '4084f17189fdcb92'],
  ])('%d to the power %d is %s', (base, exponent, bits) => {
    expect(bitsOf(power(base, exponent))).toBe(bits)
  })
})

test('the values at the edges are those of the functions', () => {
  expect([exp(0), exp(-Infinity), exp(Infinity), exp(-746), exp(710)]).toEqual([1, 0, Infinity, 0, Infinity])
  expect([log(1), log(0), log(Infinity), log(-1), log(Number.NaN), exp(Number.NaN)]).toEqual([
    0,
    -Infinity,
    Infinity,
    Number.NaN,
    Number.NaN,
    Number.NaN,
  ])
  expect(exp(709.78)).toBeLessThan(Infinity)
  expect(exp(-745)).toBeGreaterThan(0)
})

test('no value is more than two doubles away from what an engine says', () => {
  for (const draw of DRAWS) {
    const exponent = (draw - 0.5) * 60
    expect(doublesApart(exp(exponent), engineArithmetic.exp(exponent))).toBeLessThanOrEqual(2)
    expect(doublesApart(log(draw), engineArithmetic.log(draw))).toBeLessThanOrEqual(2)
    const price = 4_000 * draw
    if (price > 1.1) expect(doublesApart(log(price), engineArithmetic.log(price))).toBeLessThanOrEqual(2)
  }
})

test('neither function ever falls as its argument rises, so that highs stay highs', () => {
  const sorted = DRAWS.toSorted((a, b) => a - b)
  for (const [index, draw] of sorted.entries()) {
    const before = sorted[index - 1] ?? 0
    expect(exp(draw) >= exp(before)).toBe(true)
    expect(log(draw) >= log(before)).toBe(true)
  }
})
