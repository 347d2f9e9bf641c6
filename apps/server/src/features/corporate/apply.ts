import { addDays } from '@rueda/exchange/calendars/civil.ts'
import type { Dividend, Split } from '@rueda/rules/corporate/action.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { unlockDue } from '../positions/unlock-due.ts'
import { payDue, recordEntitlements } from './dividends.ts'
import { bookSplits } from './splits.ts'
import { recordActions } from './recorded.ts'

/**
 * The CALENDAR job: corporate actions on a date. Dividends are recorded for the holders at the last close, shares are converted, locked
 * shares whose day it is are freed, and dividends that are due are paid. Every part is done once for each action and customer, however often the job runs; ex-dates on which the
 * market was closed belong to the next one.
 */
export type Applying = Pick<App, 'pool' | 'commands' | 'venue' | 'clock' | 'log'>

const LOOK_BACK_DAYS = 60

export async function applyCorporateActions(app: Applying, market: MarketName, date: CalendarDate): Promise<void> {
  const before = await tradingDateBefore(app, market, date)
  const instruments = [...app.venue.instruments.values()].filter((instrument) => instrument.market === market && !instrument.quoteOnly)
  const from = before === null ? date : addDays(before, 1)
  const actions = await app.venue.corporateActions(
    instruments.map(({ id }) => id),
    from,
    date,
  )
  const dividends = actions.filter((action): action is Dividend => action.kind === 'dividend')
  const splits = actions.filter((action): action is Split => action.kind === 'split')
  await recordActions(app, actions)
  // A dividend counts the shares of the last close, so it comes before a split of the same day.
  for (const dividend of dividends) await recordEntitlements(app, market, dividend)
  for (const split of splits) await bookSplits(app, market, split)
  await unlockDue(app, market, date)
  await payDue(app, market, { after: addDays(date, -LOOK_BACK_DAYS), until: date })
  app.venue.splitsBooked(market, date)
}

async function tradingDateBefore({ venue }: Applying, market: MarketName, date: CalendarDate): Promise<CalendarDate | null> {
  const days = await venue.calendar(market, addDays(date, -LOOK_BACK_DAYS), addDays(date, -1))
  return days.findLast(({ trading }) => trading)?.date ?? null
}
