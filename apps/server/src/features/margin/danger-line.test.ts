import { describe, expect, it } from 'vitest'
import { DangerLine } from './danger-line.ts'

const reached = (line: DangerLine, price: bigint) => [...line.reachedBy(price)].toSorted()

describe('what a price has reached', () => {
  it('is what lies at or above it, and waits again when the price has left it', () => {
    const line = new DangerLine()
    for (const [id, key] of [
      ['low', 90n],
      ['middle', 100n],
      ['high', 110n],
    ] as const)
      line.set(id, key)
    expect(reached(line, 111n)).toEqual([])
    expect(reached(line, 100n)).toEqual(['high', 'middle'])
    expect(reached(line, 105n)).toEqual(['high'])
    expect(reached(line, 80n)).toEqual(['high', 'low', 'middle'])
  })

  it('follows a position whose key has moved, and forgets one that is gone', () => {
    const line = new DangerLine()
    line.set('one', 100n)
    line.set('other', 100n)
    expect(reached(line, 100n)).toEqual(['one', 'other'])
    line.set('one', 90n)
    line.delete('other')
    expect(reached(line, 95n)).toEqual([])
    expect(reached(line, 90n)).toEqual(['one'])
    line.set('one', 120n)
    expect(reached(line, 110n)).toEqual(['one'])
  })

  it('is the same as by a walk, whatever moves', () => {
    const line = new DangerLine()
    const keys = new Map<string, bigint>()
    let seed = 42
    const draw = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let step = 0; step < 5_000; step += 1) {
      const id = `p${draw(200)}`
      if (draw(5) === 0) {
        keys.delete(id)
        line.delete(id)
      } else {
        const key = BigInt(draw(1_000) - 500)
        keys.set(id, key)
        line.set(id, key)
      }
      if (draw(3) > 0) continue
      const price = BigInt(draw(1_000) - 500)
      expect(reached(line, price)).toEqual([...keys].flatMap(([each, key]) => (key >= price ? [each] : [])).toSorted())
    }
  })
})
