import { marketNames } from '../../packages/rules/src/instruments/instrument.ts'
import { type TidyCheck, filesUnder, isCode, isTest, linesWith, read, withoutComments } from './files.ts'

const SOURCES = [
  'packages/rules/src',
  'packages/exchange/src',
  'packages/contract/src',
  'apps/server/src',
  'apps/web/src',
  'apps/console/src',
]
/** File with the names of all markets. */
const NAMES = 'packages/rules/src/instruments/instrument.ts'
const NAME = `'(?:${marketNames.join('|')})'`
/** A comparison with one market's name, or a list of several names. */
const SILENT = new RegExp(`\\b[mM]arket\\)? [!=]== ${NAME}|\\[${NAME}(?:, ${NAME})+\\]`, 'u')

/** Finds comparisons with a market's name, which no compiler reports for a new market, while its table of facts must be complete. */
export const marketsByFacts: TidyCheck = {
  name: 'markets are told apart by their facts',
  find: (root) =>
    SOURCES.flatMap((folder) => filesUnder(root, folder))
      .filter((path) => isCode(path) && !isTest(path) && !path.includes('/testing') && path !== NAMES)
      .flatMap((path) =>
        linesWith(withoutComments(read(root, path)), SILENT).map(
          ({ line, found }) =>
            `${path}:${line} has ${found}, which no compiler names when a market is added. Ask for a fact in markets.ts, or write a record of every market.`,
        ),
      ),
}
