import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { utf8 } from './bytes.ts'
import { commandHash, frameHash } from './command.ts'

/** `docs/rules/proof.md` P.22: what a receipt says it is of. */
const of = (body: unknown) => commandHash({ path: '/x', key: 'k', body })

describe('the hash of a command', () => {
  test('is SHA-256 over path, key and the body with sorted names, one a line', () => {
    expect(of({ b: 1, a: '2' })).toBe(bytesToHex(sha256(utf8('rueda/command/v1\n/x\nk\n{"a":"2","b":1}\n'))))
    expect(commandHash({ path: '/x', key: null, body: null })).toBe(bytesToHex(sha256(utf8('rueda/command/v1\n/x\n\nnull\n'))))
  })

  test('is another for another path, key or body', () => {
    const hashes = [of({ a: 1 }), of({ a: 2 }), of([]), commandHash({ path: '/y', key: 'k', body: { a: 1 } })]
    expect(new Set([...hashes, commandHash({ path: '/x', key: 'l', body: { a: 1 } })]).size).toBe(5)
  })

  test('names neither passwords nor codes', () => {
    expect(of({ a: 1, payPassword: '123456', code: '1' })).toBe(of({ payPassword: '654321', password: 'p', a: 1 }))
  })

  test('is none where the body has no canonical form', () => {
    expect(of({ a: '\ud800' })).toBeNull()
    expect(of({ a: Number.NaN })).toBeNull()
  })
})

test('a frame has a hash of its own kind, which no command has', () => {
  expect(frameHash({ channel: 'order', data: { b: 1, a: 2 } })).toBe(bytesToHex(sha256(utf8('rueda/frame/v1\norder\n{"a":2,"b":1}\n'))))
  expect(frameHash({ channel: 'order', data: '\ud800' })).toBeNull()
})
