import { describe, expect, it } from 'vitest'
import { MAX_SHARED, readShared, writeShared } from './shared-link.ts'

/** Goal: a list goes through an address whole, and nothing that a stranger writes there is trusted (`docs/rules/watchlist.md` P.3). */
const ardv = { market: 'US', stockCode: 'ARDV' } as const
const euro = { market: 'FX', stockCode: 'EURUSD' } as const
const dotted = { market: 'AR', stockCode: 'BRK.B' } as const

describe('a list in an address', () => {
  it('comes out as it went in', () => {
    const written = writeShared('Largo plazo', [ardv, euro, dotted])
    expect(written).toEqual({ name: 'Largo plazo', codes: 'US.ARDV,FX.EURUSD,AR.BRK.B' })
    expect(readShared(written.name, written.codes)).toEqual({ name: 'Largo plazo', instruments: [ardv, euro, dotted], unreadable: [] })
  })

  it('has its first hundred instruments', () => {
    const many = Array.from({ length: MAX_SHARED + 1 }, (_, at) => ({ market: 'US', stockCode: `ABCDEFGH${at}` }) as const)
    const { codes } = writeShared('Many', many)
    expect(readShared('Many', codes).instruments).toEqual(many.slice(0, MAX_SHARED))
  })
})

describe('what a stranger writes', () => {
  it.each([
    ['us.ardv', [ardv], []],
    ['US.ARDV,US.ARDV', [ardv], []],
    [' US.ARDV , ,FX.EURUSD', [ardv, euro], []],
    ['ARDV', [], ['ARDV']],
    ['XX.ARDV,US.,.ARDV', [], ['XX.ARDV', 'US.', '.ARDV']],
    ['US.ABCDEFGHIJKLM', [], ['US.ABCDEFGHIJKLM']],
    ['<img src=x onerror=alert(1)>', [], ['<img src=x onerror=a']],
    ['\u202eUS\u202e', [], ['US']],
    [undefined, [], []],
  ])('codes %j', (codes, instruments, unreadable) => expect(readShared('A', codes)).toMatchObject({ instruments, unreadable }))

  it('is read to two thousand characters, whole codes only', () => {
    const { instruments, unreadable } = readShared('A', `US.ARDV,${'US.ARDV,'.repeat(248)}US.A,FX.EURUSD,FX.EURUSD`)
    expect(instruments).toEqual([ardv, { market: 'US', stockCode: 'A' }])
    expect(unreadable).toEqual([])
  })

  it('names twenty of the codes that are none', () => {
    expect(readShared('A', Array.from({ length: 50 }, (_, at) => `x${at}`).join(',')).unreadable).toHaveLength(20)
  })

  it.each([
    [undefined, null],
    ['', null],
    ['\u200b \u202e', null],
    ['  Long\n term ', 'Long term'],
    ['\u202eevil', 'evil'],
    ['x'.repeat(5_000), 'x'.repeat(30)],
    ['<b>bold</b>', '<b>bold</b>'],
    ['a\u0301\u0301\u0301\u0301\u0301\u0301\u0301', '\u00e1\u0301\u0301\u0301'],
  ])('name %j', (name, expected) => expect(readShared(name, '').name).toBe(expected))
})
