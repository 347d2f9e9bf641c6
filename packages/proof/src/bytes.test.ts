import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64, compareBytes, fromBase64, fromDecimal, fromU64, fromUtf8, u64, utf8 } from './bytes.ts'
import { signs } from './testing/shapes.ts'

test('base 64 is the one every other program writes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect(fromBase64(base64(bytes))).toEqual(bytes)
    }),
  )
})

test.each([
  ['without its padding', 'TQ'],
  ['with half of its padding', 'TQ='],
  ['with bits behind the last byte', 'TR=='],
  ['in the alphabet of addresses', '-_-_'],
  ['with a space', 'TWFu '],
  ['with a line end', 'TWFu\n'],
  ['with padding inside', 'TQ==TWFu'],
])('base 64 %s is not read', (_, text) => {
  expect(fromBase64(text)).toBeNull()
})

test('UTF-8 is read strictly, and a lone surrogate is not written', () => {
  fc.assert(
    fc.property(signs(), (text) => {
      expect(fromUtf8(utf8(text))).toBe(text)
    }),
  )
  expect(() => utf8('\ud800')).toThrow('lone surrogate')
  const wrong = [[0x80], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]]
  for (const bytes of wrong) expect(fromUtf8(Uint8Array.from(bytes))).toBeNull()
})

test('a whole number has eight bytes, as far as it is counted exactly', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      const expected = Buffer.alloc(8)
      expected.writeBigUInt64BE(BigInt(value))
      expect(Buffer.from(u64(value))).toEqual(expected)
      expect(fromU64(u64(value))).toBe(value)
    }),
  )
  expect(() => u64(-1)).toThrow(RangeError)
  expect(() => u64(2 ** 53)).toThrow(RangeError)
  expect(fromU64(Uint8Array.of(0, 32, 0, 0, 0, 0, 0, 0))).toBeNull()
})

test('a count is written without leading zeroes', () => {
  expect(fromDecimal('0')).toBe(0)
  expect(fromDecimal('9007199254740991')).toBe(Number.MAX_SAFE_INTEGER)
  for (const text of ['', '00', '01', '+1', '-1', '1.0', '1e3', ' 1', '9007199254740992']) expect(fromDecimal(text)).toBeNull()
})

test('bytes are ordered as other programs order them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4 }), fc.uint8Array({ maxLength: 4 }), (one, other) => {
      expect(Math.sign(compareBytes(one, other))).toBe(Buffer.compare(one, other))
    }),
  )
})
