import { marketNames } from '@rueda/rules/instruments/instrument.ts'
import { type DayVerdict, type ShownDay, dayIn, judgeDay } from './judge-day.ts'
import type { DaysKey } from './days-key.ts'
import { entryAt } from './log-entry.ts'
import { readBeside } from './read-log.ts'

/** Fetches what the house shows of its days. Nothing of it is believed before it is judged. */
const ADDRESS = '/trust/days'

export type ReadDay = Readonly<{ kind: 'day'; day: ShownDay }> | Readonly<{ kind: 'sealed' }> | Readonly<{ kind: 'unanswered' }>

export async function readDay(market: string, date: string): Promise<ReadDay> {
  const answer = await readBeside(`${ADDRESS}/${market}/${date}`)
  if (typeof answer === 'object' && answer !== null && 'state' in answer && answer.state === 'sealed') return { kind: 'sealed' }
  const day = dayIn(answer)
  // Another day than was asked for is no answer.
  return day === null || day.market !== market || day.date !== date ? { kind: 'unanswered' } : { kind: 'day', day }
}

export type PageOfDays = Readonly<{ days: readonly ShownDay[]; next: string | null }>

/** Days of a market up to a date, newest first; null where they are not answered whole. */
export async function readDays(market: string, through: string): Promise<PageOfDays | null> {
  const answer = await readBeside(`${ADDRESS}/${market}?through=${through}`)
  if (typeof answer !== 'object' || answer === null || !('days' in answer) || !Array.isArray(answer.days)) return null
  const days = answer.days.flatMap((each) => dayIn(each) ?? [])
  const next = 'next' in answer && typeof answer.next === 'string' ? answer.next : null
  return days.length === answer.days.length && days.every((day) => day.market === market) ? { days, next } : null
}

/** Every day up to this one: a day's prices begin where those before it ended, and markets look at each other. */
export async function allDays(through: string): Promise<readonly ShownDay[] | null> {
  const all = await Promise.all(marketNames.map((market) => allOf(market, through)))
  return all.some((days) => days === null) ? null : all.flatMap((days) => days ?? [])
}

async function allOf(market: string, through: string): Promise<readonly ShownDay[] | null> {
  const days: ShownDay[] = []
  for (let next: string | null = through; next !== null;) {
    const page = await readDays(market, next)
    if (page === null || (page.next !== null && page.next >= next)) return null
    days.push(...page.days)
    next = page.next
  }
  return days
}

/** Judges a day by the pinned key and the believed log. */
export async function verdictOn(day: ShownDay, daysKey: DaysKey): Promise<DayVerdict> {
  const [entry, engineEntry] = [day.drawn?.entry ?? null, day.drawn?.engineEntry ?? null]
  const said = entry === null ? null : await entryAt(entry)
  const engine = engineEntry === null ? null : await entryAt(engineEntry)
  return judgeDay(day, { daysKey, said, engine })
}
