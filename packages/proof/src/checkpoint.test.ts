import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatCheckpoint, parseCheckpoint, signCheckpoint } from './checkpoint.ts'
import { cosignedAt, verifierOf } from './cosignature.ts'
import { openNote } from './note.ts'
import { bytesOf } from './testing/shapes.ts'
import { parseVerifierKey } from './verifier-key.ts'

const DOCUMENT = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'

test('the checkpoint of the document is read and written as it is', () => {
  const read = parseCheckpoint(DOCUMENT)
  expect(read).toMatchObject({ ok: true, value: { origin: 'example.com/behind-the-sofa', size: 20_852_163, extensions: [] } })
  expect(read.ok && formatCheckpoint(read.value)).toBe(DOCUMENT)
})

/** A checkpoint of a log and a witness at work; of the other signatures nobody here knows the keys. */
const REAL = `arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev zTM8sQAAAZ5W0WdjBAMARjBEAiBjW5IQf9pvsYLfQFX6hoGREPMHbdQ3urbllzalApkptQIgIpwtEroeW2BXaHAI4kJXFbon5Ch9MNL5zRNZ55lvGt0=
— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— transparency.dev/DEV:witness-little-garden 2AQqhwAAAABqEiEgzgFIqqhbUoDwjMWE6UP8nd8/KYTzwZ2rhIgcqoXHAwVkjZr4AscylP3v7sEodkRAErumC2q44vdgJY096st5BQ==
— witness1.smartit.nu/witness1 pIyCDwAAAABqEiEghIp82KWebrw7/oHQwlTAm3g2RKS4+eebl8eO0WH+/iEcxZ75W3u5hNI7TOQtmJbqmNWVuE0tgh0XwzdZsDsUAQ==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
— witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+AJmIY/2TUFucgKi7lI7cUiOvKFYe/TmN9DAg==
`
const REAL_KEYS = [
  'arche2025h1.staging.ct.transparency.dev+ba2f06c0+AU0vHmlGCS/PdN8b2OaGmKprLI8HKM+dJ472xgFYh15f',
  'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2',
  'witness1.smartit.nu/witness1+a48c820f+BPSFWg9G6KPiO7QPryYO5Xq4oYJJ+kAvLKLSimDhoxMO',
  'transparency.dev/DEV:witness-little-garden+d8042a87+BCtusOxINQNUTN5Oj8HObRkh2yHf/MwYaGX4CPdiVEPM',
  'witness.stagemole.eu+67f7aea0+BEqSG3yu9YrmcM3BHvQYTxwFj3uSWakQepafafpUqklv',
].map((text) => {
  const key = parseVerifierKey(text)
  if (!key.ok) throw new Error(key.fault)
  return verifierOf(key.value)
})

test('a checkpoint of a log at work and the cosignatures of its witnesses are verified', () => {
  const opened = openNote(REAL, REAL_KEYS)
  if (!opened.ok) throw new Error(opened.fault)
  expect(opened.value.signatures.map(({ name }) => name)).toEqual([
    'arche2025h1.staging.ct.transparency.dev',
    'transparency.dev/DEV:witness-little-garden',
    'witness1.smartit.nu/witness1',
    'remora.n621.de',
    'witness.stagemole.eu',
  ])
  const times = opened.value.signatures.slice(1).map(({ signature }) => cosignedAt(signature))
  expect(new Set(times)).toEqual(new Set([0x6a_12_21_20]))
  for (const key of REAL_KEYS)
    expect(openNote(REAL.replace('1432088532', '1432088533'), [key])).toEqual({ ok: false, fault: 'wrong-signature' })
})

const [origin = '', size = '', root = ''] = DOCUMENT.split('\n')

test.each([
  ['nothing', ''],
  ['two lines', `${origin}\n${size}\n`],
  ['no last newline', DOCUMENT.slice(0, -1)],
  ['no origin', `\n${size}\n${root}\n`],
  ['a size with a leading zero', `${origin}\n0${size}\n${root}\n`],
  ['a size below nothing', `${origin}\n-1\n${root}\n`],
  ['a size that is not counted exactly', `${origin}\n9007199254740993\n${root}\n`],
  ['a root of another length', `${origin}\n${size}\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxqw==\n`],
  ['a root in another spelling', `${origin}\n${size}\n${root.replace('I=', 'J=')}\n`],
  ['an empty line behind', `${DOCUMENT}\n`],
  ['a control character', DOCUMENT.replace('sofa', 'so\u0001fa')],
])('%s is no checkpoint', (_, text) => {
  expect(parseCheckpoint(text)).toEqual({ ok: false, fault: 'malformed-checkpoint' })
})

test('every checkpoint comes back as it was, with lines of others behind it', () => {
  const line = fc.string({ minLength: 1, unit: 'grapheme-ascii' })
  const checkpoint = fc.record({ origin: line, size: fc.maxSafeNat(), root: bytesOf(32), extensions: fc.array(line, { maxLength: 3 }) })
  fc.assert(
    fc.property(checkpoint, (value) => {
      expect(parseCheckpoint(formatCheckpoint(value))).toEqual({ ok: true, value })
    }),
  )
})

test('what could not be read again is not signed', () => {
  const whole = { origin: 'log.example', size: 1, root: new Uint8Array(32), extensions: [] }
  for (const wrong of [
    { origin: '' },
    { size: -1 },
    { size: 1.5 },
    { root: new Uint8Array(31) },
    { extensions: [''] },
    { origin: 'a\nb' },
  ]) {
    expect(() => signCheckpoint({ ...whole, ...wrong }, [new Uint8Array(32)])).toThrow('no checkpoint')
  }
})
