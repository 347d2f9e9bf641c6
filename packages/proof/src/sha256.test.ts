import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as reference } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { utf8 } from './bytes.ts'
import { hmacSha256, sha256 } from './sha256.ts'

const MAX_BYTES = 300
const bytes = fc.uint8Array({ maxLength: MAX_BYTES })

it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1'],
])('the digest of "%s" is the published one (FIPS 180-4)', (text, digest) => {
  expect(bytesToHex(sha256(utf8(text)))).toBe(digest)
})

it.each([
  ['0b'.repeat(20), '4869205468657265', 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7'],
  [
    '4a656665',
    '7768617420646f2079612077616e7420666f72206e6f7468696e673f',
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  ['aa'.repeat(20), 'dd'.repeat(50), '773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe'],
  [
    'aa'.repeat(131),
    '54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374',
    '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  ],
])('the code under the key %s is the published one (RFC 4231)', (key, message, code) => {
  expect(bytesToHex(hmacSha256(hexToBytes(key), hexToBytes(message)))).toBe(code)
})

it('is what the library gives for any message and key, whatever was hashed before', () => {
  fc.assert(
    fc.property(bytes, bytes, (key, message) => {
      expect(sha256(message)).toEqual(reference(message))
      expect(hmacSha256(key, message)).toEqual(hmac(reference, key, message))
    }),
  )
})

it('gives what is not changed by the next, and changes nothing that it was given', () => {
  const message = utf8('abc')
  const first = sha256(message)
  const [key, before] = [first.slice(), bytesToHex(first)]
  hmacSha256(key, message)
  sha256(utf8('another'))
  expect([bytesToHex(first), bytesToHex(key), bytesToHex(message)]).toEqual([before, before, '616263'])
})
