import { expect, test } from 'vitest'
import { createLogger, describeError } from './logging.ts'

function collect() {
  const lines: string[] = []
  const log = createLogger({ LOG_LEVEL: 'info' }, { write: (line) => lines.push(line) })
  return { log, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> }
}

test('a line keeps the facts of the list and drops what could tell of a person', () => {
  const { log, last } = collect()
  log.info({ requestId: 'r1', route: '/web/login', email: 'ana@example.com', body: { password: 'x' } }, 'answered')
  expect(last()).toMatchObject({ requestId: 'r1', route: '/web/login', dropped: ['email', 'body'], msg: 'answered' })
  expect(JSON.stringify(last())).not.toMatch(/ana@|password/)
})

test('a child logger keeps to the list too', () => {
  const { log, last } = collect()
  log.child({ requestId: 'r2', name: 'Ana' }).child({ job: 'settle', phone: '1' }).warn('slow')
  expect(last()).toMatchObject({ requestId: 'r2', job: 'settle' })
  expect(JSON.stringify(last())).not.toMatch(/Ana|phone":/)
})

test('an error is told with its place', () => {
  const { log, last } = collect()
  log.error({ err: new TypeError('undefined is not a price') }, 'failed')
  expect(last()['err']).toMatchObject({
    type: 'TypeError',
    message: 'undefined is not a price',
    stack: expect.stringContaining('logging.test.ts'),
  })
})

test('an error of the database is told by its names, never by the values it repeats', () => {
  const error = Object.assign(new Error('duplicate key: (email)=(ana@example.com)'), {
    severity: 'ERROR',
    routine: '_bt_check_unique',
    code: '23505',
    constraint: 'accounts_email_key',
    table: 'accounts',
    detail: 'Key (email)=(ana@example.com) already exists.',
  })
  const wrapped = describeError(new Error('the account was not saved', { cause: error }))
  expect(wrapped.cause).toMatchObject({ code: '23505', constraint: 'accounts_email_key', table: 'accounts' })
  expect(JSON.stringify(wrapped)).not.toContain('ana@')
})

test('nothing below the level is written', () => {
  const { log, last } = collect()
  log.debug({ requestId: 'r3' }, 'answered')
  expect(last()).toEqual({})
})
