import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CanonicalValue, canonicalJson, parseCanonicalJson } from './canonical-json.ts'
import { signs } from './testing/shapes.ts'

describe('as RFC 8785 has it', () => {
  /** Appendix B: the bits of a double and how it is written. */
  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('the double %s is %s', (bits, written) => {
    const view = new DataView(new ArrayBuffer(8))
    view.setBigUint64(0, BigInt(`0x${bits}`))
    expect(canonicalJson(view.getFloat64(0))).toBe(written)
  })

  test('numbers, strings and literals of section 3.2.2', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('names in the order of their UTF-16 units, as section 3.2.3 has them', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect(Object.values(JSON.parse(canonicalJson(value)) as object).length).toBe(7)
    expect(canonicalJson(value)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control","ö":"Latin Small Letter O With Diaeresis","€":"Euro Sign","😀":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    )
  })

  test('structures of its test data', () => {
    const value = { '1': { 'f': { f: 'hi', F: 5 }, '\n': 56.0 }, '10': {}, '': 'empty', 'a': {}, '111': [{}], 'A': {} }
    expect(canonicalJson(value)).toBe('{"":"empty","1":{"\\n":56,"f":{"F":5,"f":"hi"}},"10":{},"111":[{}],"A":{},"a":{}}')
  })
})

test.each([
  ['NaN', Number.NaN],
  ['an infinity', Number.POSITIVE_INFINITY],
  ['a lone surrogate', 'a\ud800'],
  ['a name with a lone surrogate', { '\udc00': 1 }],
  ['a bigint', 1n],
  ['undefined', undefined],
  ['a member that is undefined', { a: undefined }],
  ['a hole in a list', Array.from({ length: 3 }).fill(1, 1)],
  ['a function', () => 1],
  ['a symbol', Symbol('a')],
  ['a date', new Date(0)],
  ['a map', new Map([['a', 1]])],
])('%s has no canonical form', (_, value) => {
  expect(() => canonicalJson(value as CanonicalValue)).toThrow(TypeError)
})

test('a value that contains itself is refused', () => {
  const value: Record<string, unknown> = {}
  value['self'] = value
  expect(() => canonicalJson(value as CanonicalValue)).toThrow('contains itself')
})

test.each([
  ['a space', '{"a": 1}'],
  ['a line end behind it', '{}\n'],
  ['a name twice', '{"a":1,"a":1}'],
  ['a name twice in two spellings', '{"a":1,"\\u0061":1}'],
  ['names in another order', '{"b":1,"a":2}'],
  ['a number with a needless fraction', '1.0'],
  ['a negative nothing', '-0'],
  ['a number with needless digits', '333333333.33333329'],
  ['an escape that is not needed', '"\\/"'],
  ['a capital in an escape', '"\\u000F"'],
  ['an escaped lone surrogate', '"\\ud800"'],
  ['a number that no double holds', '1e400'],
  ['no JSON', '{a:1}'],
  ['nothing', ''],
  ['lists inside lists without end', '['.repeat(10_000)],
  ['more lists inside lists than anybody logs', '['.repeat(1_000) + ']'.repeat(1_000)],
])('%s is not canonical', (_, text) => {
  expect(parseCanonicalJson(text)).toEqual({ ok: false, fault: 'not-canonical' })
})

const { value: jsonValue } = fc.letrec<{ value: CanonicalValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    signs(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(signs(), tie('value'), { maxKeys: 4 }),
  ),
}))

test('every value of JSON comes back as it was, and in whatever order its names came', () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      const text = canonicalJson(value)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(parseCanonicalJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
      expect(canonicalJson(turned(JSON.parse(text) as CanonicalValue))).toBe(text)
    }),
  )
})

function turned(value: CanonicalValue): CanonicalValue {
  if (Array.isArray(value)) return (value as readonly CanonicalValue[]).map(turned)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([name, member]) => [name, turned(member)]),
  )
}
