import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { SCALE } from '../decimal.ts'
import { hmacSha256, sha256 } from '../mining/sha256.ts'
import { type Application, allot, canonicalList, drawShares } from './draw.ts'

/** `docs/rules/ipo.md` E.2, byte for byte. */
const VECTOR = {
  applications: [
    { number: 'A001', lots: 3 },
    { number: 'A002', lots: 1 },
    { number: 'A003', lots: 5 },
    { number: 'A004', lots: 2 },
    { number: 'A005', lots: 10 },
  ],
  quota: 8,
  secret: '11'.repeat(32),
  entropy: 'IPO-TEST-1',
}

describe('the draw', () => {
  it('is that of the rule book, byte for byte', () => {
    const draw = drawShares(VECTOR)
    expect(draw.commitment).toBe('02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc')
    expect(draw.listHash).toBe('d281b62809bca3a77f0729f650ca4c970864ed802dccab1283147ca8e395eca0')
    expect(draw.seed).toBe('1b4fe7209b5794d5f799db2aef00ae5810b1e0ef9d932a06d49eac7a8cc57a2b')
    expect(draw.results.map(({ number }) => number)).toEqual(['A005', 'A001', 'A003', 'A004', 'A002'])
    const byNumber = Object.fromEntries(draw.results.map(({ number, allotted }) => [number, allotted]))
    expect(byNumber).toEqual({ A001: 2, A002: 0, A003: 2, A004: 1, A005: 3 })
  })

  it('does not depend on the order in which the applications are given', () => {
    const turned = drawShares({ ...VECTOR, applications: VECTOR.applications.toReversed() })
    expect(turned).toEqual(drawShares(VECTOR))
  })

  it('gives everybody everything where there is enough', () => {
    expect(drawShares({ ...VECTOR, quota: 21 }).results.every(({ lots, allotted }) => lots === allotted)).toBe(true)
    expect(allot([], 5)).toEqual([])
  })

  it('gives the last lot to one of a thousand, and to another one by another secret', () => {
    const applications = Array.from({ length: 1_000 }, (_, at) => ({ number: `N-${at}`, lots: 1 }))
    const winnerBy = (secret: string): readonly string[] =>
      drawShares({ ...VECTOR, applications, quota: 1, secret }).results.flatMap(({ number, allotted }) => (allotted > 0 ? [number] : []))
    const [first, second] = [winnerBy(hex('first')), winnerBy(hex('second'))]
    expect([first.length, second.length]).toEqual([1, 1])
    expect(first).not.toEqual(second)
  })

  it('comes out the same in an implementation of its own, and never gives out more than there is', () => {
    for (let round = 0; round < 1_000; round += 1) {
      const random = numbers(round)
      const applications = Array.from({ length: 1 + random(60) }, (_, at) => ({ number: `N-${round}-${at}`, lots: 1 + random(100) }))
      const inputs = { applications, quota: 1 + random(300), secret: hex(`${round}`), entropy: `beacon ${round}` }
      const { results } = drawShares(inputs)
      expect(Object.fromEntries(results.map(({ number, allotted }) => [number, allotted]))).toEqual(otherDraw(inputs))
      const asked = applications.reduce((sum, { lots }) => sum + lots, 0)
      expect(results.reduce((sum, { allotted }) => sum + allotted, 0)).toBe(Math.min(asked, inputs.quota))
      expect(results.every(({ lots, allotted }) => allotted >= 0 && allotted <= lots)).toBe(true)
    }
  })
})

const hex = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A few numbers that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed + 1
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

type Inputs = Readonly<{ applications: readonly Application[]; quota: number; secret: string; entropy: string }>

/** The rule once more, written from its text alone: with Node's hashes, and lot by lot instead of by division. */
function otherDraw({ applications, quota, secret, entropy }: Inputs): Record<string, number> {
  const lines = applications.map(({ number, lots }) => `${number}:${lots}`)
  const list = lines.toSorted((a, b) => ((a.split(':')[0] ?? '') < (b.split(':')[0] ?? '') ? -1 : 1)).join('\n')
  const listHash = createHash('sha256').update(list).digest()
  const seed = createHmac('sha256', Buffer.from(secret, 'hex')).update(listHash).update(entropy).digest()
  const ranked = applications
    .map((each) => ({ ...each, key: createHmac('sha256', seed).update(each.number).digest('hex') }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const total = applications.reduce((sum, { lots }) => sum + lots, 0)
  const given = new Map(ranked.map(({ number }) => [number, 0]))
  if (total <= quota) return Object.fromEntries(applications.map(({ number, lots }) => [number, lots]))
  const base = ranked.slice(0, Math.floor(quota / 2))
  for (const { number } of base) given.set(number, 1)
  const rest = quota - base.length
  const unfilled = ranked.map(({ number, lots }) => ({ number, open: lots - (given.get(number) ?? 0) }))
  const open = unfilled.reduce((sum, each) => sum + each.open, 0)
  let handed = 0
  const remainders = unfilled.map(({ number, open: own }, rank) => {
    const whole = Math.floor((own * rest) / open)
    given.set(number, (given.get(number) ?? 0) + whole)
    handed += whole
    return { number, rank, remainder: (own * rest) % open }
  })
  const byRemainder = remainders.toSorted((a, b) => b.remainder - a.remainder || a.rank - b.rank)
  for (const { number } of byRemainder.slice(0, rest - handed)) given.set(number, (given.get(number) ?? 0) + 1)
  return Object.fromEntries(given)
}

describe('hashes', () => {
  it('are those of Node for every length around a block', () => {
    for (let length = 0; length < 200; length += 7) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) % 256)
      expect(Buffer.from(sha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))
      expect(Buffer.from(hmacSha256(bytes, bytes)).toString('hex')).toBe(createHmac('sha256', bytes).update(bytes).digest('hex'))
    }
  })

  it('are of a list sorted by number', () => {
    expect(canonicalList(VECTOR.applications.toReversed())).toBe('A001:3\nA002:1\nA003:5\nA004:2\nA005:10')
    expect(SCALE).toBe(100_000_000n)
  })
})
