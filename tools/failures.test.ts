import { expect, test } from 'vitest'
import { failedJourneys, failedTests } from './failures.ts'

test('says which tests failed and how they began to say why', () => {
  const long = Array.from({ length: 40 }, (_, line) => `line ${line}`).join('\n')
  const said = failedTests(
    [
      {
        name: '/rueda/a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          { status: 'failed', fullName: 'subtracts', failureMessages: [long] },
        ],
      },
      { name: '/rueda/b.test.ts', status: 'failed', message: 'does not load', assertionResults: [] },
      { name: '/rueda/c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'holds' }] },
    ],
    '/rueda',
  )
  expect(said).toHaveLength(2)
  expect(said[0]?.split('\n').slice(0, 2)).toEqual(['✗ a.test.ts › subtracts', '    line 0'])
  expect(said[0]).not.toContain('line 30')
  expect(said[1]).toBe('✗ b.test.ts\n    does not load')
})

test('says which journeys failed, wherever they stand, and those that needed a second try', () => {
  const result = (status: string) => ({ status, errors: status === 'passed' ? [] : [{ message: `it ${status}` }] })
  const spec = (title: string, ok: boolean, ...statuses: string[]) => ({ title, ok, tests: [{ results: statuses.map(result) }] })
  expect(
    failedJourneys([
      {
        file: 'order.spec.ts',
        specs: [spec('buys', true, 'passed'), spec('sells', false, 'timedOut')],
        suites: [{ file: 'order.spec.ts', specs: [spec('cancels', true, 'failed', 'passed')] }],
      },
    ]),
  ).toEqual(['✗ order.spec.ts › sells\n    it timedOut', '✗ order.spec.ts › cancels\n    it failed'])
})
