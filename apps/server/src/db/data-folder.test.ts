import { expect, it } from 'vitest'
import { expectRoom, inSentences } from './data-folder.ts'

const failing = (code: string) => (): never => {
  throw Object.assign(new Error(`${code}: something of the machine`), { code })
}

it.each([
  ['ENOSPC', 'The disk of /srv/rueda is full. Make room and start again: what was acknowledged is kept.'],
  ['EDQUOT', 'The disk of /srv/rueda is full. Make room'],
  ['EACCES', 'The folder /srv/rueda cannot be written. Choose another DATA_DIR or set DATABASE_URL to a PostgreSQL of yours.'],
  ['EROFS', 'The folder /srv/rueda cannot be written. Choose another DATA_DIR'],
  ['EMFILE', 'EMFILE: something of the machine'],
])('%s is told as a sentence that says what to do, where there is something to do', (code, sentence) => {
  expect(() => inSentences('/srv/rueda', failing(code))).toThrow(sentence)
})

it('a first start wants the room of a fresh house and as much again', () => {
  const bsize = 1024 * 1024
  expect(() => expectRoom('/srv/rueda', { bavail: 255, bsize })).toThrow(
    'The first start needs 256 MB, and the disk of /srv/rueda has 255 MB. Make room, or choose a DATA_DIR on another disk.',
  )
  expect(() => expectRoom('/srv/rueda', { bavail: 256, bsize })).not.toThrow()
})
