import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { type TidyCheck, filesUnder, isCode, isTest, linesWith, read, withoutComments } from './files.ts'

const EXCHANGE = 'packages/exchange/src'
/** Model 1 keeps the functions of the runtime for ever; statistics of prices are no prices, and nobody draws by them. */
const NO_PRICES = ['arithmetic/engine-arithmetic.ts', 'prices/measured-days.ts', 'prices/statistics.ts'].map(
  (path) => `${EXCHANGE}/${path}`,
)
/**
 * Functions that no standard pins to the last bit, and words that a runtime takes from its own tables of languages. Square roots and whole
 * numbers are exact.
 */
const INEXACT =
  /\bMath\.(a?(sin|cos|tan)h?|atan2|cbrt|expm1|exp|f16round|hypot|log10|log1p|log2|log|pow|sumPrecise)\b|\bIntl\.|\.localeCompare\b|\.toLocale\w+|(?<!\d+n )\*\*/u
const VALUES_OF = /^(?:import|export)\s(?!type\s)[^'"]*?\sfrom '([^']+)'/gmu

/** Whoever runs a day again has another runtime than the server had: both must come to the same bits. */
export const oneArithmetic: TidyCheck = {
  name: 'prices and matching are worked out with arithmetic that every runtime does alike',
  find: (root) =>
    [...engineFiles(root)]
      .toSorted()
      .flatMap((path) =>
        linesWith(withoutComments(read(root, path)), INEXACT).map(
          ({ line, found }) =>
            `${path}:${line} uses ${found}, which runtimes do differently. Take the day's Arithmetic, multiply for a square, and compare code points.`,
        ),
      ),
}

/** The exchange, and all of the other packages that it takes values from. */
function engineFiles(root: string): ReadonlySet<string> {
  const waiting = filesUnder(root, EXCHANGE).filter((path) => isCode(path) && !isTest(path) && !NO_PRICES.includes(path))
  const found = new Set<string>()
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path) || NO_PRICES.includes(path) || !existsSync(join(root, path))) continue
    found.add(path)
    for (const [, from = ''] of read(root, path).matchAll(VALUES_OF)) waiting.push(pathOf(path, from))
  }
  return found
}

const pathOf = (file: string, from: string): string =>
  from.startsWith('.') ? posix.join(posix.dirname(file), from) : from.replace(/^@rueda\/(\w+)\//u, 'packages/$1/src/')
