import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base64, fromBase64 } from './bytes.ts'
import { signCheckpoint } from './checkpoint.ts'
import { cosign, cosignatureVerifier, cosignedAt, cosignerKey } from './cosignature.ts'
import { noteVerifier, openNote, parseNote } from './note.ts'
import { flipped } from './testing/shapes.ts'

const witness = { name: 'witness.example/w1', secretKey: new Uint8Array(32).fill(9) }
const key = cosignerKey(witness)
const SECONDS = 1_679_315_147
const signed = signCheckpoint({ origin: 'log.example', size: 3, root: new Uint8Array(32), extensions: [] }, [new Uint8Array(32).fill(1)])
const text = `${signed.split('\n\n')[0]}\n`
const line = cosign(text, witness, SECONDS)

describe('a cosignature', () => {
  test('is a signature of type 0x04 that says its time', () => {
    const opened = openNote(signed + line, [cosignatureVerifier(key)])
    expect(opened).toMatchObject({ ok: true, value: { text } })
    expect(opened.ok && opened.value.signatures.map(({ signature }) => cosignedAt(signature))).toEqual([SECONDS])
  })

  test('covers its time, the key and the whole checkpoint', () => {
    const bytes = fromBase64(line.split(' ')[2]?.trim() ?? '') ?? new Uint8Array(1)
    fc.assert(
      fc.property(fc.integer({ min: 32, max: bytes.length * 8 - 1 }), (bit) => {
        const changed = `— ${witness.name} ${base64(flipped(bytes, bit))}\n`
        expect(openNote(signed + changed, [cosignatureVerifier(key)])).toEqual({ ok: false, fault: 'wrong-signature' })
      }),
    )
    expect(openNote(signed.replace('\n3\n', '\n4\n') + line, [cosignatureVerifier(key)]).ok).toBe(false)
  })

  test('is no signature of a note, nor the other way about', () => {
    const parsed = parseNote(signed + line)
    const signature = parsed.ok ? parsed.value.signatures[1]?.signature : undefined
    expect(noteVerifier(key).verify(text, signature ?? new Uint8Array(0))).toBe(false)
    expect(noteVerifier(key).verify(text, (signature ?? new Uint8Array(0)).subarray(8))).toBe(false)
    expect(cosignatureVerifier(key).verify(text, new Uint8Array(64))).toBe(false)
  })

  test('is given to checkpoints only', () => {
    expect(() => cosign('a letter\n', witness, SECONDS)).toThrow('Only a checkpoint')
  })

  test('with a time beyond all counting is not believed', () => {
    expect(cosignedAt(new Uint8Array(72).fill(255))).toBeNull()
  })
})
