import { basename } from 'node:path'
import { type TidyCheck, filesUnder, foldersIn, isCode, isTest, linesWith, read, withoutComments } from './files.ts'

const PURE = ['packages/rules/src', 'packages/rules/sim', 'packages/exchange/src', 'packages/contract/src', 'packages/proof/src']
const IMPURE =
  /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.|\bprocess\.|\bfetch\(|\bset(Timeout|Interval|Immediate)\(|\bcrypto\.|from 'node:|\bconsole\./

/** Keeps rules, venue and contract functions of their arguments, so that they can be simulated and proven. */
export const pureCode: TidyCheck = {
  name: 'the pure packages have no clock, no chance and no I/O',
  find: (root) =>
    PURE.flatMap((folder) => filesUnder(root, folder))
      .filter((path) => isCode(path) && !isTest(path))
      .flatMap((path) =>
        linesWith(withoutComments(read(root, path)), IMPURE).map(
          ({ line, found }) =>
            `${path}:${line} uses ${found} in a pure package. Take the moment, the random value or the data as an argument.`,
        ),
      ),
}

/** One noun per feature, the same in every package. A new one is written here first. */
const FEATURES = new Set([
  ...[
    'accounts',
    'agreements',
    'alerts',
    'archive',
    'blocks',
    'cards',
    'charts',
    'complaints',
    'corporate',
    'deposits',
    'files',
    'fairness',
    'follow',
    'fractions',
    'funds',
    'futures',
    'home',
    'kyc',
    'layouts',
    'loans',
    'margin',
    'market',
    'messages',
    'mining',
    'notes',
    'articles',
    'offerings',
    'orders',
  ],
  ...[
    'permissions',
    'placing',
    'plans',
    'practice',
    'positions',
    'profile',
    'quotes',
    'reference',
    'reversals',
    'robots',
    'search',
    'security',
    'settings',
    'statements',
    'subscriptions',
    'suitability',
    'support',
    'trade',
    'transactions',
    'transfers',
    'trust',
    'wallets',
    'watchlist',
    'webview',
  ],
  ...[
    'approvals',
    'audit',
    'broadcasts',
    'calendars',
    'cases',
    'dashboard',
    'integrity',
    'powers',
    'staff',
    'switches',
    'terms',
    'views',
    'withdrawals',
  ],
])
/** Nouns that several features stand on. */
const SHARED_NOUNS = new Set(['calendar', 'fees', 'figures', 'instruments', 'ledger', 'markets', 'testing'])
const FEATURE_HOMES = ['packages/rules/src', 'apps/server/src/features', 'apps/web/src/screens', 'apps/console/src/screens']

export const featureNames: TidyCheck = {
  name: 'a feature has one noun, the same in every package',
  find: (root) =>
    FEATURE_HOMES.flatMap((home) =>
      foldersIn(root, home)
        .filter((name) => !FEATURES.has(name) && !SHARED_NOUNS.has(name))
        .map((name) => `${home}/${name} is no feature of ours. Use one of its nouns, or add the new one to tools/tidy/code.ts.`),
    ),
}

const BOUND_IN_OTHER_WORDS = /\b(MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST|FEWEST)_[A-Z]\w*/u

export const namesOfBounds: TidyCheck = {
  name: 'a bound is MIN_ or MAX_, as everywhere',
  find: (root) =>
    filesUnder(root, '.')
      .filter((path) => isCode(path) && !path.startsWith('tools/tidy'))
      .flatMap((path) =>
        linesWith(withoutComments(read(root, path)), BOUND_IN_OTHER_WORDS).map(
          ({ line, found }) => `${path}:${line} names a bound ${found}. Begin it with MIN_ or MAX_.`,
        ),
      ),
}

const SERVER = 'apps/server/src'

export const oneHome: TidyCheck = {
  name: 'a noun has one home in the server',
  find: (root) =>
    foldersIn(root, SERVER)
      .filter((name) => FEATURES.has(name) || (SHARED_NOUNS.has(name) && name !== 'testing'))
      .map((name) => `${SERVER}/${name} is a second home of ${name}. Move it to ${SERVER}/features/${name}, or name it after what it is.`),
}

const NO_NOUN = /^(utils?|helpers?|common|misc|shared|stuff|functions|lib)\.(ts|tsx|mjs)$/

export const fileNames: TidyCheck = {
  name: 'a file is named after what it holds',
  find: (root) =>
    filesUnder(root, '.')
      .filter((path) => NO_NOUN.test(basename(path)))
      .map((path) => `${path} says nothing about what is in it. Find the noun, and put each function where it is used.`),
}

// Put together from pieces, so that this file does not find itself.
const MARKERS = new RegExp(
  [
    String.raw`\b(TO` + String.raw`DO|FIX` + String.raw`ME|XX` + String.raw`X|HA` + String.raw`CK)\b`,
    '@ts-(ignore|nocheck|expect-error)',
    '(oxlint|eslint)-disable',
    String.raw`\b(test|it|describe)\.(only|skip|todo|fails)\(`,
    String.raw`\bas any\b`,
    '<<<' + '<<<< |>>>' + '>>>> ',
  ].join('|'),
)

export const leftovers: TidyCheck = {
  name: 'nothing is left over: no markers, no silenced checks, no skipped tests',
  find: (root) =>
    filesUnder(root, '.')
      .filter((path) => (isCode(path) || path.endsWith('.sql') || path.endsWith('.css')) && !path.startsWith('tools/tidy'))
      .flatMap((path) =>
        linesWith(read(root, path), MARKERS).map(({ line, found }) => `${path}:${line} has "${found}". Finish it or take it out.`),
      ),
}
