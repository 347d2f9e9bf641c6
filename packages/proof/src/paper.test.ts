import { expect, it } from 'vitest'
import { hashOnPaper, paperText } from './paper.ts'

const HASH = 'c5'.repeat(32)
const PROOF = { hash: HASH, sequence: 41, head: 'a7'.repeat(32), origin: 'rueda.example/trust/log', entry: 1_207 }

it('says what the document is checked by, a line each', () => {
  expect(paperText(PROOF)).toBe(`rueda/paper/v1\nsha256 ${HASH}\nhead 41 ${'a7'.repeat(32)}\nlog rueda.example/trust/log 1207`)
  expect(paperText({ ...PROOF, entry: null })).toMatch(/\nlog rueda\.example\/trust\/log$/u)
})

it.each([
  ['the text of the code', paperText(PROOF)],
  ['the same as another system ends its lines', paperText(PROOF).replaceAll('\n', '\r\n')],
  ['the digits in groups', HASH.replaceAll(/.{8}/gu, '$& ')],
  ['the line of the paper', `SHA-256: ${HASH}`],
  ['the digits in capitals', ` ${HASH.toUpperCase()}\n`],
])('finds the hash in %s', (_, scanned) => {
  expect(hashOnPaper(scanned)).toBe(HASH)
})

it.each([
  '',
  'sha256',
  HASH.slice(1),
  `${HASH}0`,
  `another/format\nsha256 ${HASH}`,
  'rueda/paper/v1\nsha256 12',
  `rueda/paper/v1\nsha256 ${HASH}`,
  `${paperText(PROOF)}\nsha256 ${HASH}`,
])('finds none in "%s"', (scanned) => {
  expect(hashOnPaper(scanned)).toBeNull()
})
