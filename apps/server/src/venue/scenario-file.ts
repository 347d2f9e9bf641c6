import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Scenario, ScenarioEvent, ScenarioTarget } from '@rueda/exchange/scenario/scenario.ts'
import { closeOnlyReasons } from '@rueda/rules/instruments/close-only.ts'
import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { type Instant, MINUTE_MS } from '@rueda/rules/time.ts'
import { z } from 'zod'
import { StartRefused } from '../db/start-refused.ts'

/**
 * A scenario file lays events over the market of a fresh database, for tests and demonstrations. Its moments are
 * fixed at the first start: an event may name a moment, or how many minutes after the first start it begins.
 */
export type ScenarioFile = Readonly<{
  /** The hash of the file, by which the same one is recognised at the next start. */
  source: string
  /** The scenario with its moments, as text: what is stored, promised and published. */
  textAt: (firstStart: Instant) => string
}>

const MAX_NAME = 80
const MAX_EVENTS = 100
const MAX_MINUTES = 10_080
const share = (lowest: number, highest: number) =>
  z
    .string()
    .regex(/^-?0?\.\d{1,6}$|^-?\d(\.\d{1,6})?$/u)
    .transform(Number)
    .pipe(z.number().min(lowest).max(highest))

const minutes = z.int().min(1).max(MAX_MINUTES)
const place = {
  market: z.enum(marketNames).optional(),
  instrument: z
    .string()
    .regex(/^[A-Z]{2,3}:[A-Z0-9.-]{1,16}$/u)
    .optional(),
  at: z.iso.datetime({ offset: true }).optional(),
  afterMinutes: z.int().min(0).max(MAX_MINUTES).optional(),
}
const event = z
  .discriminatedUnion('type', [
    z.strictObject({ ...place, type: z.literal('crash'), size: share(-0.95, -0.001), minutes }),
    z.strictObject({ ...place, type: z.literal('gap'), size: share(-0.95, 5) }),
    z.strictObject({ ...place, type: z.literal('limitUp'), size: share(0.001, 1), minutes }),
    z.strictObject({ ...place, type: z.literal('halt'), minutes }),
    z.strictObject({ ...place, type: z.literal('stale'), minutes }),
    z.strictObject({ ...place, type: z.literal('closeOnly'), minutes, reason: z.enum(closeOnlyReasons) }),
  ])
  .refine(({ market, instrument }) => (market === undefined) !== (instrument === undefined), 'names either a market or an instrument')
  .refine(({ at, afterMinutes }) => (at === undefined) !== (afterMinutes === undefined), 'names either at or afterMinutes')
type WrittenEvent = z.output<typeof event>

const file = z.strictObject({ name: z.string().trim().min(1).max(MAX_NAME), events: z.array(event).min(1).max(MAX_EVENTS) })

/** Reads the file that SIM_SCENARIO names; a fault in it stops the start with a sentence. */
export function readScenarioFile(path: string): ScenarioFile {
  const text = readText(path)
  const parsed = file.safeParse(parseJson(path, text))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new StartRefused(`SIM_SCENARIO=${path}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? 'is not a scenario'}.`)
  }
  const { name, events } = parsed.data
  return {
    source: createHash('sha256').update(text).digest('hex'),
    textAt: (firstStart) => JSON.stringify({ name, events: events.map((written) => eventAt(written, firstStart)) } satisfies Scenario),
  }
}

/** Returns the hash of a scenario for the promises. */
export const scenarioHash = (text: string): Uint8Array => createHash('sha256').update(text).digest()

export const publishedScenario = (text: string | null): Readonly<{ name: string; text: string; hash: string }> | null =>
  text === null ? null : { name: parseScenario(text).name, text, hash: Buffer.from(scenarioHash(text)).toString('hex') }

export const parseScenario = (text: string): Scenario => JSON.parse(text) as Scenario

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartRefused(`SIM_SCENARIO=${path} cannot be read. Name a scenario file, such as one of the folder scenarios.`)
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StartRefused(`SIM_SCENARIO=${path} is not JSON.`)
  }
}

function eventAt(written: WrittenEvent, firstStart: Instant): ScenarioEvent {
  const from = beginOf(written, firstStart)
  const target = targetOf(written)
  switch (written.type) {
    case 'crash':
      return { kind: 'move', target, from, size: written.size, minutes: written.minutes }
    case 'gap':
      return { kind: 'move', target, from, size: written.size, minutes: 0 }
    case 'limitUp':
      return { kind: 'limitUp', target, from, until: from + written.minutes * MINUTE_MS, size: written.size }
    case 'halt':
      return { kind: 'halt', target, from, until: from + written.minutes * MINUTE_MS }
    case 'stale':
      return { kind: 'stale', target, from, until: from + written.minutes * MINUTE_MS }
    case 'closeOnly':
      return { kind: 'closeOnly', target, from, until: from + written.minutes * MINUTE_MS, reason: written.reason }
  }
}

/** Events begin with a minute, as bars do. */
function beginOf({ at, afterMinutes }: WrittenEvent, firstStart: Instant): Instant {
  const exact = at === undefined ? firstStart + (afterMinutes ?? 0) * MINUTE_MS : Date.parse(at)
  return Math.ceil(exact / MINUTE_MS) * MINUTE_MS
}

const targetOf = ({ market, instrument }: WrittenEvent): ScenarioTarget =>
  market === undefined ? { instrumentId: instrument ?? '' } : { market }
