import { marketNames } from '../../packages/rules/src/instruments/instrument.ts'
import { type TidyCheck, filesUnder, isCode, isTest, linesWith, read, withoutComments } from './files.ts'

const SOURCES = ['packages', 'apps', 'bench', 'e2e', 'tools']
/** File with the one function that makes an id. */
const MAKES_IDS = 'packages/rules/src/instruments/codes.ts'
/** Writes where a message leads: the address of a page, which is opened by the code of today. */
const WRITES_ADDRESSES = 'apps/server/src/features/messages/present.ts'
const MARKET = `(?:${marketNames.join('|')})`
/** A market and a code with a colon between them, in a template or joined: `US:${code}`, `${market}:${stockCode}`, market + ':' + code. */
const BY_HAND = new RegExp(
  [`\`${MARKET}:\\$\\{`, `'${MARKET}:' \\+`, '\\$\\{[^}]*market[^}]*\\}:\\$\\{[^}]*code[^}]*\\}', "market\\w* \\+ ':' \\+"].join('|'),
  'iu',
)

/** An id keeps the first code of its instrument: one made of a code of today finds nothing, or another company. */
export const idsFromOnePlace: TidyCheck = {
  name: 'ids of instruments are made where they are listed',
  find: (root) =>
    SOURCES.flatMap((folder) => filesUnder(root, folder))
      .filter((path) => isCode(path) && !isTest(path) && path !== MAKES_IDS && path !== WRITES_ADDRESSES)
      .flatMap((path) =>
        linesWith(withoutComments(read(root, path)), BY_HAND).map(
          ({ line, found }) =>
            `${path}:${line} makes an id by hand with ${found}. Look the code up (venue.find, venue.idOf); who lists an instrument takes idOfFirstCode.`,
        ),
      ),
}
