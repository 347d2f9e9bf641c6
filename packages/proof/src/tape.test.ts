import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, it } from 'vitest'
import { executionHash, executionsHash, inputHash } from './input-chain.ts'
import { type PublishedTape, faultOfTape, headsOfTape, isInChain, readTape } from './tape.ts'

/** A day of three records and two executions, and what the log says of it (`docs/rules/proof.md` P.42). */
const ORDER = 'ab'.repeat(16)
const record = (number: number, more: object = {}) => ({ number, at: 1_000 + number, salt: '00', kind: 'cancel', order: ORDER, ...more })
const [one, two, three] = [record(1), record(2), record(3)]
const fill = { order: ORDER, price: '18237000000', quantity: '300000000', at: 1_002, resting: false }
const later = { ...fill, price: '18238000000', at: 1_003, resting: true }
const tape: PublishedTape = {
  ...{ instrument: 'US:ARDV', date: '2026-11-19', entry: 7 },
  inputs: [{ record: one }, { record: two }, { record: three }],
  executions: [fill, later],
}
const heads = headsOfTape(tape) ?? []
const logged = {
  ...{ instrument: 'US:ARDV', date: '2026-11-19', number: 3, head: bytesToHex(heads[3] ?? new Uint8Array()) },
  executions: bytesToHex(executionsHash([executionHash(fill), executionHash(later)])),
}
const faultOf = (part: Partial<PublishedTape>) => faultOfTape({ ...tape, ...part }, headsOfTape({ ...tape, ...part }), logged)

describe('a tape', () => {
  it('is the one that the log says, with records and executions that are hashes alone too', () => {
    expect(faultOf({})).toBeNull()
    expect(faultOf({ inputs: [{ record: one }, { hash: bytesToHex(inputHash(two)) }, { record: three }] })).toBeNull()
    expect(faultOf({ executions: [{ hash: bytesToHex(executionHash(fill)) }, later] })).toBeNull()
  })

  it.each([
    ['an input is left out', { inputs: [{ record: one }, { record: three }] }, 'chain'],
    ['an input is left out and the rest is numbered anew', { inputs: [{ record: one }, { record: record(2, { at: 1_003 }) }] }, 'chain'],
    ['a term of an input is another', { inputs: [{ record: one }, { record: record(2, { at: 1_003 }) }, { record: three }] }, 'chain'],
    ['the end is cut off', { inputs: [{ record: one }, { record: two }] }, 'chain'],
    ['it is empty', { inputs: [] }, 'chain'],
    ['a price is one unit higher', { executions: [{ ...fill, price: '18237000001' }, later] }, 'executions'],
    ['an execution is left out', { executions: [fill] }, 'executions'],
    ['two executions changed places', { executions: [later, fill] }, 'executions'],
    ['it is of another day', { date: '2026-11-18' }, 'day'],
  ] as const)('is not it where %s', (_, part, fault) => {
    expect(faultOf(part)).toBe(fault)
  })

  it('has the place that a receipt names, where the head before it is the same', () => {
    const previous = bytesToHex(heads[1] ?? new Uint8Array())
    expect(isInChain(heads, { number: 2, previous })).toBe(true)
    expect(isInChain(heads, { number: 3, previous })).toBe(false)
    expect(isInChain(heads, { number: 0, previous })).toBe(false)
    // Nothing stands behind the last record.
    expect(isInChain(heads, { number: 4, previous: bytesToHex(heads[3] ?? new Uint8Array()) })).toBe(false)
  })

  it('is read only whole', () => {
    expect(readTape({ ...tape, state: 'published', number: 3, head: logged.head })).toMatchObject({ entry: 7 })
    expect(readTape({ ...tape, executions: [{ ...fill, order: 'ab' }] })).toBeNull()
    expect(readTape({ ...tape, inputs: [{ record: { at: 1 } }] })).toBeNull()
    expect(readTape({ instrument: 'US:ARDV', date: '2026-11-19', state: 'sealed' })).toBeNull()
  })
})
