import { type Logger, type LoggerOptions, pino } from 'pino'
import type { Settings } from './config.ts'

/**
 * Writes events and records to the log, but never persons: only these facts may stand in a line, and a field that is not in
 * the list is left out, its name kept under `dropped` so that its author sees why it is missing.
 */
const ALLOWED = new Set([
  ...['requestId', 'method', 'route', 'status', 'ms', 'refusal', 'code', 'event', 'kind', 'reason', 'fields', 'error', 'err'],
  ...['accountId', 'orderId', 'mailId'],
  // In security events only: the address of a try, never the name that was tried.
  'address',
  ...[
    'job',
    'market',
    'day',
    'date',
    'venue',
    'instrument',
    'instrumentId',
    'channel',
    'sequence',
    'batch',
    'commands',
    'count',
    'size',
    'bytes',
    'group',
    'range',
    'month',
  ],
  ...[
    'attempt',
    'attempts',
    'waitMs',
    'lagMs',
    'startedAt',
    'now',
    'from',
    'to',
    'pid',
    'port',
    'url',
    'version',
    'migrations',
    'settings',
    'folder',
    'signal',
    // What is waited for, and what was said on the bus.
    'step',
    'forMs',
    'subject',
  ],
])

/** pino's options for the server's one logger; in a terminal the lines are made to be read. */
export function createLogger({ LOG_LEVEL }: Pick<Settings, 'LOG_LEVEL'>, destination?: { write(line: string): void }): Logger {
  const log = destination === undefined ? pino(options(LOG_LEVEL, process.stdout.isTTY)) : pino(options(LOG_LEVEL, false), destination)
  // pino forgets the formatter of bindings at the first child; here it holds for children and theirs.
  const child = log.child
  log.child = function (this: Logger, bindings: Record<string, unknown>, childOptions?: object) {
    return child.call(this, onlyAllowed(bindings), childOptions)
  } as Logger['child']
  return log
}

function options(level: string, isTerminal: boolean): LoggerOptions {
  return {
    level,
    base: {},
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { log: onlyAllowed },
    serializers: { err: describeError, error: describeError },
    ...(isTerminal ? { transport: { target: 'pino-pretty', options: { translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname' } } } : {}),
  }
}

function onlyAllowed(fields: Record<string, unknown>): Record<string, unknown> {
  const dropped = Object.keys(fields).filter((name) => !ALLOWED.has(name))
  if (dropped.length === 0) return fields
  const kept = Object.entries(fields).filter(([name]) => ALLOWED.has(name))
  return { ...Object.fromEntries(kept), dropped }
}

type ErrorFacts = Readonly<{
  type: string
  message?: string
  code?: string
  constraint?: string
  table?: string
  stack?: string
  cause?: ErrorFacts
}>

/** A database's message and detail repeat the values it was given, so of its errors only names are kept. */
export function describeError(error: unknown): ErrorFacts {
  if (typeof error === 'string') return { type: 'text', message: error }
  if (!(error instanceof Error)) return { type: typeof error }
  const isDatabase = 'severity' in error && 'routine' in error
  return {
    type: error.name,
    ...(isDatabase ? {} : { message: error.message }),
    ...namesOf(error),
    ...framesOf(error),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}

function namesOf(error: Error): Partial<ErrorFacts> {
  const facts = Object.entries(error).filter(([name, value]) => ['code', 'constraint', 'table'].includes(name) && typeof value === 'string')
  return Object.fromEntries(facts)
}

function framesOf({ stack }: Error): Partial<ErrorFacts> {
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line)) ?? []
  return frames.length === 0 ? {} : { stack: frames.join('\n') }
}
