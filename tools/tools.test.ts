import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from './root.ts'
import { run, tool } from './run.ts'

/**
 * A checking tool that quietly looks at nothing reports that all is well. So each one is run, with our settings, over a
 * small project that is in order, and again with one mistake planted in it.
 */
let project: string

const SETTINGS = ['.oxlintrc.json', '.oxfmtrc.json', 'knip.json', '.dependency-cruiser.cjs', 'tsconfig.base.json', 'package.json']
const WORKSPACES = [
  'packages/rules',
  'packages/exchange',
  'packages/contract',
  'packages/proof',
  'packages/ui',
  'packages/text',
  'apps/server',
  'apps/web',
  'apps/console',
  'apps/witness',
]

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'tools-'))
  for (const name of SETTINGS) cpSync(join(root, name), join(project, name))
  for (const name of WORKSPACES) cpSync(join(root, name, 'package.json'), join(project, name, 'package.json'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  plant('tsconfig.json', '{ "extends": "./tsconfig.base.json", "compilerOptions": { "types": ["node"] }, "include": ["packages", "apps"] }')
  plant('packages/rules/src/price.ts', 'export const price = (text: string): bigint => BigInt(text)\n')
  plant('packages/exchange/src/book.ts', "import { price } from '../../rules/src/price.ts'\n\nexport const best = price('1')\n")
  plant('apps/server/src/main.ts', "import { best } from '../../../packages/exchange/src/book.ts'\n\nprocess.stdout.write(String(best))\n")
})
afterEach(() => rmSync(project, { recursive: true }))

function plant(path: string, content: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), content)
}

const COMMANDS = {
  tsc: ['--project', '.'],
  oxlint: ['packages', 'apps'],
  oxfmt: ['--check', 'packages', 'apps'],
  knip: ['--include', 'files,exports,unlisted', '--no-config-hints'],
  depcruise: ['--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'packages', 'apps'],
} as const
type Tool = keyof typeof COMMANDS

const check = (name: Tool) => run(tool(name), COMMANDS[name], { cwd: project })

test.each(Object.keys(COMMANDS) as Tool[])('%s has nothing to say about a project in order', async (name) => {
  const { code, output } = await check(name)
  expect(code, output).toBe(0)
})

const book = "import { price } from '../../rules/src/price.ts'\n\nexport const best = price('1')\n"
const forgottenCase =
  "export function sign(side: 'buy' | 'sell'): number {\n  switch (side) {\n    case 'buy':\n      return 1\n  }\n  return -1\n}\n"
const SAVE = 'const save = async (): Promise<void> => {}\n'

type Mistake = readonly [what: string, name: Tool, path: string, content: string, sentence: RegExp]

const MISTAKES: readonly Mistake[] = [
  ['a wrong type', 'tsc', 'packages/rules/src/size.ts', 'export const size: bigint = 1\n', /TS2322/],
  ['an enum', 'tsc', 'packages/rules/src/side.ts', 'export enum Side {\n  Buy,\n}\n', /TS1294/],
  ['an index that may miss', 'tsc', 'packages/rules/src/first.ts', 'export const first = (all: bigint[]): bigint => all[0]\n', /TS2322/],
  ['a promise nobody awaits', 'oxlint', 'apps/server/src/save.ts', `${SAVE}save()\n`, /no-floating-promises/],
  [
    'a promise where a plain answer is due',
    'oxlint',
    'apps/server/src/save-if.ts',
    `${SAVE}if (save()) await save()\n`,
    /no-misused-promises/,
  ],
  ['any', 'oxlint', 'apps/server/src/row.ts', 'export const row = (value: any): string => String(value)\n', /no-explicit-any/],
  ['a case that was forgotten', 'oxlint', 'packages/rules/src/side.ts', forgottenCase, /switch-exhaustiveness-check/],
  [
    'a clock in the rules',
    'oxlint',
    'packages/rules/src/now.ts',
    'export const now = (): number => Date.now()\n',
    /take `now: Instant` as an argument/,
  ],
  [
    'the environment in the venue',
    'oxlint',
    'packages/exchange/src/seed.ts',
    "export const seed = process.env['SEED']\n",
    /reads no environment/,
  ],
  ['a barrel', 'oxlint', 'packages/rules/src/index.ts', "export * from './price.ts'\n", /no-barrel-file/],
  ['a default export', 'oxlint', 'packages/rules/src/one.ts', 'export default 1\n', /no-default-export/],
  ['double quotes and semicolons', 'oxfmt', 'packages/rules/src/name.ts', 'export const name = "rueda";\n', /name\.ts/],
  ['an export nobody uses', 'knip', 'packages/exchange/src/book.ts', `${book}export const worst = 2n\n`, /worst/],
  ['a file nobody uses', 'knip', 'apps/server/src/old.ts', 'export const old = 1\n', /old\.ts/],
  [
    'a package that is not listed',
    'knip',
    'apps/server/src/main.ts',
    `import 'lodash'\nimport '../../../packages/exchange/src/book.ts'\n`,
    /lodash/,
  ],
  [
    'rules that know the venue',
    'depcruise',
    'packages/rules/src/best.ts',
    "import { best } from '../../exchange/src/book.ts'\nexport const found = best\n",
    /rules-know-nobody/,
  ],
  [
    'a proof that knows the rules',
    'depcruise',
    'packages/proof/src/head.ts',
    "import { price } from '../../rules/src/price.ts'\nexport const found = price\n",
    /proof-knows-nobody/,
  ],
  [
    'a ledger that knows a product',
    'depcruise',
    'packages/rules/src/ledger/account-state.ts',
    "import '../price.ts'\n",
    /ledger-below-products/,
  ],
  [
    'a contract that knows the server',
    'depcruise',
    'packages/contract/src/orders.ts',
    "import '../../../apps/server/src/main.ts'\n",
    /packages-below-apps/,
  ],
  [
    'a file system in the rules',
    'depcruise',
    'packages/rules/src/file.ts',
    "import { readFileSync } from 'node:fs'\nexport const file = readFileSync\n",
    /pure-has-no-machine/,
  ],
  [
    'an app that sees the venue',
    'depcruise',
    'apps/web/src/main.ts',
    "import '../../../packages/exchange/src/book.ts'\n",
    /web-through-the-wire/,
  ],
  [
    'a cycle',
    'depcruise',
    'packages/rules/src/price.ts',
    "import { peek } from './peek.ts'\nexport const price = (text: string): bigint => BigInt(text) + peek()\n",
    /no-cycles/,
  ],
  ...(
    [
      ['a component that reads by itself', 'packages/ui/src/lists/Rows.tsx', '@tanstack/react-query', 'ui-shows-only'],
      ['a screen of another folder', 'apps/web/src/screens/orders/Ticket.tsx', '../wallets/Wallets.tsx', 'screens-keep-to-themselves'],
      ['a form that is made in its own way', 'apps/web/src/screens/orders/OrderForm.tsx', 'react-hook-form', 'forms-in-one-way'],
      ['a screen that knows the frame', 'apps/web/src/screens/orders/Orders.tsx', '../../app/Frame.tsx', 'frame-is-on-top'],
      [
        'a shared part that knows a screen',
        'apps/web/src/shared/orders/Row.tsx',
        '../../screens/wallets/Wallets.tsx',
        'shared-knows-no-screen',
      ],
      [
        'a screen of another folder of the console',
        'apps/console/src/screens/orders/Orders.tsx',
        '../wallets/Wallets.tsx',
        'screens-keep-to-themselves',
      ],
      [
        'a screen that knows the decisions of all cases',
        'apps/console/src/screens/orders/OpenOrder.tsx',
        '../../case-decisions.ts',
        'console-is-put-together-above',
      ],
      [
        'a screen that knows the frame of the console',
        'apps/console/src/screens/orders/Filters.tsx',
        '../../app/Frame.tsx',
        'console-is-put-together-above',
      ],
      [
        'a shared part of the console that knows a screen',
        'apps/console/src/shared/orders/Row.tsx',
        '../../screens/wallets/Wallets.tsx',
        'shared-knows-no-screen',
      ],
      ['a witness that knows the rules', 'apps/witness/src/keep.ts', '../../../packages/rules/src/price.ts', 'witness-stands-outside'],
      ['a server that knows the witness', 'apps/server/src/outside.ts', '../../witness/src/keep.ts', 'nobody-knows-the-witness'],
    ] as const
  ).map(([what, path, imported, rule]): Mistake => [what, 'depcruise', path, `import '${imported}'\n`, new RegExp(`${rule}: ${path}`)]),
  [
    'a look inside another feature',
    'depcruise',
    'apps/server/src/features/orders/routes.ts',
    "import '../wallets/store.ts'\n",
    /features-keep-to-themselves: apps\/server\/src\/features\/orders\/routes\.ts/,
  ],
  [
    "another feature's routes of the back office",
    'depcruise',
    'apps/server/src/features/orders/decide.ts',
    "import '../wallets/admin.routes.ts'\n",
    /features-keep-to-themselves: apps\/server\/src\/features\/orders\/decide\.ts/,
  ],
  [
    "another feature's presenter",
    'depcruise',
    'apps/server/src/features/orders/frames/frame.ts',
    "import '../../wallets/present-margin.ts'\n",
    /features-keep-to-themselves: apps\/server\/src\/features\/orders\/frames\/frame\.ts/,
  ],
  [
    'infrastructure that knows a feature',
    'depcruise',
    'apps/server/src/http/balance.ts',
    "import { shown } from '../features/wallets/present-margin.ts'\nexport const balance = shown\n",
    /infrastructure-knows-no-feature: apps\/server\/src\/http\/balance\.ts/,
  ],
  [
    'infrastructure that knows only the type of a feature',
    'depcruise',
    'apps/server/src/push/wallet.ts',
    "import type { Shown } from '../features/wallets/present-margin.ts'\nexport type Wallet = Shown\n",
    /infrastructure-knows-no-feature: apps\/server\/src\/push\/wallet\.ts/,
  ],
  [
    'infrastructure that lists the features',
    'depcruise',
    'apps/server/src/jobs/every-job.ts',
    "import '../features/all.ts'\n",
    /infrastructure-knows-no-feature: apps\/server\/src\/jobs\/every-job\.ts/,
  ],
  [
    'a feature that knows the list of features',
    'depcruise',
    'apps/server/src/features/orders/others.ts',
    "import '../all.ts'\n",
    /features-are-put-together-above: apps\/server\/src\/features\/orders\/others\.ts/,
  ],
]

/** The feature that the mistakes look into. */
const WALLETS = {
  'store.ts': 'export const wallets = 1\n',
  'admin.routes.ts': 'export const routes = 1\n',
  'present-margin.ts': 'export type Shown = number\nexport const shown: Shown = 1\n',
}

/** All mistakes that one tool finds are planted at once, each in a file of its own: a tool takes seconds to start. */
test.each(Object.keys(COMMANDS) as Tool[])('%s finds every mistake that it is there for', async (name) => {
  const mistakes = MISTAKES.filter(([, finder]) => finder === name)
  expect(mistakes).not.toEqual([])
  expect(new Set(mistakes.map(([, , path]) => path)).size).toBe(mistakes.length)
  plant('packages/rules/src/peek.ts', "import { price } from './price.ts'\n\nexport const peek = (): bigint => price('2')\n")
  for (const [file, content] of Object.entries(WALLETS)) plant(`apps/server/src/features/wallets/${file}`, content)
  plant('apps/server/src/features/all.ts', 'export const allFeatures = []\n')
  for (const app of ['web', 'console']) {
    plant(`apps/${app}/src/screens/wallets/Wallets.tsx`, 'export const wallets = 1\n')
    plant(`apps/${app}/src/app/Frame.tsx`, 'export const frame = 1\n')
  }
  plant('apps/console/src/case-decisions.ts', 'export const caseDecisions = {}\n')
  for (const [, , path, content] of mistakes) plant(path, content)
  const { code, output } = await check(name)
  for (const [what, , , , sentence] of mistakes) expect.soft(output, what).toMatch(sentence)
  expect(code).not.toBe(0)
})
