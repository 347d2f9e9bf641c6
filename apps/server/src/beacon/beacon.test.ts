import { describe, expect, test } from 'vitest'
import { type Fetch, askRule, drandBeacon, parseRule, readRound, roundBefore } from './beacon.ts'

/** The chain `quicknet` as its address tells it, and a round that it published. */
const URL = 'https://beacon.example/chain'
const INFO = {
  public_key:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  ...{ period: 3, genesis_time: 1_692_803_367, schemeID: 'bls-unchained-g1-rfc9380' },
}
const ROUND = {
  round: 1000,
  randomness: 'fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd',
  signature: 'b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39',
}
const chain =
  (round: object, info: object = INFO): Fetch =>
  (address) =>
    Promise.resolve(address.endsWith('/info') ? info : round)

test('what is logged of a beacon names its key and its times, and says which round had come by a moment', async () => {
  const text = (await askRule(URL, chain(ROUND))) ?? ''
  expect(text).toBe(`drand:${URL} ${INFO.public_key} 1692803367 3`)
  const rule = parseRule(text)
  const at = (INFO.genesis_time + 3 * 999) * 1_000
  expect([at - 1, at, at + 2_999, at + 3_000].map((moment) => roundBefore(rule, moment))).toEqual([999, 1000, 1000, 1001])
  expect(await readRound(rule, 1000, chain(ROUND))).toEqual({ randomness: ROUND.randomness, signature: ROUND.signature })
})

test('a beacon whose rounds cannot be verified is no rule', async () => {
  expect(await askRule(URL, chain(ROUND, { ...INFO, schemeID: 'pedersen-bls-chained' }))).toBeNull()
  expect(await askRule(URL, () => Promise.reject(new Error('away')))).toBeNull()
})

describe('a round that is not signed by the key is no value, for days and for draws', () => {
  test.each([
    ['another signature', { ...ROUND, signature: ROUND.signature.replace('b4', 'b5') }, 1000],
    ['another round', ROUND, 1001],
    ['no signature', { ...ROUND, signature: undefined }, 1000],
  ])('%s', async (_, said, round) => {
    const rule = parseRule((await askRule(URL, chain(ROUND))) ?? '')
    expect(await readRound(rule, round, chain(said))).toBeNull()
    expect(await drandBeacon(URL, chain(said)).randomness(URL, round)).toBeNull()
  })

  test('a value that the answer only claims is not taken', async () => {
    const said = { ...ROUND, randomness: '00'.repeat(32) }
    expect(await drandBeacon(URL, chain(said)).randomness(URL, 1000)).toBe(ROUND.randomness)
  })
})
