import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { contract } from '@rueda/contract/contract.ts'
import { planned } from '../../apps/web/src/planned.ts'
import { root } from '../root.ts'
import { type Evidence, type Point, points } from './acceptance.ts'
import { markdownTable, page } from './page.ts'
import { read, rowsOf } from './specification.ts'

/**
 * What the specification asks for, line by line, with the test that proves each. Its calls are looked for in the contract and in the tests of
 * the server; for its screens and the rest a table names file and title (`docs/specification/proofs.tsv`).
 */
export type Proof = Readonly<{ section: string; statement: string; file: string; title: string }>
export type Call = Readonly<{ method: string; path: string; endpoint: string | null; tests: readonly string[] }>
export type Screen = Readonly<{ route: string; proof: Proof | null; isPlanned: boolean }>

export const proofs = (): readonly Proof[] =>
  rowsOf('proofs.tsv').map(([section = '', statement = '', file = '', title = '']) => ({ section, statement, file, title }))

/** True where the file has a test of this title, or one that holds these words. */
export const isProved = ({ file, title }: Proof): boolean => title !== '' && read(file).includes(title)

const SCREENS = '2 Routes'
const PUSH = 'A push channel at /web/push'

export function screens(): readonly Screen[] {
  const unbuilt = new Set(planned.flatMap(({ pages }) => Object.keys(pages)))
  const of = new Map(proofs().flatMap((proof) => (proof.section === SCREENS ? [[proof.statement, proof] as const] : [])))
  return rowsOf('routes.tsv').map(([route = '']) => ({ route, proof: of.get(route) ?? null, isPlanned: unbuilt.has(route) }))
}

export function calls(): readonly Call[] {
  const tests = serverTests()
  const named = Object.entries(contract).flatMap(([group, endpoints]) =>
    Object.entries(endpoints).map(([name, { method, path }]) => [`${method} ${path}`, `${group}.${name}`] as const),
  )
  const endpoints = new Map<string, string>(named)
  return rowsOf('endpoints.tsv').map(([method = '', path = '']) => {
    if (method === 'WS') return { method, path, endpoint: 'push', tests: [pushTest()] }
    const endpoint = endpoints.get(`${method} ${path}`) ?? null
    return { method, path, endpoint, tests: endpoint === null ? [] : testsOf(endpoint, path, tests) }
  })
}

const pushTest = (): string => proofs().find(({ statement }) => statement === PUSH)?.file ?? ''

type Source = Readonly<{ file: string; text: string }>

function serverTests(): readonly Source[] {
  const folder = 'apps/server/src'
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(?:http|pg)\.test\.ts$/u.test(path))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .toSorted()
    .map((file) => ({ file, text: read(file) }))
}

/** Tests that make this call, by its endpoint or (a form with a file) by its address; those of its own feature first. */
function testsOf(endpoint: string, path: string, sources: readonly Source[]): readonly string[] {
  const [group = ''] = endpoint.split('.')
  const used = new RegExp(`\\b${endpoint.replace('.', String.raw`\.`)}\\b`, 'u')
  const found = sources.filter(({ text }) => used.test(text) || text.includes(`'/web${path}'`)).map(({ file }) => file)
  return [...found.filter((file) => file.includes(`/${group}/`)), ...found.filter((file) => !file.includes(`/${group}/`))]
}

const linkTo = (file: string): string => `[${file.split('/').at(-1) ?? file}](../${file})`
const MISSING = '—'
const NOT_BUILT = 'not built yet'

export const coverage = (): string =>
  page('Coverage of the specification', [
    'Every call, screen and statement of the [specification](specification/specification.md), with a test that proves it. A line without one fails `npm test`.',
    '## Calls',
    markdownTable(
      ['call', 'endpoint', 'test'],
      calls().map(({ method, path, endpoint, tests: [first] }) => [
        `${method} ${path}`,
        endpoint ?? MISSING,
        first === undefined ? MISSING : linkTo(first),
      ]),
    ),
    '## Screens',
    markdownTable(
      ['route', 'test'],
      screens().map(({ route, proof, isPlanned }) => [`\`${route}\``, isPlanned ? NOT_BUILT : proofCell(proof)]),
    ),
    '## Everything else',
    markdownTable(
      ['section', 'statement', 'test'],
      proofs().flatMap((proof) => (proof.section === SCREENS ? [] : [[proof.section, proof.statement, proofCell(proof)]])),
    ),
    '## Acceptance of the screens',
    acceptance(),
  ])

/** The points of the checklist; what no test and no picture shows is said to be open. */
function acceptance(): string {
  const all = points()
  const isOpen = ({ evidence }: Point): boolean => evidence.some(({ kind }) => kind === 'open')
  const whole = all.filter((point) => !isOpen(point))
  const byTests = whole.filter(({ evidence }) => evidence.every(({ kind }) => kind === 'test'))
  const intro =
    `The ${all.length} points of the [checklist](rules/screen-checks.md), from \`docs/specification/acceptance.tsv\`: ${byTests.length} are proved by tests ` +
    `alone, ${whole.length - byTests.length} by tests and by pictures of \`npm run gallery\` that an eye has to judge, and of ` +
    `${all.length - whole.length} something is **open**: nothing proves that part yet.`
  const rows = all.map(({ number, text, evidence }) => [
    String(number),
    text.replaceAll('](', '](rules/'),
    evidence.map(evidenceCell).join('<br>'),
  ])
  return `${intro}\n\n${markdownTable(['point', 'what', 'proved by'], rows)}`
}

function evidenceCell(evidence: Evidence): string {
  if (evidence.kind === 'test') return `${proofCell(evidence)}${evidence.about === '' ? '' : ` (${evidence.about})`}`
  if (evidence.kind === 'eye') return `eye, ${evidence.states.map((state) => `\`${state}\``).join(' ')}: ${evidence.about}`
  return `**open**: ${evidence.about}`
}

const proofCell = (proof: Pick<Proof, 'file' | 'title'> | null): string =>
  proof === null ? MISSING : `${linkTo(proof.file)}: ${proof.title}`
