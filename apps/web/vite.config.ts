import { createHash } from 'node:crypto'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { endpointsWithoutSchemas } from '../../tools/vite/endpoints-without-schemas.ts'
import { fetchBeforeImport } from '../../tools/vite/fetch-before-import.ts'
import { firstReads } from '../../tools/vite/first-reads.ts'
import { firstWords } from '../../tools/vite/first-words.ts'
import { noCircles } from '../../tools/vite/no-circles.ts'
import { offlineWorker } from '../../tools/vite/offline-worker.ts'
import { routerWithoutNames } from '../../tools/vite/router-without-names.ts'
import { smallTheme } from '../../tools/vite/small-theme.ts'
import { thirdPartyLicences } from '../../tools/vite/third-party-licences.ts'
import { builtFrom } from '../../tools/built-from.ts'
import { engineBundle } from '../../tools/engine-bundle.ts'

const ROOT = join(import.meta.dirname, '../..')
const WORKER = join(import.meta.dirname, 'src/worker/service-worker.ts')
/** The engine that the app carries, by the name it has in the public log. */
const ENGINE = createHash('sha256')
  .update(await engineBundle(ROOT))
  .digest('hex')
const SERVER = process.env['RUEDA_SERVER'] ?? 'http://127.0.0.1:8080'

/**
 * The start is a file of the libraries that every screen uses, which browsers keep, and a file of the app. What several
 * screens share comes in few files too; charts and forms come with the screens that use them.
 */
const SHARED_BY = 3
/** Schemas, and what is made with them, come with the forms that are held to them. None may lie in `shared`, which they import. */
const FORMS =
  /node_modules\/(react-hook-form|@hookform|zod)\/|contract\/src\/(fields|account-forms|watchlist-forms|envelope)|(screens|shared)\/(accounts|forms)\/.*([Pp]assword|schema|EmailStep)|shared\/(security\/whole-factor|cards\/(card-form|money-out-proof)|alerts\/alert-form|watchlist\/(ListNameForm|NewListForm|ListsSheet))|screens\/(withdrawals\/(WithdrawForm|ReviewSheet|other-account)|deposits\/deposit-forms)/
/** What home needs a moment after its first screen. It must not need what other screens share, which would come with it. */
const HOME =
  /screens\/home\/WatchedCard|shared\/watchlist\/(watching|closes|device-order)|contract\/src\/watchlist\.ts|(queriesObserver|useQueries)\.js|sheets\/sheet-open/
/** What watches the house's word, and the proofs it takes: nobody waits for it. None may lie in `shared`, which it imports. */
const TRUST =
  /node_modules\/@noble\/|packages\/proof\/src|src\/shared\/trust\/[\w-]+\.ts$|contract\/src\/(chain-entry|trust)\.ts|rules\/src\/ledger\/(entry|accounts)\.ts/
const apart = { includeDependenciesRecursively: false }
/**
 * A module belongs to the first of these that wants it. `live` (what arrives by push, and what it makes out of date) and `quote` take all that
 * their modules need with them, so that they never wait for `shared`, which may need them.
 */
const groups = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler|react-router)\//, ...apart, priority: 6 },
  { name: 'start', tags: ['$initial' as const], ...apart, priority: 5 },
  { name: 'chart', test: /node_modules\/(lightweight-charts|fancy-canvas)\//, ...apart, priority: 4 },
  { name: 'forms', test: FORMS, ...apart, priority: 4 },
  { name: 'home', test: HOME, ...apart, priority: 4 },
  { name: 'trust', test: TRUST, ...apart, priority: 4 },
  { name: 'live', test: /shared\/(live\/private-frames|server\/out-of-date)\.ts/, priority: 3 },
  { name: 'quote', test: /screens\/quotes\/(Stock|Future|Index|Forex)Quote\.tsx/, priority: 2 },
  { name: 'shared', minShareCount: SHARED_BY, ...apart, priority: 1 },
]

export default defineConfig({
  base: './',
  plugins: [
    react(),
    tailwindcss(),
    endpointsWithoutSchemas(),
    fetchBeforeImport(),
    firstReads(),
    firstWords(),
    routerWithoutNames(),
    smallTheme(),
    noCircles(),
    offlineWorker(WORKER),
    thirdPartyLicences(ROOT),
  ],
  define: { 'import.meta.env.VITE_COMMIT': JSON.stringify(builtFrom(ROOT)), 'import.meta.env.VITE_ENGINE': JSON.stringify(ENGINE) },
  server: {
    proxy: {
      '/web': { target: SERVER, ws: true },
      '/docs': { target: SERVER },
      '/files': { target: SERVER },
      '/trust': { target: SERVER },
    },
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // Nothing is inlined: the policy of the page allows scripts from its own address only.
    assetsInlineLimit: 0,
    rollupOptions: { output: { codeSplitting: { groups } } },
  },
})
