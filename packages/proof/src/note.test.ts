import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base64, fromBase64 } from './bytes.ts'
import { type Signer, noteKey, noteVerifier, openNote, parseNote, signNote } from './note.ts'
import { bytesOf, flipped, signs } from './testing/shapes.ts'
import { formatVerifierKey, parseVerifierKey } from './verifier-key.ts'

function keyOf(text: string) {
  const key = parseVerifierKey(text)
  if (!key.ok) throw new Error(key.fault)
  return noteVerifier(key.value)
}

/** The example of Go's package, which the standard was made of, and the one of the standard. */
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const PETERS_SECRET = 'AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz'
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const PETERS_LINE = '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
const EXAMPLE = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k'
const EXAMPLE_NOTE =
  'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'

describe('the published notes', () => {
  test('are opened with their keys', () => {
    expect(openNote(`${TEXT}\n${PETERS_LINE}`, [keyOf(PETER)])).toMatchObject({ ok: true, value: { text: TEXT } })
    expect(openNote(EXAMPLE_NOTE, [keyOf(EXAMPLE)])).toMatchObject({ ok: true, value: { text: 'This is an example message.\n' } })
  })

  test('are signed to the same bytes', () => {
    const secretKey = fromBase64(PETERS_SECRET)?.subarray(1) ?? new Uint8Array(0)
    const peter = { name: 'PeterNeumann', secretKey }
    expect(formatVerifierKey(noteKey(peter))).toBe(PETER)
    expect(signNote(TEXT, [peter])).toBe(`${TEXT}\n${PETERS_LINE}`)
  })

  test('the poem has an empty line within, and is taken apart at the last one', () => {
    const poem = 'Ognuno sta solo sul cuor della terra\ntrafitto da un raggio di sole:\n\ned è subito sera.\n'
    const line =
      '— quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=\n'
    expect(parseNote(`${poem}\n${line}`)).toMatchObject({
      ok: true,
      value: { text: poem, signatures: [{ name: 'quasimodo.example/salvatore', line }] },
    })
  })
})

const log: Signer = { name: 'log.example', secretKey: new Uint8Array(32).fill(1) }
const other: Signer = { name: 'other.example', secretKey: new Uint8Array(32).fill(2) }
/** Has the name of the log, and another key. */
const pretender: Signer = { name: 'log.example', secretKey: new Uint8Array(32).fill(3) }
const known = [noteVerifier(noteKey(log))]
const NOTE = signNote('Text\n', [log])

describe('which signatures count', () => {
  test('those of keys one knows, whoever else signed', () => {
    const opened = openNote(signNote('Text\n', [other, pretender, log]), known)
    expect(opened.ok && opened.value.signatures.map(({ name }) => name)).toEqual(['log.example'])
  })

  test('none, where nobody one knows has signed', () => {
    expect(openNote(signNote('Text\n', [other, pretender]), known)).toEqual({ ok: false, fault: 'no-known-signature' })
    expect(openNote(NOTE, [])).toEqual({ ok: false, fault: 'no-known-signature' })
  })

  test('one wrong signature of a known key spoils the note, even beside a true one', () => {
    const wrong = NOTE.replace('Text', 'Test')
    expect(openNote(wrong, known)).toEqual({ ok: false, fault: 'wrong-signature' })
    const both = signNote('Text\n', [log]) + (signNote('Test\n', [log]).split('\n\n')[1] ?? '')
    expect(openNote(both, known)).toEqual({ ok: false, fault: 'wrong-signature' })
  })

  test('two keys under one name and id are a mistake of who lists them', () => {
    expect(() => openNote(NOTE, [...known, ...known])).toThrow('Two keys are called log.example')
  })

  test('a signature with one bit changed never counts', () => {
    const [text = '', line = ''] = NOTE.split('\n\n')
    const bytes = fromBase64(line.slice('— log.example '.length, -1)) ?? new Uint8Array(1)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length * 8 - 1 }), (bit) => {
        const fault = bit < 32 ? 'no-known-signature' : 'wrong-signature'
        expect(openNote(`${text}\n\n— log.example ${base64(flipped(bytes, bit))}\n`, known)).toEqual({ ok: false, fault })
      }),
    )
  })
})

test.each([
  ['nothing', ''],
  ['a text alone', 'Text\n'],
  ['a text without its newline', 'Text\n— log.example AAAAAAA=\n'],
  ['an empty list of signatures', 'Text\n\n'],
  ['a signature without its newline', NOTE.slice(0, -1)],
  ['a control character', NOTE.replace('Text', 'Te\u0000xt')],
  ['a tab', NOTE.replace('Text', 'Te\txt')],
  ['a carriage return', NOTE.replaceAll('\n', '\r\n')],
  ['a lone surrogate', NOTE.replace('Text', 'Te\ud800xt')],
  ['a hyphen for the dash', NOTE.replace('—', '-')],
  ['a plus in a name', NOTE.replace('log.example', 'log+example')],
  ['two spaces', NOTE.replace('log.example ', 'log.example  ')],
  ['a space of another script', NOTE.replace('log.example', 'log\u2003example')],
  ['a signature that is no base 64', NOTE.replace(/\S+\n$/u, '*****\n')],
  ['a signature of nothing', NOTE.replace(/\S+\n$/u, 'AAAAAA==\n')],
  ['a line that is no signature', `${NOTE}more\n`],
  ['more signatures than anybody needs', `Text\n\n${'— log.example AAAAAAA=\n'.repeat(101)}`],
  ['a text longer than any checkpoint', `${'a'.repeat(1_000_000)}${NOTE}`],
])('%s is no note', (_, note) => {
  expect(openNote(note, known)).toEqual({ ok: false, fault: 'malformed-note' })
})

test('a hundred signatures are read', () => {
  expect(openNote(NOTE + '— other.example AAAAAAA=\n'.repeat(99), known).ok).toBe(true)
})

test('a line that is repeated counts once', () => {
  const line = NOTE.slice(NOTE.indexOf('—'))
  const opened = openNote(NOTE + line.repeat(9), known)
  expect(opened.ok && opened.value.signatures).toHaveLength(1)
})

test('what could not be read again is not signed', () => {
  for (const text of ['', 'no newline', 'a\u0007\n', '\ud800\n']) expect(() => signNote(text, [log])).toThrow('newline')
  expect(() => signNote('Text\n', [])).toThrow('signed')
  expect(() => signNote('Text\n', [{ ...log, name: 'a b' }])).toThrow('no name')
})

test('whatever is signed opens, and is signed to the same bytes as by another implementation', () => {
  const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
  const line = signs().filter((text) => !/[\u0000-\u001f]/u.test(text))
  fc.assert(
    fc.property(bytesOf(32), fc.array(line, { minLength: 1, maxLength: 5 }), (secretKey, lines) => {
      const text = `${lines.join('\n')}\n`
      const signer = { name: 'log.example', secretKey }
      const note = signNote(text, [signer])
      const opened = openNote(note, [noteVerifier(noteKey(signer))])
      expect(opened).toMatchObject({ ok: true, value: { text } })
      const key = createPrivateKey({ key: Buffer.concat([PKCS8, secretKey]), format: 'der', type: 'pkcs8' })
      const signature = opened.ok ? opened.value.signatures[0]?.signature : undefined
      expect(Buffer.from(signature ?? [])).toEqual(sign(null, Buffer.from(text), key))
      expect(verify(null, Buffer.from(text), createPublicKey(key), signature ?? Buffer.of())).toBe(true)
    }),
    { numRuns: 20 },
  )
})
