import { describe, expect, it } from 'vitest'
import { readJson } from './strict-json.ts'

const read = (source: string) => readJson(new TextEncoder().encode(source))
const nested = (depth: number) => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth)

describe('a body', () => {
  it.each([
    ['{"amount":"1.5","list":[1,{"amount":2}]}', { amount: '1.5', list: [1, { amount: 2 }] }],
    ['{"text":"a \\" quote, and : a colon {"}', { text: 'a " quote, and : a colon {' }],
    ['{"price":0.1}', { price: 0.1 }],
    [' [1, 2] ', [1, 2]],
    [nested(20), JSON.parse(nested(20)) as unknown],
  ])('%s is read', (source, value) => {
    expect(read(source)).toEqual({ ok: true, value })
  })

  it.each([
    ['broken', '{"a":', 'body'],
    ['empty', '', 'body'],
    ['JSON5', "{a:'b',}", 'body'],
    ['with a byte order mark', '\ufeff{}', 'body'],
    ['with a key twice', '{"amount":1,"amount":2}', 'amount'],
    ['with a key twice, once escaped', '{"amount":1,"\\u0061mount":2}', 'amount'],
    ['with a key twice further in', '{"list":[{"a":1,"b":{},"a":2}]}', 'a'],
    ['with a prototype', '{"__proto__":{"polluted":true}}', '__proto__'],
    ['with a constructor', '{"a":{"constructor":{"prototype":{}}}}', 'constructor'],
    ['with an inherited name', '{"toString":1}', 'toString'],
    ['nested too deep', nested(21), 'a'],
    ['with a number no double can hold', '{"amount":9007199254740993}', 'amount'],
    ['with a number that would be rounded', '{"price":1.0000000000000001}', 'price'],
    ['with a thousand and one keys', `{${Array.from({ length: 1_001 }, (_, index) => `"k${index}":1`).join()}}`, 'k1000'],
  ])('%s is refused', (_, source, field) => {
    expect(read(source)).toEqual({ ok: false, field })
  })

  it('that is not UTF-8 is refused', () => {
    expect(readJson(new Uint8Array([0x22, 0xc0, 0xaf, 0x22]))).toEqual({ ok: false, field: 'body' })
  })

  it('leaves every object as it was', () => {
    read('{"__proto__":{"polluted":true}}')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})
