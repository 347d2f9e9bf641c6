import { describe, expect, test } from 'vitest'
import { cosign, cosignerKey } from './cosignature.ts'
import { documentHash } from './document.ts'
import { judgeFile } from './judge-file.ts'
import { signCheckpoint } from './checkpoint.ts'
import { noteKey } from './note.ts'
import { parsePolicy } from './policy.ts'
import { FILE_KEYS, handedOut, parts } from './testing/files.ts'
import { ORIGIN } from './testing/log.ts'
import { formatTlogProof, parseTlogProof } from './tlog-proof.ts'
import { formatVerifierKey, keysOf } from './verifier-key.ts'

/** `docs/rules/proof.md` P.33: what a file proves by itself, to whoever has the keys. */
const pinned = { keys: keysOf(FILE_KEYS), policy: null }
const saysOf = (file: object | string, trusted: Parameters<typeof judgeFile>[1] = pinned) =>
  judgeFile(typeof file === 'string' ? file : JSON.stringify(file), trusted).findings.map(({ tone, says }) => `${tone} ${says}`)

describe.each(handedOut)('a file of the format $kind', ({ kind, good, spoiled }) => {
  test('holds as it is, by the keys that are believed', () => {
    expect(judgeFile(good, pinned)).toMatchObject({ kind, holds: true })
  })

  test('does not hold when it is spoiled', () => {
    expect(judgeFile(spoiled, pinned)).toMatchObject({ kind, holds: false })
  })

  test('holds by its own keys as well, which is said; a proof alone has none', () => {
    const judged = judgeFile(good, { keys: [], policy: null })
    expect(judged.holds).toBe(kind !== 'tlog-proof')
    expect(judged.findings.map(({ says }) => says)).toContain('ownKeys')
  })

  test('does not hold by the keys of another house', () => {
    const other = noteKey({ name: ORIGIN, secretKey: new Uint8Array(32).fill(9) })
    expect(judgeFile(good, { keys: [other], policy: null }).holds).toBe(false)
  })
})

test('what is none of them is told so', () => {
  for (const content of ['', 'null', '[]', '{', '{"format":"rueda/else/v1"}', 'c2sp.org/tlog-proof@v1\n'])
    expect(judgeFile(content, pinned).holds).toBe(false)
  expect(saysOf('{}')).toEqual(['fails unknownFormat'])
  // A paper is no forgery: what is signed lies in the file beside it.
  expect(saysOf('%PDF-1.7\n…')).toEqual(['open paper'])
  for (const { format } of [parts.document, parts.evidence, parts.account, parts.receiptFile])
    expect(saysOf({ format })).toEqual(['fails malformed'])
})

test('a check of an account holds however long its proof has grown', () => {
  const { proof } = parts.account
  const lines = Array.from({ length: 12 }, (_, at) => `\u2014 witness${at}.example ${Buffer.alloc(76, at + 1).toString('base64')}\n`)
  const long = { ...parts.account, proof: `${proof}${lines.join('')}` }
  expect(long.proof.length).toBeGreaterThan(1_500)
  expect(judgeFile(JSON.stringify(long), pinned)).toMatchObject({ kind: 'account-check', holds: true })
})

describe('a document', () => {
  test('may wait for its proof, and is signed all the same', () => {
    expect(saysOf({ ...parts.document, proof: null })).toEqual(['proves documentSigned', 'open headWaits', 'open documentLimits'])
  })

  test.each([
    ['kind', { kind: 'confirmation' }],
    ['head', { head: { ...parts.document.head, head: 'ac'.repeat(32) } }],
    ['sequence', { head: { ...parts.document.head, sequence: 3 } }],
  ])('is not signed with another %s', (_, change) => {
    expect(saysOf({ ...parts.document, ...change })).toContain('fails documentNotSigned')
  })

  test('asks for the key of receipts where only that of checkpoints is believed, and takes none of another house', () => {
    const onlyLog = keysOf(FILE_KEYS).filter(({ name }) => !name.endsWith('/receipts'))
    expect(saysOf(parts.document, { keys: onlyLog, policy: null })).toEqual(['fails noReceiptKey'])
    expect(saysOf(parts.receiptFile, { keys: onlyLog, policy: null })).toEqual(['fails noReceiptKey'])
    expect(saysOf({ ...parts.document, origin: 'elsewhere.example' })).toEqual(['fails noReceiptKey'])
  })

  test('is held to the paper in one’s hand', () => {
    const hash = documentHash(parts.document.document)
    expect(saysOf(parts.document, { ...pinned, paper: hash })).toContain('proves paperSame')
    expect(saysOf(parts.document, { ...pinned, paper: 'ac'.repeat(32) })).toContain('fails paperOther')
    expect(judgeFile(JSON.stringify(parts.document), { ...pinned, paper: 'ac'.repeat(32) }).holds).toBe(false)
  })

  test('is the only file that there is a paper of', () => {
    expect(saysOf(parts.receiptFile, { ...pinned, paper: 'ac'.repeat(32) })).toContain('fails paperNotOfThis')
    expect(saysOf('%PDF-1.7', { ...pinned, paper: 'ac'.repeat(32) })).toEqual(['open paper'])
  })

  test('may be judged with a key that is given twice', () =>
    expect(judgeFile(JSON.stringify(parts.document), { ...pinned, keys: [...pinned.keys, ...pinned.keys] }).holds).toBe(true))

  test('has no data that nobody could hash', () => {
    expect(saysOf(JSON.stringify(parts.document).replace('12.50', String.raw`\ud800`))).toEqual(['fails malformed'])
  })
})

describe('witnesses', () => {
  const signer = { name: 'witness.example', secretKey: new Uint8Array(32).fill(8) }
  const policyText = `witness one ${formatVerifierKey(cosignerKey(signer))}\nquorum one\n`
  const policy = parsePolicy(policyText)
  const proof = parseTlogProof(parts.proof)
  if (!policy.ok || !proof.ok) throw new Error('the policy and the proof are whole')
  const [text = ''] = proof.value.checkpoint.split('\n\n')
  const cosigned = formatTlogProof({ ...proof.value, checkpoint: `${proof.value.checkpoint}${cosign(`${text}\n`, signer, 1_795_000_000)}` })

  test('who cosigned is named where the quorum is reached, and otherwise it is the house’s word only', () => {
    const trusted = { ...pinned, policy: policy.value }
    expect(saysOf(cosigned, trusted)).toContain('proves witnessed')
    expect(saysOf(parts.proof, trusted)).toContain('open ourWordOnly')
    expect(saysOf(cosigned)).toContain('open ourWordOnly')
    expect(judgeFile(cosigned, trusted).findings.find(({ says }) => says === 'witnessed')?.figures).toMatchObject({
      names: 'one (2026-11-18T11:06:40.000Z)',
    })
  })
})

describe('evidence', () => {
  test('of two trees convicts by its signatures alone', () => {
    expect(saysOf(parts.evidence)).toEqual(['proves believedSigned', 'proves shownSigned', 'proves twoTrees', 'proves receiptSigned'])
  })

  test('of anything else is told to be what the device saw', () => {
    expect(saysOf({ ...parts.evidence, contradiction: 'history-cut', receipts: [] })).toEqual([
      'proves believedSigned',
      'proves shownSigned',
      'open onlySeen',
    ])
    expect(saysOf({ ...parts.evidence, contradiction: 'receipt-cut', shownCheckpoint: null, believedCheckpoint: null })).toEqual([
      'open onlySeen',
      'proves receiptSigned',
    ])
  })

  test('with a checkpoint of another key proves nothing against the house, and only an unknown key may be one', () => {
    const shownCheckpoint = signCheckpoint({ origin: ORIGIN, size: 3, root: new Uint8Array(32), extensions: [] }, [
      new Uint8Array(32).fill(9),
    ])
    expect(saysOf({ ...parts.evidence, contradiction: 'unknown-key', shownCheckpoint })).toContain('open shownByOtherKey')
    expect(saysOf({ ...parts.evidence, shownCheckpoint })).toContain('fails shownNotSigned')
    expect(saysOf({ ...parts.evidence, believedCheckpoint: shownCheckpoint })).toContain('fails believedNotSigned')
  })

  test('does not convict by notes that the house did not sign, nor hold with one that nobody can read', () => {
    const madeUp = (root: number): string =>
      signCheckpoint({ origin: ORIGIN, size: 3, root: new Uint8Array(32).fill(root), extensions: [] }, [new Uint8Array(32).fill(9)])
    const invented = { ...parts.evidence, believedCheckpoint: madeUp(1), shownCheckpoint: madeUp(2) }
    expect(saysOf(invented)).not.toContain('proves twoTrees')
    expect(saysOf(invented)).toContain('fails believedNotSigned')
    expect(saysOf({ ...parts.evidence, believedCheckpoint: 'spoiled' })).toEqual(['fails malformed'])
  })

  test('may have a receipt that nobody signed only where that is the contradiction', () => {
    const [{ receipt }] = parts.evidence.receipts as unknown as [{ receipt: object }]
    const receipts = [{ command: null, receipt: { ...receipt, sequence: 9 } }]
    expect(saysOf({ ...parts.evidence, receipts })).toContain('fails receiptNotSigned')
    expect(judgeFile(JSON.stringify({ ...parts.evidence, contradiction: 'receipt-not-signed', receipts }), pinned).holds).toBe(true)
  })
})
