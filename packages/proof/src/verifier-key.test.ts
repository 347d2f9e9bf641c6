import { ed25519, ED25519_TORSION_SUBGROUP } from '@noble/curves/ed25519.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base64 } from './bytes.ts'
import { bytesOf, hex } from './testing/shapes.ts'
import { COSIGNATURE, NOTE_SIGNATURE, formatVerifierKey, keysOf, linesOfKeys, parseVerifierKey, verifierKey } from './verifier-key.ts'

/** Keys of the documents, of Go's own tests and of witnesses that are at work. */
const PUBLISHED = [
  ['example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k', NOTE_SIGNATURE],
  ['PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW', NOTE_SIGNATURE],
  ['EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop', NOTE_SIGNATURE],
  ['TEST+7997405c+AQcC+FTVKf0jlTdHDY3rbevmnKxxPjigCXlVtGe6RIr6', NOTE_SIGNATURE],
  ['remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2', COSIGNATURE],
  ['transparency.dev/DEV:witness-little-garden+d8042a87+BCtusOxINQNUTN5Oj8HObRkh2yHf/MwYaGX4CPdiVEPM', COSIGNATURE],
] as const

test.each(PUBLISHED)('%s is read and written as it is', (text, type) => {
  const key = parseVerifierKey(text)
  if (!key.ok) throw new Error(key.fault)
  expect(key.value.type).toBe(type)
  expect(formatVerifierKey(key.value)).toBe(text)
})

test('no part of a key, and no key with a letter changed, is a key', () => {
  const [[text]] = PUBLISHED
  for (let from = 0; from < text.length; from += 1) {
    for (let to = from; to < text.length; to += 1) {
      expect(parseVerifierKey(text.slice(from, to)).ok).toBe(false)
    }
  }
  for (let at = 0; at < text.length; at += 1) {
    const other = String.fromCharCode(text.charCodeAt(at) + 1)
    expect(parseVerifierKey(text.slice(0, at) + other + text.slice(at + 1)).ok, text.slice(at)).toBe(false)
  }
})

describe('what is refused', () => {
  const [, material = ''] = /\+([^+]*)$/u.exec(PUBLISHED[0][0]) ?? []

  test('a type that is not used here', () => {
    expect(parseVerifierKey(`example.com/foo+00000000+${base64(Uint8Array.of(2, ...new Uint8Array(32)))}`)).toEqual({
      ok: false,
      fault: 'unsupported-key',
    })
    expect(parseVerifierKey(`example.com/foo+00000000+${base64(Uint8Array.of(6, ...new Uint8Array(1312)))}`)).toEqual({
      ok: false,
      fault: 'unsupported-key',
    })
  })

  test.each([
    ['another id', `example.com/foo+530d903b+${material}`],
    ['an id in capitals', `example.com/foo+530D903A+${material}`],
    ['no name', `+530d903a+${material}`],
    ['a space in the name', `example.com foo+530d903a+${material}`],
    ['a space of another script in the name', `example.com\u3000foo+530d903a+${material}`],
    ['a line end', `example.com/foo+530d903a+${material}\n`],
    ['no material', 'example.com/foo+530d903a+'],
  ])('%s', (_, text) => {
    expect(parseVerifierKey(text)).toEqual({ ok: false, fault: 'malformed-key' })
  })

  test('a public key of small order, of another length, off the curve, or in a second encoding', () => {
    const secondEncodingOfOne = 'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f'
    const offTheCurve = `02${'00'.repeat(31)}`
    for (const publicKey of [...ED25519_TORSION_SUBGROUP, secondEncodingOfOne, offTheCurve, '00'.repeat(31), '00'.repeat(33)]) {
      expect(() => verifierKey({ name: 'log', type: NOTE_SIGNATURE, publicKey: hex(publicKey) }), publicKey).toThrow('no public key')
    }
  })
})

test('the same public key has another id for each use', () => {
  fc.assert(
    fc.property(bytesOf(32), (secretKey) => {
      const publicKey = ed25519.getPublicKey(secretKey)
      const ids = ([NOTE_SIGNATURE, COSIGNATURE] as const).map((type) => verifierKey({ name: 'log', type, publicKey }).id)
      expect(new Set(ids).size).toBe(2)
      const text = formatVerifierKey(verifierKey({ name: 'log', type: COSIGNATURE, publicKey }))
      expect(parseVerifierKey(text)).toMatchObject({ ok: true, value: { type: COSIGNATURE } })
    }),
    { numRuns: 10 },
  )
})

test('keys are read one a line, or out of the whole answer of a server', () => {
  const [[first], [second]] = PUBLISHED
  expect(linesOfKeys(` ${first}\n\n${second} `)).toEqual([first, second])
  const answer = JSON.stringify({ origin: 'o', keys: [first], receiptKeys: [second], vrf: null, policy: null })
  expect(keysOf(linesOfKeys(answer))).toHaveLength(2)
  for (const other of ['null', '[]', '{"keys":[1]}']) expect(keysOf(linesOfKeys(other))).toEqual([])
})
