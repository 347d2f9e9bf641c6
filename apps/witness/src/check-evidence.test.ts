import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sentences } from '@rueda/proof/file-finding.ts'
import { FILE_KEYS, handedOut } from '@rueda/proof/testing/files.ts'
import { inWords } from './check/words.ts'

/** `npm run check-evidence`: a file in, sentences and an exit code out (`docs/rules/proof.md` P.33). */
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rueda-check-'))
  writeFileSync(join(folder, 'policy.txt'), FILE_KEYS.map((key) => `log ${key}\n`).join(''))
})
afterAll(() => rmSync(folder, { recursive: true }))

function checked(content: string, ...options: readonly string[]) {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'check-evidence.ts'), path, ...options], {
    encoding: 'utf8',
  })
  return { status, says: `${stdout}${stderr}` }
}
const [document] = handedOut
const keys = FILE_KEYS.flatMap((key) => ['--key', key])

describe('the command', () => {
  it('ends with 0 where the file holds and with 1 where it does not, and says why', () => {
    expect(checked(document.good, ...keys)).toMatchObject({
      status: 0,
      says: expect.stringContaining('✓ The broker (rueda.example/trust/log) signed'),
    })
    expect(checked(document.spoiled, ...keys)).toMatchObject({ status: 1, says: expect.stringContaining('✗ The broker') })
  })

  it('takes its keys out of a policy, and speaks Spanish', () => {
    const { status, says } = checked(document.good, '--policy', join(folder, 'policy.txt'), '--language', 'es')
    expect(status).toBe(0)
    expect(says).toContain('firmó exactamente estos datos')
    expect(says).not.toContain('No diste ninguna clave')
  })

  it('holds the file to the paper in one’s hand', () => {
    const other = checked(document.good, ...keys, '--paper', 'ac'.repeat(32))
    expect(other).toMatchObject({ status: 1, says: expect.stringContaining('The hash given is not that of these data') })
  })

  it('ends with 2 where it cannot look, and says how it is asked', () => {
    for (const [options, why] of [
      [['--key', 'none'], 'no verification key'],
      [['--policy', join(folder, 'nowhere')], 'cannot be read'],
      [['--paper', 'c5c5'], 'the hash behind SHA-256'],
      [['--language', 'de'], 'es or en'],
      [['--else'], 'check-evidence --'],
    ] as const)
      expect(checked(document.good, ...options)).toMatchObject({ status: 2, says: expect.stringContaining(why) })
  })
})

it.each(['en', 'es'] as const)('every sentence is said in %s, with every figure that it names', (language) => {
  for (const says of sentences) {
    const sentence = inWords({ tone: 'open', says, figures: {} }, language)
    expect(sentence.length).toBeGreaterThan(10)
    expect(sentence).not.toMatch(/[{}]/u)
  }
})
