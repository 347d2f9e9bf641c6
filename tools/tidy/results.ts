import { type TidyCheck, filesUnder, isCode, isTest, linesWith, read } from './files.ts'

/**
 * Prices, fills, balances, positions and promises are written in few places, each of which follows from rules. A new place
 * is a new power over results: it is named here first, so that a reviewer asks why (`docs/rules/back-office.md` BO-03).
 */
const RESULTS =
  '(entries|fills|positions|margin_positions|orders|order_events|wallets|account_states|postings|corporate_actions|entitlements|day_commitments|venue_settings|price_models|vrf_keys|vrf_starts|day_rounds|day_keys)'
const WRITES = new RegExp(String.raw`\b(insert into|update|delete from|truncate|copy|merge into)\s+(only\s+)?${RESULTS}\b`, 'iu')

const WRITERS: readonly string[] = [
  'apps/server/src/features/accounts/freeze.ts',
  'apps/server/src/features/wallets/open.ts',
  'apps/server/src/features/corporate/recorded.ts',
  // The SHA-256 of an account's key, once: the database refuses another.
  'apps/server/src/trust-log/account-keys.ts',
  'apps/server/src/features/trust/day-store.ts',
  'apps/server/src/venue/commitments.ts',
  'apps/server/src/venue/day-rounds.ts',
  'apps/server/src/venue/price-models.ts',
  'apps/server/src/venue/secret.ts',
  'apps/server/src/venue/vrf-days.ts',
]
const WRITE_PATH = 'apps/server/src/write-path/'
/** Code that staff reach: it may decide and never writes results itself. */
const STAFF = /^apps\/server\/src\/(admin|features\/(approvals|audit|cases|staff))\/|admin\.routes\.ts$/u
const WRITE_PATH_INSIDES = /write-path\/(save|copy|batch|tables|connections)\.ts/u

export const resultWriters: TidyCheck = {
  name: 'results are written by the write path and a few named places, and never by what staff reach',
  find: (root) =>
    filesUnder(root, 'apps/server/src')
      .filter((path) => isCode(path) && !isTest(path) && !path.includes('/testing/'))
      .flatMap((path) => [
        ...(path.startsWith(WRITE_PATH) || WRITERS.includes(path)
          ? []
          : linesWith(read(root, path), WRITES).map(
              ({ line, found }) => `${path}:${line} has "${found}". Results follow from rules: go through the write path.`,
            )),
        ...(STAFF.test(path)
          ? linesWith(read(root, path), WRITE_PATH_INSIDES).map(
              ({ line, found }) => `${path}:${line} imports ${found}. Staff decide through rules and never write results.`,
            )
          : []),
      ]),
}
