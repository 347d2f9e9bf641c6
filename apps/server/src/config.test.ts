import { REAL_CLOCK, SIMULATED_MARKET } from '@rueda/proof/entries.ts'
import { expect, test } from 'vitest'
import { describeSettings, readSettings } from './config.ts'

const read = (environment: Record<string, string> = {}) => readSettings(environment, false)
const NOVEMBER_20 = Date.UTC(2026, 10, 20)

test('without any setting the server is a simulated market for this machine alone', () => {
  expect(read()).toEqual({
    PORT: 8080,
    HOST: '127.0.0.1',
    DATA_DIR: './data',
    ROLE: 'all',
    ACCOUNT_RANGES: 0,
    MARKET_GROUPS: 0,
    NATS_PREFIX: 'rueda',
    MARKET: { kind: 'sim' },
    SIM_CLOCK: { kind: 'real' },
    SIM_ALWAYS_OPEN: true,
    SIM_GRANT_USD: { minor: 10_000_000n, currency: 'USD' },
    KYC_FOR_TRADING: false,
    RATE_LIMITS: 'on',
    TAB_ORDER: 'trade-watchlist',
    FRAMED_HOSTS: [],
    UPLOAD_MB: 5,
    MIN_FREE_MB: 512,
    MINING_TRIES: 450_000_000,
    MINING_ENERGY: 20,
    ROBOT_RENT: { minor: 990n, currency: 'USD' },
    PRACTICE_DAYS: 30,
    STATEMENT_SECONDS: 15,
    SUPPORT_HOURS: { days: [1, 2, 3, 4, 5], opens: 540, closes: 1_080, offset: -180 },
    LOG_LEVEL: 'info',
  })
})

test('data of root go where the account that PostgreSQL is lent can write', () => {
  expect(readSettings({}, true).DATA_DIR).toBe('/var/lib/rueda')
  expect(readSettings({ DATA_DIR: '/srv/rueda' }, true).DATA_DIR).toBe('/srv/rueda')
})

test.each([
  ['PORT', '0', 0],
  ['PORT', '65535', 65_535],
  ['HOST', '0.0.0.0', '0.0.0.0'],
  ['HOST', '::1', '::1'],
  ['PUBLIC_URL', 'https://broker.example', 'https://broker.example'],
  ['DATA_DIR', '/srv/rueda', '/srv/rueda'],
  ['DATABASE_URL', 'postgresql://rueda@db.example/rueda', 'postgresql://rueda@db.example/rueda'],
  ['MARKET', 'sim', { kind: 'sim' }],
  ['MARKET', 'replay:../data/lean', { kind: 'replay', folder: '../data/lean' }],
  ['SIM_CLOCK', 'real', { kind: 'real' }],
  ['SIM_CLOCK', 'scaled:60', { kind: 'scaled', factor: 60, startsAt: null }],
  ['SIM_CLOCK', 'scaled:0.5@2026-11-20T00:00:00Z', { kind: 'scaled', factor: 0.5, startsAt: NOVEMBER_20 }],
  ['SIM_CLOCK', 'fixed:2026-11-19T21:00:00-03:00', { kind: 'fixed', at: NOVEMBER_20 }],
  ['SIM_CLOCK', 'fixed:2026-11-20', { kind: 'fixed', at: NOVEMBER_20 }],
  ['SIM_ALWAYS_OPEN', '0', false],
  ['SIM_SEED', 'a fixed secret', 'a fixed secret'],
  ['BEACON', 'drand:https://api.drand.sh/chain', 'https://api.drand.sh/chain'],
  ['SIM_GRANT_USD', '0', { minor: 0n, currency: 'USD' }],
  ['SIM_GRANT_USD', '2500.50', { minor: 250_050n, currency: 'USD' }],
  ['KYC_FOR_TRADING', '1', true],
  ['REVIEW_SECONDS', '0', 0],
  ['UPLOAD_MB', '12', 12],
  ['MIN_FREE_MB', '0', 0],
  ['MINING_TRIES', '1', 1],
  ['MINING_ENERGY', '6', 6],
  ['ROBOT_RENT', '0', { minor: 0n, currency: 'USD' }],
  ['PRACTICE_DAYS', '7', 7],
  ['STATEMENT_SECONDS', '60', 60],
  ['SUPPORT_HOURS', 'sun-mon 10:00-14:00 +01:00', { days: [7, 1], opens: 600, closes: 840, offset: 60 }],
  ['DEV_CODES', '1', '1'],
  ['DEV_CODES', '0', '0'],
  ['SMTP_URL', 'smtps://mail.example:465', 'smtps://mail.example:465'],
  ['RATE_LIMITS', 'off', 'off'],
  ['PASSWORD_POLICY', 'strong', 'strong'],
  ['TAB_ORDER', 'watchlist-trade', 'watchlist-trade'],
  ['FRAMED_HOSTS', 'www.sec.gov, Example.org', ['www.sec.gov', 'example.org']],
  ['LOG_LEVEL', 'debug', 'debug'],
] as const)('%s=%s is understood', (name, given, value) => {
  expect(read({ [name]: given })[name]).toEqual(value)
})

test.each([
  ['PORT', '65536', 'PORT must be a whole number from 0 to 65535, not "65536".'],
  ['PORT', '80a', 'PORT must be a whole number from 0 to 65535, not "80a".'],
  ['PORT', '-1', 'PORT must be a whole number from 0 to 65535, not "-1".'],
  ['HOST', 'http://here', 'HOST must be a host name or an address to listen on.'],
  ['PUBLIC_URL', 'broker.example', 'PUBLIC_URL must be the http or https address the server is reached at, without a path.'],
  ['PUBLIC_URL', 'https://broker.example/app', 'PUBLIC_URL must have no path.'],
  ['CONSOLE_URL', 'office.example', 'CONSOLE_URL must be the https address of the back office, without a path.'],
  ['CONSOLE_URL', 'https://office.example', 'CONSOLE_URL needs PUBLIC_URL, the address that customers use.'],
  ['DATABASE_URL', 'mysql://root:secret@db/x', 'DATABASE_URL must be a postgresql:// address.'],
  ['ROLE', 'back', 'ROLE must be all, front, core, accounts, market.'],
  ['ROLE', 'front', 'NATS_URL is missing: ROLE=front tells the other processes what it does over it.'],
  ['ROLE', 'core', 'DATABASE_URL is missing: ROLE=core shares a PostgreSQL with the other processes.'],
  ['KEEP_MONTHS', '13', 'KEEP_MONTHS must be a whole number of months from 14 to 1200, not "13".'],
  ['READ_URL', 'postgresql://db/rueda', 'READ_URL is for fronts: what decides reads from DATABASE_URL.'],
  ['NATS_URL', 'http://user:secret@bus', 'NATS_URL must be nats:// addresses with commas between them.'],
  [
    'NATS_URL',
    'nats://bus',
    'NATS_URL is for several processes: say which one this is with ROLE=front, ROLE=core, ROLE=accounts or ROLE=market.',
  ],
  ['ACCOUNT_RANGES', '1001', 'ACCOUNT_RANGES must be a whole number from 0 to 1000, not "1001".'],
  ['ACCOUNT_RANGES', '2', 'ACCOUNT_RANGES is for the core: it says how many processes with ROLE=accounts write the accounts.'],
  ['MARKET_GROUPS', '65', 'MARKET_GROUPS must be a whole number from 0 to 64, not "65".'],
  ['MARKET_GROUPS', '2', 'MARKET_GROUPS is for the core: it says how many processes with ROLE=market run the market.'],
  ['NATS_PREFIX', 'Our Bus', 'NATS_PREFIX must be up to 32 small letters, digits and dashes.'],
  ['MARKET', 'real', 'MARKET must be sim or replay:<folder>, not "real".'],
  ['MARKET', 'replay:', 'MARKET must be sim or replay:<folder>, not "replay:".'],
  ['SIM_CLOCK', 'scaled:0', 'SIM_CLOCK must be real, scaled:<factor>[@<iso>] or fixed:<iso>, not "scaled:0".'],
  ['SIM_CLOCK', 'scaled:-2', 'SIM_CLOCK must be real'],
  ['SIM_CLOCK', 'scaled:100001', 'SIM_CLOCK must be real'],
  ['SIM_CLOCK', 'scaled:60@today', 'SIM_CLOCK must be real'],
  ['SIM_CLOCK', 'fixed:2026-11-20T00:00:00', 'SIM_CLOCK must be real'],
  ['SIM_CLOCK', 'fixed:2026-13-01', 'SIM_CLOCK must be real'],
  ['SIM_ALWAYS_OPEN', 'yes', 'SIM_ALWAYS_OPEN must be 0 or 1.'],
  ['SIM_SEED', 'x'.repeat(201), 'SIM_SEED must have at most 200 characters.'],
  ['BEACON', 'https://api.drand.sh/chain', 'BEACON must be drand: and the https address of a chain'],
  ['BEACON', 'drand:https://api.drand.sh/chain/', 'BEACON must be drand: and the https address of a chain'],
  ['SIM_GRANT_USD', '-1', 'SIM_GRANT_USD must be an amount of dollars from 0 to 1000000000, not "-1".'],
  ['SIM_GRANT_USD', '1.001', 'SIM_GRANT_USD must be an amount'],
  ['SIM_GRANT_USD', '1e9', 'SIM_GRANT_USD must be an amount'],
  ['SIM_GRANT_USD', '1000000000.01', 'SIM_GRANT_USD must be an amount'],
  ['KYC_FOR_TRADING', 'true', 'KYC_FOR_TRADING must be 0 or 1.'],
  ['UPLOAD_MB', '0', 'UPLOAD_MB must be a whole number of megabytes from 1 to 100, not "0".'],
  ['MIN_FREE_MB', '-1', 'MIN_FREE_MB must be a whole number of megabytes from 0 to 1000000000, not "-1".'],
  ['MINING_TRIES', '0', 'MINING_TRIES must be a whole number of hashes from 1 to 9000000000, not "0".'],
  ['MINING_ENERGY', '1.5', 'MINING_ENERGY must be a whole number of units from 1 to 1440, not "1.5".'],
  ['ROBOT_RENT', '-1', 'ROBOT_RENT must be an amount of dollars from 0 to 1000, not "-1".'],
  ['PRACTICE_DAYS', '0', 'PRACTICE_DAYS must be a whole number of days from 1 to 3650, not "0".'],
  ['STATEMENT_SECONDS', '1.5', 'STATEMENT_SECONDS must be a whole number of seconds from 1 to 3600, not "1.5".'],
  ['SUPPORT_HOURS', 'always', 'SUPPORT_HOURS must be like mon-fri 09:00-18:00 -03:00, not "always".'],
  ['UPLOAD_MB', '101', 'UPLOAD_MB must be a whole number of megabytes from 1 to 100, not "101".'],
  ['REVIEW_SECONDS', '86401', 'REVIEW_SECONDS must be a whole number of seconds from 0 to 86400, not "86401".'],
  ['DEV_CODES', '2', 'DEV_CODES must be 0 or 1.'],
  ['SMTP_URL', 'mail.example', 'SMTP_URL must be an smtp:// or smtps:// address.'],
  ['RATE_LIMITS', '0', 'RATE_LIMITS must be on or off.'],
  ['PASSWORD_POLICY', 'weak', 'PASSWORD_POLICY must be spec or strong.'],
  ['TAB_ORDER', 'profile-home', 'TAB_ORDER must be trade-watchlist or watchlist-trade.'],
  ['ADMIN_EMAIL', 'nobody', 'ADMIN_EMAIL must be an e-mail address.'],
  ['ADMIN_EMAIL', 'ana@example.org', 'ADMIN_PASSWORD is missing; ADMIN_EMAIL and ADMIN_PASSWORD go together.'],
  ['ADMIN_PASSWORD', 'una frase bien larga', 'ADMIN_EMAIL is missing; ADMIN_EMAIL and ADMIN_PASSWORD go together.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL must be fatal, error, warn, info, debug, trace or silent.'],
  [
    'SIM_GRANT',
    '5',
    'SIM_GRANT is no setting. Those that begin with SIM_ are SIM_CLOCK, SIM_ALWAYS_OPEN, SIM_SEED, SIM_SCENARIO, SIM_GRANT_USD.',
  ],
])('%s=%s stops the start', (name, given, sentence) => {
  expect(() => read({ [name]: given })).toThrow(sentence)
})

test.each(['127.0.0.1', '127.9.9.9', 'localhost', '::1'])(
  'on %s, which only this machine reaches, limits may be off and codes shown',
  (HOST) => {
    expect(read({ HOST, RATE_LIMITS: 'off', DEV_CODES: '1' })).toMatchObject({ RATE_LIMITS: 'off', DEV_CODES: '1' })
  },
)

test.each(['0.0.0.0', '192.168.1.5', '::', 'broker.example', '127.evil.example'])('on %s, which others reach, they may not', (HOST) => {
  expect(() => read({ HOST, RATE_LIMITS: 'off' })).toThrow(
    `RATE_LIMITS off is for a server that only this machine reaches; HOST is ${HOST}.`,
  )
  expect(() => read({ HOST, DEV_CODES: '1' })).toThrow(`DEV_CODES 1 is for a server that only this machine reaches; HOST is ${HOST}.`)
  expect(read({ HOST, DEV_CODES: '0' }).DEV_CODES).toBe('0')
})

const PUBLIC = { PUBLIC_URL: 'https://broker.example' }

test.each([
  ['DEV_CODES', '1', 'DEV_CODES 1 shows codes to whoever asks for them; it does not go with PUBLIC_URL.'],
  ['RATE_LIMITS', 'off', 'RATE_LIMITS off lets anybody guess without end; it does not go with PUBLIC_URL.'],
  ['REVIEW_SECONDS', '0', 'REVIEW_SECONDS replaces reviews and the pause before money leaves; it does not go with PUBLIC_URL.'],
  [
    'STORE_URL',
    's3://key:secret@s3.example/rueda?tls=0',
    'STORE_URL must not have tls=0; the store is on another machine and PUBLIC_URL is set.',
  ],
  ['SIM_SEED', 'x', 'SIM_SEED lets whoever knows it compute the prices of tomorrow; it does not go with PUBLIC_URL.'],
  ['PUBLIC_URL', 'http://broker.example', 'PUBLIC_URL must begin with https:; over http: everybody on the way reads passwords and money.'],
  [
    'DATABASE_URL',
    'postgresql://rueda@db.example/rueda?sslmode=require',
    'DATABASE_URL must end in ?sslmode=verify-full; the database is on another machine and PUBLIC_URL is set.',
  ],
])('with a public name %s=%s stops the start', (name, given, sentence) => {
  expect(() => read({ ...PUBLIC, [name]: given })).toThrow(new RegExp(`^${sentence.replaceAll(/[.?]/gu, String.raw`\$&`)}$`, 'u'))
})

test('with a public name what is for tests is refused on every line at once', () => {
  const environment = { ...PUBLIC, DEV_CODES: '1', RATE_LIMITS: 'off', REVIEW_SECONDS: '0', SIM_SEED: 'x' }
  expect(() => read(environment)).toThrow(/^RATE_LIMITS .*\nDEV_CODES .*\nREVIEW_SECONDS .*\nSIM_SEED .*$/u)
  expect(read({ ...PUBLIC, DEV_CODES: '0' })).toMatchObject({ DEV_CODES: '0' })
})

test.each([
  'postgresql://rueda@db.example/rueda?sslmode=verify-full',
  'postgresql://rueda@db.example/rueda?sslrootcert=/etc/ca.pem&sslmode=verify-full',
  'postgresql://rueda@localhost/rueda',
  'postgresql://rueda@[::1]/rueda',
  'postgresql://rueda@db.example/rueda?host=/var/run/postgresql',
  'postgresql://rueda@%2Fvar%2Frun%2Fpostgresql/rueda',
])('with a public name the database may be %s', (DATABASE_URL) => {
  expect(read({ ...PUBLIC, DATABASE_URL })).toMatchObject({ DATABASE_URL })
})

test.each([
  'postgresql://rueda@db.example/rueda?sslmode=verify-full&sslmode=disable',
  'postgresql://rueda@localhost/rueda?host=db.example',
  'postgresql://rueda@127.evil.example/rueda',
])('and not %s', (DATABASE_URL) => {
  expect(() => read({ ...PUBLIC, DATABASE_URL })).toThrow('DATABASE_URL must end in ?sslmode=verify-full')
  expect(() => read({ ...PUBLIC, READ_URL: DATABASE_URL })).toThrow('READ_URL must end in ?sslmode=verify-full')
})

test('proxies are believed where they are named, and named only behind one', () => {
  expect(read({ ...PUBLIC, TRUSTED_PROXIES: '10.0.0.2, 10.1.0.0/16,fd00::/8,::1' })).toMatchObject({
    TRUSTED_PROXIES: ['10.0.0.2', '10.1.0.0/16', 'fd00::/8', '::1'],
  })
  expect(() => read({ TRUSTED_PROXIES: '10.0.0.2' })).toThrow(
    'TRUSTED_PROXIES is for a server behind a proxy; set PUBLIC_URL to the address people use.',
  )
})

test.each(['0.0.0.0/0', '::/0', '10.0.0.0/33', '10.0.0.0/', 'proxy.example', '10.0.0.1/8/8', '10.0.0.2,'])(
  '%s names no proxies',
  (given) => {
    expect(() => read({ ...PUBLIC, TRUSTED_PROXIES: given })).toThrow(
      `TRUSTED_PROXIES must be addresses or ranges of proxies with commas between them, and never everybody, not "${given}".`,
    )
  },
)

test('the back office has another name than the customers’ pages', () => {
  const PUBLIC_URL = 'https://broker.example'
  expect(read({ PUBLIC_URL, CONSOLE_URL: 'https://office.broker.example' }).CONSOLE_URL).toBe('https://office.broker.example')
  expect(() => read({ PUBLIC_URL, CONSOLE_URL: PUBLIC_URL })).toThrow('CONSOLE_URL must be another name than PUBLIC_URL.')
})

test('recorded history has no seed', () => {
  expect(() => read({ MARKET: 'replay:/lean', SIM_SEED: 'x' })).toThrow('SIM_SEED has no meaning with MARKET=replay')
})

test('every bad setting is named, each on its line', () => {
  expect(() => read({ PORT: 'x', RATE_LIMITS: 'x' })).toThrow(/^PORT must .*\nRATE_LIMITS must .*$/)
})

test('an empty value counts as not set', () => {
  expect(read({ PORT: '', SMTP_URL: ' ' })).toMatchObject({ PORT: 8080 })
})

test('the log of the start shows settings without their secrets', () => {
  const described = describeSettings(
    read({
      DATABASE_URL: 'postgresql://rueda:geheim@db.example/rueda?sslkey=geheim',
      STORE_URL: 's3://key:geheim@s3.example/rueda?region=eu-west-3',
      SIM_SEED: 'geheim',
      SMTP_URL: 'smtp://me:geheim@mail.example',
      NATS_URL: 'nats://me:geheim@a.example, nats://me:geheim@b.example',
      ROLE: 'core',
    }),
  )
  expect(described).toMatchObject({
    DATABASE_URL: 'postgresql://rueda:***@db.example/rueda',
    STORE_URL: 's3://key:***@s3.example/rueda',
    SMTP_URL: 'smtp://me:***@mail.example',
    NATS_URL: 'nats://me:***@a.example,nats://me:***@b.example',
    SIM_SEED: '(set)',
    SIM_GRANT_USD: '{"minor":"10000000","currency":"USD"}',
  })
  expect(JSON.stringify(described)).not.toContain('geheim')
})

test('a comma in a secret does not cut its address apart, where it would no longer be told from a word', () => {
  const described = describeSettings(
    read({ DATABASE_URL: 'postgresql://rueda:geh,eim@db.example/rueda', STORE_URL: 's3://key:geh,eim@s3.example/rueda' }),
  )
  expect(described).toMatchObject({ DATABASE_URL: 'postgresql://rueda:***@db.example/rueda', STORE_URL: 's3://key:***@s3.example/rueda' })
})

test('a bucket has an address of its own form, and a bad one is not repeated', () => {
  expect(read({ STORE_URL: 's3://key:secret@s3.example/rueda' })).toMatchObject({ STORE_URL: 's3://key:secret@s3.example/rueda' })
  for (const given of [
    'https://key:geheim@s3.example/rueda',
    's3://key:geheim@s3.example',
    's3://key:geheim@s3.example/rueda?secret=geheim',
  ]) {
    expect(() => read({ STORE_URL: given })).toThrow(/^STORE_URL must be s3:/u)
    expect(() => read({ STORE_URL: given })).not.toThrow('geheim')
  }
})

test.each(['*', 'https://example.org', 'example.org:8443', 'example', '*.example.org', 'example.org; script-src *', 'example.org,,'])(
  'no frames of %s are allowed, which is no name of a host',
  (given) => expect(() => read({ FRAMED_HOSTS: given })).toThrow(/FRAMED_HOSTS must be names of hosts/u),
)

test('the clock is said as the checks of the public log read it', () => {
  expect(describeSettings(readSettings({}))).toMatchObject({ MARKET: SIMULATED_MARKET, SIM_CLOCK: REAL_CLOCK })
  expect(describeSettings(readSettings({ MARKET: 'replay:/tmp' }))['MARKET']).not.toBe(SIMULATED_MARKET)
  expect(describeSettings(readSettings({ SIM_CLOCK: 'scaled:60' }))['SIM_CLOCK']).not.toBe(REAL_CLOCK)
})
