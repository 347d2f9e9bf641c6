import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base64, utf8 } from './bytes.ts'
import { cosign } from './cosignature.ts'
import { EMPTY_ROOT, hashesOfLeaves, inclusionProof } from './merkle.ts'
import { WITNESS, checkpointOf, testPolicy, textOf } from './testing/log.ts'
import { bytesOf, leavesOf } from './testing/shapes.ts'
import { type TlogProof, formatTlogProof, parseTlogProof, verifyTlogProof } from './tlog-proof.ts'

describe('the format', () => {
  const [one, two] = [sha256(utf8('hash1')), sha256(utf8('hash2'))]

  /** As the tests of another implementation (transparency-dev/formats) have it. */
  test.each<[string, TlogProof, string]>([
    [
      'without extra data',
      { index: 5, proof: [one, two], checkpoint: 'test checkpoint\n', extra: null },
      `c2sp.org/tlog-proof@v1\nindex 5\n${base64(one)}\n${base64(two)}\n\ntest checkpoint\n`,
    ],
    [
      'with extra data',
      { index: 10, proof: [one], checkpoint: 'checkpoint data\n', extra: utf8('extra information') },
      `c2sp.org/tlog-proof@v1\nextra ZXh0cmEgaW5mb3JtYXRpb24=\nindex 10\n${base64(one)}\n\ncheckpoint data\n`,
    ],
    [
      'of a single entry',
      { index: 0, proof: [], checkpoint: 'checkpoint\n', extra: null },
      'c2sp.org/tlog-proof@v1\nindex 0\n\ncheckpoint\n',
    ],
  ])('%s', (_, proof, text) => {
    expect(formatTlogProof(proof)).toBe(text)
    expect(parseTlogProof(text)).toEqual({ ok: true, value: proof })
  })

  test('every proof comes back as it was', () => {
    const proof = fc.record({
      index: fc.maxSafeNat(),
      proof: fc.array(bytesOf(32), { maxLength: 64 }),
      checkpoint: fc.string(),
      extra: fc.option(fc.uint8Array({ maxLength: 20 })),
    })
    fc.assert(
      fc.property(proof, (value) => {
        expect(parseTlogProof(formatTlogProof(value))).toEqual({ ok: true, value })
      }),
    )
  })

  test.each([
    ['another header', 'c2sp.org/tlog-proof@v2\nindex 0\n\ncheckpoint\n'],
    ['no index', 'c2sp.org/tlog-proof@v1\n\ncheckpoint\n'],
    ['an index with a leading zero', 'c2sp.org/tlog-proof@v1\nindex 01\n\ncheckpoint\n'],
    ['an index that is no number', 'c2sp.org/tlog-proof@v1\nindex notanumber\n\ncheckpoint\n'],
    ['extra data that is no base 64', 'c2sp.org/tlog-proof@v1\nextra !!notbase64!!\nindex 0\n\ncheckpoint\n'],
    ['extra data behind the index', 'c2sp.org/tlog-proof@v1\nindex 0\nextra AAAA\n\ncheckpoint\n'],
    ['a hash of another length', 'c2sp.org/tlog-proof@v1\nindex 0\nAAAA\n\ncheckpoint\n'],
    ['more hashes than a tree is high', `c2sp.org/tlog-proof@v1\nindex 0\n${`${base64(EMPTY_ROOT)}\n`.repeat(65)}\ncheckpoint\n`],
    ['no empty line', 'c2sp.org/tlog-proof@v1\nindex 0\ncheckpoint\n'],
    ['nothing', ''],
  ])('%s is no proof', (_, text) => {
    expect(parseTlogProof(text)).toEqual({ ok: false, fault: 'malformed-proof' })
  })
})

describe('verification', () => {
  const leaves = leavesOf(20)
  const policy = testPolicy()
  const checkpoint = checkpointOf(leaves, 20)
  const cosigned = checkpoint + cosign(textOf(checkpoint), WITNESS, 1_800_000_000)
  const leafAt = (index: number): Uint8Array => leaves[index] ?? EMPTY_ROOT
  const proofOf = (index: number, note: string): string =>
    formatTlogProof({ index, proof: inclusionProof({ index, size: 20 }, hashesOfLeaves(leaves)), checkpoint: note, extra: null })

  test('says where the entry is, and who saw it', () => {
    fc.assert(
      fc.property(fc.nat({ max: 19 }), fc.nat({ max: 19 }), (index, other) => {
        const verified = verifyTlogProof(proofOf(index, cosigned), leafAt(index), policy)
        expect(verified).toMatchObject({
          ok: true,
          value: { index, hasQuorum: true, cosignatures: [{ witness: 'w', seconds: 1_800_000_000 }] },
        })
        if (other !== index) {
          expect(verifyTlogProof(proofOf(index, cosigned), leafAt(other), policy)).toEqual({ ok: false, fault: 'not-included' })
        }
      }),
      { numRuns: 15 },
    )
  })

  test('without witnesses it is the word of the log', () => {
    expect(verifyTlogProof(proofOf(3, checkpoint), leafAt(3), policy)).toMatchObject({ ok: true, value: { hasQuorum: false } })
  })

  test('a checkpoint of a log nobody trusts, or changed after it was signed, proves nothing', () => {
    expect(verifyTlogProof(proofOf(3, checkpointOf(leaves, 20, 'elsewhere.example')), leafAt(3), policy)).toEqual({
      ok: false,
      fault: 'unknown-log',
    })
    expect(verifyTlogProof(proofOf(3, checkpoint.replace('\n20\n', '\n21\n')), leafAt(3), policy)).toEqual({
      ok: false,
      fault: 'wrong-signature',
    })
    expect(verifyTlogProof(proofOf(3, 'checkpoint\n'), leafAt(3), policy)).toEqual({ ok: false, fault: 'malformed-note' })
    expect(verifyTlogProof('', leafAt(3), policy)).toEqual({ ok: false, fault: 'malformed-proof' })
  })
})
