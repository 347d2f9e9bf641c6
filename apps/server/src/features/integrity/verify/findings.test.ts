import { DatabaseError } from 'pg'
import { expect, it } from 'vitest'
import { createFindings } from './findings.ts'

/** A check that ends with an error: what it read is a finding, what it could not reach ends the run. */
const databaseError = (code: string): DatabaseError => Object.assign(new DatabaseError('said by the database', 1, 'error'), { code })
const failsWith = (error: Error) => (): Promise<never> => Promise.reject(error)

const unreadable: readonly (readonly [string, Error])[] = [
  ['a text that is no JSON', new SyntaxError('no JSON')],
  ['a field that is not there', new TypeError('cannot read')],
  ['a number beyond all bounds', new RangeError('too large')],
  ['a secret that does not open', new Error('does not open')],
  ['a value of another kind', databaseError('22P02')],
  ['a value nested too deeply', databaseError('54001')],
]
it.each(unreadable)('%s is a finding of its check, and the next check is made', async (_, error) => {
  const findings = createFindings(() => 0)
  await findings.measure('DAY-1', failsWith(error))
  await findings.measure('DAY-2', () => Promise.resolve([{ fault: 1 }]))
  const found = findings.all().filter(({ offending }) => offending.length > 0)
  expect(found.map(({ id, offending }) => [id, offending])).toEqual([
    ['DAY-1', [{ unreadable: error.message }]],
    ['DAY-2', [{ fault: 1 }]],
  ])
})

const unreachable: readonly (readonly [string, Error])[] = [
  ['a statement that takes too long', databaseError('57014')],
  ['a database that shuts down', databaseError('57P01')],
  ['a file that cannot be opened', Object.assign(new Error('no room'), { syscall: 'open', code: 'ENOSPC' })],
]
it.each(unreachable)('%s says nothing of the books and ends the run', async (_, error) => {
  const findings = createFindings(() => 0)
  await expect(findings.measure('DAY-1', failsWith(error))).rejects.toBe(error)
  expect(findings.found()).toBe(0)
})

it('a connection that is gone ends the run too, whatever the check says of it', async () => {
  const gone = new Error('Connection terminated unexpectedly')
  const findings = createFindings(() => 0, failsWith(gone))
  await expect(findings.measure('DAY-1', failsWith(new Error('not queryable')))).rejects.toBe(gone)
  expect(findings.found()).toBe(0)
})
