/** A report of vitest, as far as its failures are read. */
type TestFiles = readonly Readonly<{
  name: string
  status: string
  message?: string
  assertionResults: readonly Readonly<{ status?: string; fullName?: string; failureMessages?: readonly string[] | null }>[]
}>[]

type JourneySuite = Readonly<{
  file?: string
  specs?: readonly Readonly<{
    title: string
    ok: boolean
    tests: readonly Readonly<{
      results: readonly Readonly<{ status: string; errors?: readonly Readonly<{ message?: string }>[] }>[]
    }>[]
  }>[]
  suites?: readonly JourneySuite[]
}>

/** Lines of a failure's message that are said again at the end of a run; the whole stands above. */
const LINES_SAID_AGAIN = 12

/**
 * The tests of a report that failed, each with the first lines of what it said. Said once more at the end of a run, because what a
 * failing test says stands before thousands of lines of those that passed, and a build machine keeps only the last ones.
 */
export function failedTests(files: TestFiles, root: string): string[] {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = name.replace(`${root}/`, '')
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length > 0) return failed.map((test) => said(`${file} › ${test.fullName ?? ''}`, test.failureMessages?.[0]))
    return status === 'failed' ? [said(file, message)] : []
  })
}

/** The journeys of a report that failed, or passed only at the second try, as `failedTests`. */
export function failedJourneys(suites: readonly JourneySuite[]): string[] {
  return suites.flatMap(({ file, specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, ok, tests }) => {
      const failed = tests.flatMap(({ results }) => results).filter(({ status }) => status !== 'passed' && status !== 'skipped')
      return ok && failed.length === 0 ? [] : [said(`${file ?? ''} › ${title}`, failed[0]?.errors?.[0]?.message)]
    }),
    ...failedJourneys(inner),
  ])
}

function said(name: string, message = ''): string {
  const lines = message.trim().split('\n').slice(0, LINES_SAID_AGAIN)
  return [`✗ ${name}`, ...lines.map((line) => `    ${line}`)].join('\n')
}
