import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { root } from '../root.ts'
import { tidyChecks } from './checks.ts'
import { read, withoutComments } from './files.ts'
import { expandingMigrations } from './project.ts'

/** Each tidy check is shown a small project with one mistake in it, and has to find that one and no other. */
let project: string

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), 'planted-'))
  cpSync(join(root, 'packages/text'), join(project, 'packages/text'), { recursive: true })
  plant('packages/rules/src/refusals.ts', withoutComments(read(root, 'packages/rules/src/refusals.ts')))
  plant('package.json', '{ "scripts": {} }')
  plant('package-lock.json', '{ "packages": {} }')
})
afterEach(() => rmSync(project, { recursive: true }))

function plant(path: string, content: string): void {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), content)
}

const findings = (): string[] => tidyChecks.flatMap(({ find }) => find(project))

test('a tidy project has nothing to find', () => {
  plant(
    'packages/rules/src/wallets/wallet.ts',
    '// Not Date.now(): time is an argument.\nexport const name = "process.env is a word here"\n'.replace('process.env', 'the process'),
  )
  expect(findings()).toEqual([])
})

test('a form may have stages, and what stands around it states of any kind', () => {
  plant(
    'apps/web/src/screens/orders/Ask.tsx',
    [
      'function Page() {',
      "  const [shown, show] = useState('')",
      '  return <Ask />',
      '}',
      '',
      'function Ask() {',
      '  const [isOnDevice, setOnDevice] = useState(false)',
      '  return <Form onSend={send} />',
      '}',
    ].join('\n'),
  )
  expect(findings()).toEqual([])
})

test.each([
  ['a bound in words of our own', 'packages/rules/src/orders/order.ts', 'const MOST_SHOWN = 10', 'order.ts:1 names a bound MOST_SHOWN'],
  ['a clock in the rules', 'packages/rules/src/orders/order.ts', 'const now = Date.now()', 'order.ts:1 uses Date.now in a pure package'],
  [
    'a date of now in the contract',
    'packages/contract/src/orders.ts',
    '\nconst now = new Date()',
    'orders.ts:2 uses new Date() in a pure package',
  ],
  ['a clock in the simulation', 'packages/rules/sim/run.ts', 'const first = Date.now()', 'run.ts:1 uses Date.now in a pure package'],
  ['chance in a proof', 'packages/proof/src/head.ts', 'export const draw = () => Math.random()', 'head.ts:1 uses Math.random'],
  ['chance in the venue', 'packages/exchange/src/prices/draw.ts', 'export const draw = () => Math.random()', 'draw.ts:1 uses Math.random'],
  [
    "a runtime's logarithm in a price",
    'packages/exchange/src/prices/draw.ts',
    'export const draw = (u: number) => Math.log(u)',
    'draw.ts:1 uses Math.log, which runtimes do differently',
  ],
  [
    'a power in a price',
    'packages/exchange/src/world/path.ts',
    '/** Squared. */\nconst squared = 1.1 ** 2',
    'path.ts:2 uses **, which runtimes do differently',
  ],
  [
    "a runtime's sine in the matching",
    'packages/exchange/src/matching/draw.ts',
    'export const draw = (u: number) => Math.sin(u)',
    'draw.ts:1 uses Math.sin, which runtimes do differently',
  ],
  [
    "a language's order in the matching",
    'packages/exchange/src/matching/draw.ts',
    'export const order = (a: string, b: string) => a.localeCompare(b)',
    'draw.ts:1 uses .localeCompare, which runtimes do differently',
  ],
  [
    'a market asked for by its name',
    'apps/server/src/features/quotes/routes.ts',
    "const hasFronts = instrument.market === 'FUT'",
    "routes.ts:1 has market === 'FUT', which no compiler names",
  ],
  [
    'a list of markets',
    'packages/exchange/src/closures/closable.ts',
    "export const closable = ['US', 'TW'] as const",
    "closable.ts:1 has ['US', 'TW'], which no compiler names",
  ],
  [
    'an id made of a market and the code of today',
    'apps/server/src/features/orders/routes.ts',
    'const id = `${input.market}:${input.stockCode}`',
    'routes.ts:1 makes an id by hand with ${input.market}:${input.stockCode}',
  ],
  [
    'an id made of a code in a market by name',
    'apps/web/src/shared/quotes/share.ts',
    'const id = `US:${code}`',
    'share.ts:1 makes an id by hand with `US:${',
  ],
  [
    'an id joined of its parts',
    'apps/server/src/features/alerts/store.ts',
    "const id = market + ':' + code",
    "store.ts:1 makes an id by hand with market + ':' +",
  ],
  ['the machine in the rules', 'packages/rules/src/orders/order.ts', "import { readFileSync } from 'node:fs'", "uses from 'node:"],
  [
    'a result written past the write path',
    'apps/server/src/features/orders/fix.ts',
    "const SQL = 'update fills set price = 1'",
    'fix.ts:1 has "update fills". Results follow from rules',
  ],
  [
    'staff who write into the books',
    'apps/server/src/features/deposits/admin.routes.ts',
    "import { saveBatch } from '../../write-path/save.ts'",
    'admin.routes.ts:1 imports write-path/save.ts. Staff decide through rules',
  ],
  ['an unknown feature', 'apps/server/src/features/users/routes.ts', '', 'apps/server/src/features/users is no feature of ours'],
  ['a second home of a noun', 'apps/server/src/terms/book.ts', '', 'apps/server/src/terms is a second home of terms. Move it to'],
  ['a second home of what features share', 'apps/server/src/ledger/entry.ts', '', 'apps/server/src/ledger is a second home of ledger'],
  ['a screen folder with another noun', 'apps/web/src/screens/wallet/Wallet.tsx', '', 'apps/web/src/screens/wallet is no feature of ours'],
  ['a file without a noun', 'apps/server/src/http/utils.ts', '', 'apps/server/src/http/utils.ts says nothing about what is in it'],
  ['a component beside the folders of ui', 'packages/ui/src/Button.tsx', '', 'packages/ui/src/Button.tsx lies beside the folders of ui'],
  [
    'a sheet that keeps what it showed in its own way',
    'apps/web/src/screens/orders/OrderSheet.tsx',
    'if (order !== null && order !== shown) setShown(order)',
    'OrderSheet.tsx:1 keeps what it showed last. Take useLastShown',
  ],
  [
    'a screen that decides itself what is out of date',
    'apps/web/src/screens/orders/use-send.ts',
    'void cache.invalidateQueries({ queryKey: [orders.list.path] })',
    'use-send.ts:1 decides itself what is out of date. Name it in apps/web/src/shared/server/out-of-date.ts',
  ],
  [
    'a screen that says a failure in its own way',
    'apps/web/src/screens/orders/AmendOrder.tsx',
    "const wrong = error?.is('order.closed') === true ? error.message : null",
    'AmendOrder.tsx:1 puts a failure into words itself. Take Failure, failureAt or useSayFailure',
  ],
  [
    'a form of its own',
    'apps/web/src/screens/orders/Ask.tsx',
    'export const Ask = () => <form noValidate />',
    'Ask.tsx:1 makes a form of its own. Take Form of apps/web/src/shared/forms/Form.tsx',
  ],
  [
    'a formatter of dates of its own',
    'apps/web/src/screens/orders/Ask.tsx',
    "export const monthOf = (at: number) => new Intl.DateTimeFormat('es', { month: 'long' }).format(at)",
    'Ask.tsx:1 writes a date itself. Take a format of packages/text/dates.ts',
  ],
  [
    'a day and an hour put together',
    'apps/web/src/screens/orders/Ask.tsx',
    'export const opening = (at: number) => `${formatDate(at)} ${formatTime(at)}`',
    'Ask.tsx:1 writes a date itself. Take a format of packages/text/dates.ts',
  ],
  [
    'a field that a form keeps in a state of its own',
    'apps/web/src/screens/orders/Ask.tsx',
    "const first = ''\n\nfunction Ask() {\n  const [price, setPrice] = useState(first)\n  return <Form onSend={send} />\n}",
    'Ask.tsx:4 keeps what a form holds in a state of its own. Take useSchemaForm',
  ],
  ['a marker', 'apps/web/src/app/shell.ts', `// TO${'DO'} later`, `shell.ts:1 has "TO${'DO'}"`],
  ['a skipped test', 'apps/web/src/app/shell.test.ts', `test.sk${'ip'}('x', () => {})`, 'shell.test.ts:1 has "test.skip("'],
  ['a silenced check', 'bench/orders.ts', `// ox${'lint'}-disable-next-line`, 'orders.ts:1 has "oxlint-disable"'],
  ['a text that one language lacks', 'packages/text/th/titles.json', '{}', 'packages/text/th/titles.json has no "'],
  [
    'a text that only one language has',
    'packages/text/de/planted.json',
    '{ "only.here": "x" }',
    'de/planted.json has "only.here", which es does not',
  ],
  ['an empty text', 'packages/text/es/planted.json', '{ "a": " " }', 'packages/text/es/planted.json has no "a"'],
  [
    'a refusal without words',
    'packages/rules/src/refusals.ts',
    "export const refusals = {\n  'moon.closed': 9,\n} as const",
    'hi/refusals.json has no "moon.closed"',
  ],
  [
    'an address in the lockfile',
    'package-lock.json',
    '{"packages":{"node_modules/a":{"resolved":"https://example.org/a.tgz"}}}',
    'node_modules/a carries an address',
  ],
  [
    'a platform that the lockfile lacks',
    'package-lock.json',
    '{"packages":{"node_modules/a":{"optionalDependencies":{"a-win32":"1"}}}}',
    'node_modules/a wants a-win32',
  ],
  [
    'a command that leads nowhere',
    'package.json',
    '{"scripts":{"fly":"node tools/bootstrap.mjs fly"}}',
    'npm run fly leads to tools/commands/fly.ts',
  ],
  ['two decisions of one number', 'docs/decisions/0002-second.md', '', '0002-second.md breaks the row of numbers'],
  ['a gap between migrations', 'apps/server/src/db/migrations/0002_second.sql', '', '0002_second.sql breaks the row of numbers'],
  ['a link to nothing', 'docs/operations.md', 'See [the plan](plan.md).', 'docs/operations.md points to plan.md'],
  [
    'a rule file that is not there',
    'packages/rules/src/orders/order.ts',
    '/** Held as `docs/rules/holds.md` D.3 says. */',
    'order.ts cites docs/rules/holds.md, which is not there',
  ],
  [
    'a rule by the name it had outside the project',
    'apps/web/src/app/shell.ts',
    '// The envelope (`domain.md` 0.3).',
    'shell.ts cites domain.md, which is not here',
  ],
  ['such a name in a document', 'docs/operations.md', 'As ux.md 4.13 has it.', 'docs/operations.md cites ux.md'],
])('%s is found', (_, path, content, sentence) => {
  plant(path, content)
  const found = findings()
  expect(found.join('\n')).toContain(sentence)
  expect(found.length === 1 || path.endsWith('refusals.ts') || path.startsWith('packages/text')).toBe(true)
})

test("a runtime's power in a rule that matching takes its values from is found, and in another rule it is not", () => {
  plant('packages/rules/src/orders/growth.ts', 'export const growth = (days: number) => Math.pow(1.1, days)')
  plant('packages/rules/src/follow/growth.ts', 'export const growth = (days: number) => Math.pow(1.1, days)')
  plant('packages/exchange/src/matching/types.ts', "import type { Growth } from '@rueda/rules/follow/growth.ts'\n")
  expect(findings()).toEqual([])
  plant('packages/exchange/src/matching/band.ts', "import {\n  growth,\n} from '@rueda/rules/orders/growth.ts'\n")
  expect(findings()).toEqual([
    expect.stringContaining('packages/rules/src/orders/growth.ts:1 uses Math.pow, which runtimes do differently'),
  ])
})

const HOLDS =
  '# Holds\n\n## D.3, O.4 What an order holds\n\n**O.3** is one more, and J31 is not.\n\n| id | what |\n|---|---|\n| J30 | a hold |\n'

describe('a rule book with one file', () => {
  beforeEach(() => {
    plant('docs/rules/README.md', '- [holds](holds.md)\n')
    plant('docs/rules/holds.md', HOLDS)
  })

  test.each([
    ['// `docs/rules/holds.md` D.3, O.4 and J30'],
    ['/**\n * Held (`docs/rules/holds.md`\n * O.3, D.3).\n */'],
    ['// Kept as docs/rules/holds.md says.'],
  ])('has what %j cites', (comment) => {
    plant('packages/rules/src/orders/hold.ts', comment)
    plant('docs/decisions/0001-holds.md', 'Decided by [D.3](../rules/holds.md), see [the rules](../rules/holds.md).')
    expect(findings()).toEqual([])
  })

  test.each([
    ['an id that no rule has', 'bench/orders.ts', '// `docs/rules/holds.md` D.4', 'D.4'],
    ['the second id of two', 'bench/orders.ts', '// `docs/rules/holds.md` D.3, O.5', 'O.5'],
    ['the end of a range', 'bench/orders.ts', '// `docs/rules/holds.md` O.3 to O.7', 'O.7'],
    ['an id on the next line', 'bench/orders.ts', '// `docs/rules/holds.md`\n// B.1', 'B.1'],
    ['an id that is only mentioned', 'bench/orders.ts', '// `docs/rules/holds.md` J31', 'J31'],
    ['an id in the title of a test', 'e2e/orders.spec.ts', "test('holds (docs/rules/holds.md 0.3)', () => {})", '0.3'],
    ['the words of a link', 'docs/decisions/0001-holds.md', 'Decided by [D.9](../rules/holds.md).', 'D.9'],
  ])('%s is found', (_, path, content, id) => {
    plant(path, content)
    expect(findings()).toEqual([`${path} cites docs/rules/holds.md ${id}, which does not stand in it.`])
  })

  test('lists it', () => {
    plant('docs/rules/fees.md', '# Fees\n')
    expect(findings()).toEqual(['docs/rules/README.md does not list fees.md.'])
  })
})

test('a language that is missing altogether is found', () => {
  rmSync(join(project, 'packages/text/ja'), { recursive: true })
  expect(findings()).toContain('packages/text/ja is missing.')
})

describe('a migration that an older release has to live with', () => {
  const found = (sql: string, name = '0200_planted.sql'): string[] => {
    plant(`apps/server/src/db/migrations/${name}`, sql)
    return expandingMigrations.find(project)
  }

  test.each([
    ['drop table orders;', 'takes away'],
    ['alter table orders drop column price;', 'takes away'],
    ['alter table orders\n  add column cost bigint, drop price;', 'takes away'],
    ['alter table orders rename column price to cost;', 'renames'],
    ["do $$ begin execute 'alter table orders rename to requests'; end $$;", 'renames'],
    ['alter table orders alter column price set not null;', 'asks for'],
    ['alter table orders alter column price type bigint;', 'changes a type'],
    ['alter table orders alter price set data type bigint;', 'changes a type'],
  ])('%s is found', (sql, why) => {
    expect(found(sql)).toEqual([expect.stringContaining(`0200_planted.sql ${why}`)])
  })

  test.each([
    'create table ipos (id uuid primary key, type text not null);',
    'alter table orders add column cost bigint not null default 0;',
    '-- Nothing is renamed here, and no column dropped: drop column price.\nalter table orders alter column price drop not null;',
    'alter table orders drop constraint orders_price_check;',
    "alter type side add value 'short';",
  ])('%s only expands', (sql) => {
    expect(found(sql)).toEqual([])
  })

  test('one that says since when nothing needs it may take it away, and so may those before', () => {
    expect(found('-- contract: since 0.3.0\nalter table orders drop column price;')).toEqual([])
    expect(found('-- contract: soon\nalter table orders drop column price;')).toHaveLength(1)
    rmSync(join(project, 'apps/server/src/db/migrations/0200_planted.sql'))
    expect(found('drop table orders;', '0117_planted.sql')).toEqual([])
  })
})
