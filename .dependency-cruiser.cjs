// The arrows of docs/architecture.md. Each rule says what to do instead.
const PURE = '^packages/(rules|exchange|contract|proof)/src/'
const TESTS = '\\.(test|sim\\.test|pg\\.test|http\\.test)\\.tsx?$'
const FEATURES = '^apps/server/src/features/[^/]+/'
/** Where the server is put together, and where its features are listed. */
const COMPOSITION = [
  '^apps/server/src/(main|start-server|start-front|serve-fronts|open-beside-core|gauges|assemble|publish|start-accounts|start-market|serve-accounts|break-glass|setup-link|verify|restore|move-files|new-log|new-key|announce-engine)\\.ts$',
  '^apps/server/src/features/[^/]+\\.ts$',
]

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid(
      'no-cycles',
      'Two files that need each other are one thing, or need a third. Move what they share.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'no-unresolved',
      'The import leads nowhere. Is the .ts ending there, and the package in package.json?',
      {},
      { couldNotResolve: true },
    ),
    forbid(
      'rules-know-nobody',
      'rules is the bottom: what it needs comes as an argument. Hashes and alphabets of addresses are as pure as the rules.',
      { path: '^packages/rules/src/', pathNot: TESTS },
      { pathNot: '^(packages/rules/src/|node_modules/@(noble/hashes|scure/base)/)' },
    ),
    forbid(
      'ledger-below-products',
      'The ledger knows no product: a product describes its records in its own folder (orders/records.ts).',
      { path: '^packages/rules/src/ledger/', pathNot: TESTS },
      {
        path: '^packages/rules/src/',
        pathNot: '^packages/rules/src/(ledger|wallets)/|^packages/rules/src/(money|time|decimal|result)[.]ts$',
      },
    ),
    forbid(
      'exchange-knows-rules',
      'exchange may import rules only.',
      { path: '^packages/exchange/src/', pathNot: TESTS },
      { pathNot: '^packages/(exchange|rules)/src/' },
    ),
    forbid(
      'contract-knows-rules',
      'contract may import rules and zod only.',
      { path: '^packages/contract/src/', pathNot: TESTS },
      { pathNot: ['^packages/(contract|rules)/src/', '^node_modules/zod/'] },
    ),
    forbid(
      'proof-knows-nobody',
      'proof runs alone in a page that checks us, so it imports nothing of ours: what it needs comes as an argument.',
      { path: '^packages/proof/src/', pathNot: [TESTS, '/testing/'] },
      { pathNot: '^(packages/proof/src/|node_modules/@noble/(curves|hashes)/)' },
    ),
    forbid(
      'pure-has-no-machine',
      'Pure packages do no I/O; take the value as an argument.',
      { path: PURE, pathNot: TESTS },
      { dependencyTypes: ['core'] },
    ),
    forbid('packages-below-apps', 'A package is used by apps and never knows them.', { path: '^packages/' }, { path: '^apps/' }),
    forbid(
      'ui-shows-only',
      'ui gets its data as properties: no server, contract or exchange, and nothing that fetches, routes or remembers.',
      { path: '^packages/ui/src/', pathNot: TESTS },
      { path: ['^(apps/|packages/(contract|exchange)/)', 'node_modules/(@tanstack|react-router|zustand)/'] },
    ),
    forbid(
      'text-stands-alone',
      'text holds words and their keys.',
      { path: '^packages/text/', pathNot: TESTS },
      { path: '^(apps/|packages/(rules|exchange|contract|ui)/)' },
    ),
    forbid(
      'web-through-the-wire',
      'The app talks to the server through the contract and never sees the venue. The exceptions draw finished days again and run them again, in workers of their own, and compare what comes out.',
      { path: '^apps/web/', pathNot: '^apps/web/src/shared/(trust/(draw-worker|prove-days)\\.ts$|executions/)' },
      { path: '^(apps/(server|console)/|packages/(exchange|contract/src/admin)/)' },
    ),
    forbid(
      'console-through-the-wire',
      'The console talks to the server through the contract, and no code of the customers’ app reaches it or is reached by it.',
      { path: '^apps/console/' },
      { path: '^(apps/(server|web)/|packages/exchange/)' },
    ),
    forbid(
      'server-has-no-screens',
      'The server draws nothing.',
      { path: '^apps/server/' },
      { path: '^(apps/(web|console)/|packages/ui/)' },
    ),
    forbid(
      'features-keep-to-themselves',
      "A feature's store, present and routes are its own; another feature uses what it offers under its noun.",
      { path: '^apps/server/src/features/([^/]+)/', pathNot: TESTS },
      { path: '^apps/server/src/features/.*(store|routes|present[^/]*)\\.ts$', pathNot: '^apps/server/src/features/$1/' },
    ),
    forbid(
      'infrastructure-knows-no-feature',
      'What features stand on is given what is theirs as a value, where the server is put together.',
      { path: '^apps/server/src/', pathNot: [FEATURES, ...COMPOSITION, '^apps/server/src/(app\\.ts$|testing/)', TESTS] },
      { path: [FEATURES, ...COMPOSITION, '^apps/server/src/app\\.ts$'] },
    ),
    forbid(
      'features-are-put-together-above',
      'A feature knows neither the lists of features nor how the server is put together: take what you need of it as an argument.',
      { path: FEATURES, pathNot: TESTS },
      { path: COMPOSITION },
    ),
    forbid(
      'witness-stands-outside',
      'Whoever watches us runs nothing of ours but proof, so that it is little to read.',
      { path: '^apps/witness/', pathNot: TESTS },
      { path: '^(apps/(?!witness/)|packages/(?!proof/)|node_modules/(?!@noble/))' },
    ),
    forbid(
      'nobody-knows-the-witness',
      'The witness is a program of somebody else: it is spoken to over HTTP.',
      { path: '^(apps/(?!witness/)|packages/)', pathNot: TESTS },
      { path: '^apps/witness/' },
    ),
    forbid(
      'screens-keep-to-themselves',
      'Each folder of screens can be read alone. What several of them show or ask for lies in shared of the same app, under its noun.',
      { path: '^apps/(web|console)/src/screens/([^/]+)/', pathNot: TESTS },
      { path: '^apps/$1/src/screens/', pathNot: '^apps/$1/src/screens/$2/' },
    ),
    forbid(
      'forms-in-one-way',
      'A form is useSchemaForm of web/src/shared/forms, which alone knows the library beneath it.',
      { path: '^apps/web/src/', pathNot: '^apps/web/src/shared/forms/use-schema-form\\.ts$' },
      { path: 'node_modules/(react-hook-form|@hookform)/' },
    ),
    forbid(
      'frame-is-on-top',
      'The frame shows screens, and screens stand on what is shared: neither knows the frame.',
      { path: '^apps/web/src/(screens|shared)/', pathNot: TESTS },
      { path: '^apps/web/src/(app/|screens\\.ts$|main\\.tsx$)' },
    ),
    forbid(
      'console-is-put-together-above',
      'A screen knows neither the frame nor the lists of screens and of decisions beside routes.ts: what it needs of them is provided.',
      { path: '^apps/console/src/(screens|shared)/', pathNot: TESTS },
      { path: '^apps/console/src/(app/(Console|Frame)\\.tsx$|[^/]+$)' },
    ),
    forbid(
      'shared-knows-no-screen',
      'What screens share is below them all. A part of a screen that others need moves to shared with what it needs.',
      { path: '^apps/(web|console)/src/shared/', pathNot: TESTS },
      { path: '^apps/$1/src/screens/' },
    ),
    forbid(
      'no-tests-in-product',
      'Product code does not lean on tests.',
      { path: '^(apps|packages)/[^/]+/src/', pathNot: [TESTS, '/testing/'] },
      { path: [TESTS, '/src/testing/', '^node_modules/(vitest|fast-check|happy-dom|@testing-library)/'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What we build ourselves. The dist of a package that we use is the package.
    exclude: { path: '^(apps|packages)/[^/]+/dist/' },
    moduleSystems: ['es6', 'cjs'],
    // TypeScript 7 has no library for this tool to call; @swc/core reads .ts and .tsx in its place. Without it every
    // .ts file would be skipped without a word, so a test plants a forbidden import and waits for the complaint.
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
    },
  },
}
