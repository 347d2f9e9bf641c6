import { expect, test } from 'vitest'
import { countEveryKind, countPlaywright, countVitest, honest } from './suites.ts'

test('tests are counted, and a file that does not load counts as a failed one', () => {
  const files = [
    { name: '/a.test.ts', status: 'passed', assertionResults: [{}, {}] },
    { name: '/b.test.ts', status: 'failed', assertionResults: [{}] },
    { name: '/c.test.ts', status: 'failed', assertionResults: [] },
  ]
  expect(countVitest({ numPassedTests: 2, numFailedTests: 1, testResults: files })).toEqual({ passed: 2, failed: 2 })
})

test('a kind of tests of which nothing ran has failed', () => {
  const paths = ['/x/a.test.ts', '/x/a.test.tsx', '/x/a.sim.test.ts', '/x/a.pg.test.ts', '/x/tools/a.test.ts', '/x/apps/web/a.test.ts']
  const reportOf = (names: readonly string[]) => ({
    numPassedTests: names.length,
    numFailedTests: 0,
    testResults: names.map((name) => ({ name, status: 'passed', assertionResults: [{}] })),
  })
  expect(countEveryKind(reportOf(paths))).toEqual({ passed: 6, failed: 0 })
  expect(countEveryKind(reportOf(paths.slice(1)))).toEqual({ passed: 5, failed: 1 })
})

test('a journey that needed a second try has failed', () => {
  expect(countPlaywright({ stats: { expected: 5, unexpected: 1, flaky: 1 }, errors: [] })).toEqual({ passed: 5, failed: 2 })
})

test.each([
  ['all passed', { passed: 3, failed: 0 }, 0, { passed: 3, failed: 0 }],
  ['nothing ran', { passed: 0, failed: 0 }, 0, { passed: 0, failed: 1 }],
  ['an error outside of the tests', { passed: 3, failed: 0 }, 1, { passed: 3, failed: 1 }],
  ['some failed', { passed: 3, failed: 2 }, 1, { passed: 3, failed: 2 }],
])('%s', (_, count, code, judged) => {
  expect(honest(count, code)).toEqual(judged)
})
