import { isIP } from 'node:net'
import { tabOrders } from '@rueda/contract/codes.ts'
import { MAX_ACCOUNT_RANGES } from '@rueda/rules/accounts/range.ts'
import { MAX_MARKET_GROUPS } from '@rueda/rules/instruments/group.ts'
import { MIN_KEPT_MONTHS } from '@rueda/rules/archive/archive.ts'
import { type Money, moneyOf } from '@rueda/rules/money.ts'
import { parseDecimal } from '@rueda/rules/decimal.ts'
import { readHours, supportHours } from '@rueda/rules/support/hours.ts'
import type { Instant } from '@rueda/rules/time.ts'
import { z } from 'zod'
import { StartRefused } from './db/start-refused.ts'
import { isRoot } from './db/system-user.ts'
import { isLoopback } from './loopback.ts'
import { readStoreUrl } from './storage/store-url.ts'
import { type PublicSettings, publicConflicts } from './public-server.ts'

/**
 * Every setting there is, read once from the environment. A bad one stops the start with a sentence that names it.
 * Settings keep their names from the environment, so that one word finds them everywhere.
 */
export type Settings = Readonly<z.output<ReturnType<typeof schema>>>

export type MarketSetting = Readonly<{ kind: 'sim' } | { kind: 'replay'; folder: string }>
export type ClockSetting = Readonly<
  { kind: 'real' } | { kind: 'scaled'; factor: number; startsAt: Instant | null } | { kind: 'fixed'; at: Instant }
>

type Environment = Readonly<Record<string, string | undefined>>

const MAX_PORT = 65_535
const FASTEST_CLOCK = 100_000
const MAX_RENT_MINOR = 100_000n
const MAX_GRANT_MINOR = 100_000_000_000n
const MAX_SEED = 200
const MAX_UPLOAD_MB = 100
const MAX_REVIEW_SECONDS = 86_400
const MAX_FREE_MB = 1_000_000_000
/** Far beyond what every phone together could find in ten minutes. */
const MAX_MINING_TRIES = 9_000_000_000
const MAX_MINING_ENERGY = 1_440
const MAX_PRACTICE_DAYS = 3_650
const MAX_KEPT_MONTHS = 1_200
const MAX_STATEMENT_SECONDS = 3_600
const USD_DIGITS = 2
const IPV4_BITS = 32
const IPV6_BITS = 128

/** Reads the settings of this process's environment; `asRoot` decides the default place of the data. */
export function readSettings(environment: Environment, asRoot = isRoot()): Settings {
  refuseMisspelled(environment)
  // An empty value is how a compose file says "not set".
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''))
  const parsed = schema(asRoot).safeParse(given)
  if (parsed.success) return parsed.data
  const sentences = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}.`)
  throw new StartRefused(sentences.join('\n'))
}

/** The settings as lines for the start's log, without passwords and secrets. */
export function describeSettings(settings: Settings): Record<string, string> {
  const shown = Object.entries(settings).filter(([, value]) => value !== undefined)
  return Object.fromEntries(shown.map(([name, value]) => [name, describe(name, value)]))
}

/** Part that a process plays: everything, or of several the customers' door, the one that decides, one that writes a part of the accounts, or one that runs a part of the market (`docs/scale.md`). */
export const roles = ['all', 'front', 'core', 'accounts', 'market'] as const
type Role = (typeof roles)[number]

function schema(asRoot: boolean) {
  return z
    .object({
      PORT: text(readPort, `must be a whole number from 0 to ${MAX_PORT}`).default(8080),
      HOST: z
        .string()
        .regex(/^[\w.:-]+$/, 'must be a host name or an address to listen on')
        .default('127.0.0.1'),
      PUBLIC_URL: address(['http:', 'https:'], 'must be the http or https address the server is reached at, without a path')
        .refine(hasNoPath, 'must have no path')
        .optional(),
      TRUSTED_PROXIES: text(readProxies, 'must be addresses or ranges of proxies with commas between them, and never everybody').optional(),
      CONSOLE_URL: address(['https:'], 'must be the https address of the back office, without a path')
        .refine(hasNoPath, 'must have no path')
        .optional(),
      DATA_DIR: z.string().default(asRoot ? '/var/lib/rueda' : './data'),
      DATABASE_URL: address(['postgres:', 'postgresql:'], 'must be a postgresql:// address').optional(),
      STORE_URL: z
        .string()
        // It carries a secret, so a bad one is not repeated.
        .refine(
          (given) => readStoreUrl(given) !== null,
          'must be s3://<key>:<secret>@<host>/<bucket>, with a folder of the bucket behind it, ?region= and ?tls=0 where they are needed; signs like / and @ in the secret are written %2F and %40',
        )
        .optional(),
      KEEP_MONTHS: text(
        readWhole(MIN_KEPT_MONTHS, MAX_KEPT_MONTHS),
        `must be a whole number of months from ${MIN_KEPT_MONTHS} to ${MAX_KEPT_MONTHS}`,
      ).optional(),
      READ_URL: address(['postgres:', 'postgresql:'], 'must be a postgresql:// address').optional(),
      ROLE: z.enum(roles, `must be ${roles.join(', ')}`).default('all'),
      ACCOUNT_RANGES: text(readWhole(0, MAX_ACCOUNT_RANGES), `must be a whole number from 0 to ${MAX_ACCOUNT_RANGES}`).default(0),
      MARKET_GROUPS: text(readWhole(0, MAX_MARKET_GROUPS), `must be a whole number from 0 to ${MAX_MARKET_GROUPS}`).default(0),
      NATS_URL: z
        .string()
        .refine((given) => readNats(given) !== null, 'must be nats:// addresses with commas between them')
        .transform((given) => readNats(given) ?? '')
        .optional(),
      NATS_PREFIX: z
        .string()
        .regex(/^[a-z0-9-]{1,32}$/u, 'must be up to 32 small letters, digits and dashes')
        .default('rueda'),
      MARKET: text(readMarket, 'must be sim or replay:<folder>').default({ kind: 'sim' }),
      SIM_CLOCK: text(readClock, 'must be real, scaled:<factor>[@<iso>] or fixed:<iso>').default({ kind: 'real' }),
      SIM_ALWAYS_OPEN: flag().default(true),
      SIM_SEED: z.string().max(MAX_SEED, `must have at most ${MAX_SEED} characters`).optional(),
      SIM_SCENARIO: z.string().optional(),
      SIM_GRANT_USD: text(readGrant, 'must be an amount of dollars from 0 to 1000000000').default(moneyOf('100000', 'USD')),
      KYC_FOR_TRADING: flag().default(false),
      REVIEW_SECONDS: text(readReviewSeconds, `must be a whole number of seconds from 0 to ${MAX_REVIEW_SECONDS}`).optional(),
      UPLOAD_MB: text(readUploadSize, `must be a whole number of megabytes from 1 to ${MAX_UPLOAD_MB}`).default(5),
      MIN_FREE_MB: text(readWhole(0, MAX_FREE_MB), `must be a whole number of megabytes from 0 to ${MAX_FREE_MB}`).default(512),
      MINING_TRIES: text(readWhole(1, MAX_MINING_TRIES), `must be a whole number of hashes from 1 to ${MAX_MINING_TRIES}`).default(
        450_000_000,
      ),
      MINING_ENERGY: text(readWhole(1, MAX_MINING_ENERGY), `must be a whole number of units from 1 to ${MAX_MINING_ENERGY}`).default(20),
      ROBOT_RENT: text(readRent, 'must be an amount of dollars from 0 to 1000').default(moneyOf('9.90', 'USD')),
      PRACTICE_DAYS: text(readWhole(1, MAX_PRACTICE_DAYS), `must be a whole number of days from 1 to ${MAX_PRACTICE_DAYS}`).default(30),
      STATEMENT_SECONDS: text(
        readWhole(1, MAX_STATEMENT_SECONDS),
        `must be a whole number of seconds from 1 to ${MAX_STATEMENT_SECONDS}`,
      ).default(15),
      DRAW_BEACON_URL: address(['https:'], 'must be the https address of a chain of a drand beacon, without a slash at its end')
        .refine((given) => !given.endsWith('/'), 'must not end with a slash')
        .optional(),
      BEACON: text(readBeacon, 'must be drand: and the https address of a chain of a drand beacon, without a slash at its end').optional(),
      WITNESSES: z.string().optional(),
      SUPPORT_HOURS: text(readHours, 'must be like mon-fri 09:00-18:00 -03:00').default(supportHours),
      DEV_CODES: z.enum(['0', '1'], 'must be 0 or 1').optional(),
      SMTP_URL: address(['smtp:', 'smtps:'], 'must be an smtp:// or smtps:// address').optional(),
      RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
      PASSWORD_POLICY: z.enum(['spec', 'strong'], 'must be spec or strong').optional(),
      TAB_ORDER: z.enum(tabOrders, `must be ${tabOrders.join(' or ')}`).default('trade-watchlist'),
      FRAMED_HOSTS: text(readHosts, 'must be names of hosts with commas between them').default([]),
      ADMIN_EMAIL: z
        .string()
        .regex(/^[^@\s]{1,64}@[^@\s]{1,255}$/u, 'must be an e-mail address')
        .transform((given) => given.normalize('NFC').toLowerCase())
        .optional(),
      ADMIN_PASSWORD: z.string().optional(),
      LOG_LEVEL: z
        .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent')
        .default('info'),
    })
    .superRefine(refuseCombinations)
}

type Combination = PublicSettings &
  Readonly<{
    HOST: string
    CONSOLE_URL?: string | undefined
    MARKET: MarketSetting
    SIM_CLOCK: ClockSetting
    BEACON?: string | undefined
    ROLE: Role
    KEEP_MONTHS?: number | undefined
    STORE_URL?: string | undefined
    ACCOUNT_RANGES: number
    MARKET_GROUPS: number
    NATS_URL?: string | undefined
    DATABASE_URL?: string | undefined
    READ_URL?: string | undefined
    SIM_SCENARIO?: string | undefined
    ADMIN_EMAIL?: string | undefined
    ADMIN_PASSWORD?: string | undefined
  }>

function refuseCombinations(settings: Combination, context: z.RefinementCtx): void {
  const { HOST, RATE_LIMITS, DEV_CODES, MARKET, SIM_CLOCK, SIM_SEED, SIM_SCENARIO, BEACON, ADMIN_EMAIL, ADMIN_PASSWORD } = settings
  const refuse = (name: string, message: string): void => context.addIssue({ code: 'custom', path: [name], message })
  const onlyHere = `is for a server that only this machine reaches; HOST is ${HOST}`
  if (RATE_LIMITS === 'off' && !isLoopback(HOST)) refuse('RATE_LIMITS', `off ${onlyHere}`)
  if (DEV_CODES === '1' && !isLoopback(HOST)) refuse('DEV_CODES', `1 ${onlyHere}`)
  refuseConsoleUrl(settings, refuse)
  if (MARKET.kind === 'replay' && SIM_SEED !== undefined)
    refuse('SIM_SEED', 'has no meaning with MARKET=replay, which plays recorded history')
  if (MARKET.kind === 'replay' && SIM_SCENARIO !== undefined)
    refuse('SIM_SCENARIO', 'has no meaning with MARKET=replay, which plays recorded history')
  if (BEACON !== undefined && (MARKET.kind !== 'sim' || SIM_SEED !== undefined || SIM_CLOCK.kind !== 'real'))
    refuse('BEACON', 'has a meaning only with MARKET=sim, SIM_CLOCK=real and without SIM_SEED')
  if ((ADMIN_EMAIL === undefined) !== (ADMIN_PASSWORD === undefined))
    refuse(ADMIN_EMAIL === undefined ? 'ADMIN_EMAIL' : 'ADMIN_PASSWORD', 'is missing; ADMIN_EMAIL and ADMIN_PASSWORD go together')
  refuseRole(settings, refuse)
  for (const { name, message } of publicConflicts(settings)) refuse(name, message)
}

/** What one machine of several needs (`docs/scale.md`). */
function refuseRole(
  { ROLE, ACCOUNT_RANGES, MARKET, MARKET_GROUPS, NATS_URL, DATABASE_URL, READ_URL, SIM_CLOCK, KEEP_MONTHS, STORE_URL }: Combination,
  refuse: (name: string, message: string) => void,
): void {
  if (NATS_URL !== undefined && SIM_CLOCK.kind !== 'real')
    refuse('NATS_URL', 'goes with SIM_CLOCK=real: several machines share no other clock')
  if (READ_URL !== undefined && ROLE !== 'front') refuse('READ_URL', 'is for fronts: what decides reads from DATABASE_URL')
  if (ROLE === 'all' && NATS_URL !== undefined)
    refuse('NATS_URL', 'is for several processes: say which one this is with ROLE=front, ROLE=core, ROLE=accounts or ROLE=market')
  if (ACCOUNT_RANGES > 0 && ROLE !== 'core')
    refuse('ACCOUNT_RANGES', 'is for the core: it says how many processes with ROLE=accounts write the accounts')
  if (MARKET_GROUPS > 0 && ROLE !== 'core')
    refuse('MARKET_GROUPS', 'is for the core: it says how many processes with ROLE=market run the market')
  if (MARKET_GROUPS > 0 && MARKET.kind === 'replay') refuse('MARKET_GROUPS', 'has no meaning with MARKET=replay, which one process plays')
  if (KEEP_MONTHS !== undefined && ROLE !== 'all' && ROLE !== 'core')
    refuse('KEEP_MONTHS', 'is for the core: it alone takes months out of the tables')
  if (KEEP_MONTHS !== undefined && ROLE === 'core' && STORE_URL === undefined)
    refuse('KEEP_MONTHS', 'needs STORE_URL beside fronts, which read what has left by themselves')
  if (ROLE === 'all') return
  if (NATS_URL === undefined) refuse('NATS_URL', `is missing: ROLE=${ROLE} tells the other processes what it does over it`)
  if (DATABASE_URL === undefined) refuse('DATABASE_URL', `is missing: ROLE=${ROLE} shares a PostgreSQL with the other processes`)
}

function refuseConsoleUrl({ PUBLIC_URL, CONSOLE_URL }: Combination, refuse: (name: string, message: string) => void): void {
  if (CONSOLE_URL === undefined) return
  if (PUBLIC_URL === undefined) refuse('CONSOLE_URL', 'needs PUBLIC_URL, the address that customers use')
  else if (new URL(CONSOLE_URL).host === new URL(PUBLIC_URL).host) refuse('CONSOLE_URL', 'must be another name than PUBLIC_URL')
}

// Our prefix is ours alone: an unknown name with it is a mistake, and a silent one could cost a fair market.
function refuseMisspelled(environment: Environment): void {
  const known = new Set(['SIM_CLOCK', 'SIM_ALWAYS_OPEN', 'SIM_SEED', 'SIM_SCENARIO', 'SIM_GRANT_USD'])
  const unknown = Object.keys(environment).filter((name) => name.startsWith('SIM_') && !known.has(name))
  if (unknown.length > 0)
    throw new StartRefused(`${unknown.join(', ')} is no setting. Those that begin with SIM_ are ${[...known].join(', ')}.`)
}

/** A setting of text that `read` understands; its null is the refusal. */
function text<Value>(read: (text: string) => Value | null, message: string) {
  return z.string().transform((given, context): Value => {
    const value = read(given.trim())
    if (value !== null) return value
    context.addIssue({ code: 'custom', message: `${message}, not "${given}"` })
    return z.NEVER
  })
}

const flag = () => z.enum(['0', '1'], 'must be 0 or 1').transform((given) => given === '1')

// Addresses can carry a password, so a bad one is not repeated in the sentence.
const address = (protocols: readonly string[], message: string) =>
  z.string().refine((given) => URL.canParse(given) && protocols.includes(new URL(given).protocol), message)

const hasNoPath = (given: string): boolean => !URL.canParse(given) || new URL(given).pathname === '/'

function readPort(given: string): number | null {
  const port = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN
  return port <= MAX_PORT ? port : null
}

function readReviewSeconds(given: string): number | null {
  const seconds = /^\d{1,5}$/.test(given) ? Number(given) : Number.NaN
  return seconds <= MAX_REVIEW_SECONDS ? seconds : null
}

function readUploadSize(given: string): number | null {
  const megabytes = /^\d{1,3}$/.test(given) ? Number(given) : Number.NaN
  return megabytes >= 1 && megabytes <= MAX_UPLOAD_MB ? megabytes : null
}

/** One NATS server, or several of a cluster; addresses can carry a password, so a bad one is not repeated. */
function readNats(given: string): string | null {
  const all = given.split(',').map((each) => each.trim())
  return all.every((each) => URL.canParse(each) && ['nats:', 'tls:'].includes(new URL(each).protocol)) ? all.join(',') : null
}

const readWhole =
  (least: number, most: number) =>
  (given: string): number | null => {
    const number = /^\d{1,10}$/.test(given) ? Number(given) : Number.NaN
    return number >= least && number <= most ? number : null
  }

/** Refuses a range of length zero, which would trust everybody's word about an address. */
function readProxies(given: string): readonly string[] | null {
  const proxies = given.split(',').map((proxy) => proxy.trim())
  return proxies.every(isProxy) ? proxies : null
}

function isProxy(given: string): boolean {
  const [address = '', length, ...more] = given.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= (family === 4 ? IPV4_BITS : IPV6_BITS))
}

const HOST_NAME = /^[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/u

/** Whole names, each of them one host: what they allow stands in the policy of every page. */
function readHosts(given: string): readonly string[] | null {
  const hosts = given.split(',').map((host) => host.trim().toLowerCase())
  return hosts.every((host) => HOST_NAME.test(host)) ? hosts : null
}

/** The address of the beacon of days. */
function readBeacon(given: string): string | null {
  const address = /^drand:(https:\/\/[^\s/][^\s]*[^\s/])$/u.exec(given)?.[1]
  return address !== undefined && URL.canParse(address) ? address : null
}

function readMarket(given: string): MarketSetting | null {
  if (given === 'sim') return { kind: 'sim' }
  const folder = /^replay:(.+)$/.exec(given)?.[1]
  return folder === undefined ? null : { kind: 'replay', folder }
}

function readClock(given: string): ClockSetting | null {
  if (given === 'real') return { kind: 'real' }
  const [, kind, rest = ''] = /^(scaled|fixed):(.+)$/.exec(given) ?? []
  if (kind === 'fixed') return readFixed(rest)
  return kind === 'scaled' ? readScaled(rest) : null
}

function readFixed(given: string): ClockSetting | null {
  const at = readMoment(given)
  return at === null ? null : { kind: 'fixed', at }
}

function readScaled(given: string): ClockSetting | null {
  const [factorText = '', moment, ...more] = given.split('@')
  const factor = /^\d+(\.\d+)?$/.test(factorText) ? Number(factorText) : 0
  const startsAt = moment === undefined ? null : readMoment(moment)
  const isBad = factor <= 0 || factor > FASTEST_CLOCK || more.length > 0 || (moment !== undefined && startsAt === null)
  return isBad ? null : { kind: 'scaled', factor, startsAt }
}

// A time without its zone would mean another moment on every machine; a date alone is midnight UTC.
function readMoment(given: string): Instant | null {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(given)) return null
  const moment = Date.parse(given)
  return Number.isNaN(moment) ? null : moment
}

function readGrant(given: string): Money | null {
  const minor = parseDecimal(given, USD_DIGITS)
  return minor === null || minor < 0n || minor > MAX_GRANT_MINOR ? null : { minor, currency: 'USD' }
}

/** Zero where a house teaches and takes nothing for it. */
function readRent(given: string): Money | null {
  const minor = parseDecimal(given, USD_DIGITS)
  return minor === null || minor < 0n || minor > MAX_RENT_MINOR ? null : { minor, currency: 'USD' }
}

const SECRETS = new Set(['SIM_SEED', 'ADMIN_PASSWORD'])

function describe(name: string, value: unknown): string {
  if (SECRETS.has(name)) return '(set)'
  if (name === 'NATS_URL') return String(value).split(',').map(shownPart).join(',')
  if (typeof value === 'string') return shownPart(value)
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
}

/** One of several addresses, or a plain word. */
const shownPart = (part: string): string => (URL.canParse(part) ? withoutPassword(part) : part)

function withoutPassword(given: string): string {
  const url = new URL(given)
  if (url.password !== '') url.password = '***'
  url.search = ''
  return url.href
}

/** Settings that touch prices, orders or time: the public log says them at every start. */
export const LEVERS = ['MARKET', 'SIM_CLOCK', 'SIM_ALWAYS_OPEN', 'KYC_FOR_TRADING', 'REVIEW_SECONDS', 'BEACON', 'DRAW_BEACON_URL'] as const
