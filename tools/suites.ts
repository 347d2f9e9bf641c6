import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Check, Count } from './checks.ts'
import { type Outcome, run, tool } from './run.ts'
import { failedJourneys, failedTests } from './failures.ts'
import { root } from './root.ts'

type VitestReport = Readonly<{
  numPassedTests: number
  numFailedTests: number
  testResults: Parameters<typeof failedTests>[0]
}>
type PlaywrightReport = Readonly<{
  stats: Readonly<{ expected: number; unexpected: number; flaky: number }>
  suites: Parameters<typeof failedJourneys>[0]
  errors: readonly unknown[]
}>

/** Kinds of test files, each a project of vitest, by what their paths look like. */
const KINDS: Readonly<Record<string, RegExp>> = {
  server: /\.(?:pg|http)\.test\.ts$/,
  sim: /\.sim\.test\.ts$/,
  screens: /\.test\.tsx$/,
  house: /\/tools\/.*\.test\.ts$/,
  apps: /\/apps\/(?:web|console)\/.*\.test\.ts$/,
  unit: /\.test\.ts$/,
}

/** Runs all kinds together on the same workers, so that a long file of one kind leaves no worker idle. A kind without a file has failed. */
export const allTests = (): Check => vitest('tests', [], countEveryKind)

export function countEveryKind(report: VitestReport): Count {
  const kindOf = (path: string): string | undefined => Object.keys(KINDS).find((kind) => KINDS[kind]?.test(path))
  const found = new Set(report.testResults.map(({ name }) => kindOf(name)))
  const { passed, failed } = countVitest(report)
  return { passed, failed: failed + Object.keys(KINDS).filter((kind) => !found.has(kind)).length }
}

/** Test files by the names of vitest's projects, and by path where only some are wanted. */
export function vitest(name: string, parameters: readonly string[], count: (report: VitestReport) => Count = countVitest): Check {
  return suite<VitestReport>(
    name,
    count,
    ({ testResults }) => failedTests(testResults, root),
    (report) => run(tool('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...parameters]),
  )
}

/** Journeys in a real browser. */
export function journeys(parameters: readonly string[] = []): Check {
  const flags = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', ...parameters]
  return suite<PlaywrightReport>(
    'journeys in a browser',
    countPlaywright,
    ({ suites }) => failedJourneys(suites),
    (report) => run(tool('playwright'), flags, { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } }),
  )
}

/** A file that does not load has no test to fail, and counts as one that failed. */
export function countVitest({ numPassedTests, numFailedTests, testResults }: VitestReport): Count {
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length }
}

/** Counts a journey that passed at the second try as failed. */
export const countPlaywright = ({ stats, errors }: Pick<PlaywrightReport, 'stats' | 'errors'>): Count => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky + errors.length,
})

/** Counts a suite that ran nothing, or ended badly with every test passed, as failed. */
export function honest({ passed, failed }: Count, code: number): Count {
  const isSilentFailure = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: isSilentFailure ? 1 : failed }
}

const NOTHING: Count = { passed: 0, failed: 0 }

function suite<Report>(
  name: string,
  count: (report: Report) => Count,
  failuresOf: (report: Report) => readonly string[],
  work: (reportPath: string) => Promise<Outcome>,
): Check {
  return {
    name,
    run: async () => {
      mkdirSync(join(root, '.cache'), { recursive: true })
      const folder = mkdtempSync(join(root, '.cache', 'report-'))
      try {
        const path = join(folder, 'report.json')
        const { code, output, ms } = await work(path)
        const report = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined
        const counted = honest(report === undefined ? NOTHING : count(report), code)
        const failures = report === undefined ? [] : failuresOf(report)
        return { ...counted, failures: counted.failed > 0 && failures.length === 0 ? [`✗ ${name}`] : failures, output, ms }
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  }
}
