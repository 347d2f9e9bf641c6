import { addDays } from '@rueda/exchange/calendars/civil.ts'
import type { BookedAction, Dividend, Rename, Split } from '@rueda/rules/corporate/action.ts'
import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { App } from '../../app.ts'
import { unlockDue } from '../positions/unlock-due.ts'
import { payDue, recordEntitlements } from './dividends.ts'
import { bookSplits } from './splits.ts'
import { recordActions } from './recorded.ts'
import { recordRename } from './renames.ts'

/**
 * The CALENDAR job: corporate actions on a date. Dividends are recorded for the holders at the last close, shares are converted, new
 * codes are told, locked shares whose day it is are freed, and dividends that are due are paid. Every part is done once for each action and customer, however often the job runs; ex-dates on which the
 * market was closed belong to the next one.
 */
export type Applying = Pick<App, 'pool' | 'commands' | 'venue' | 'clock' | 'log'>
type Telling = Applying & Pick<App, 'hub' | 'ids'>

const LOOK_BACK_DAYS = 60

export async function applyCorporateActions(app: Telling, market: MarketName, date: CalendarDate): Promise<void> {
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
  const renames = actions.filter((action): action is Rename => action.kind === 'rename')
  await recordActions(
    app,
    actions.filter((action): action is BookedAction => action.kind !== 'rename'),
  )
  // A dividend counts the shares of the last close, so it comes before a split of the same day.
  for (const dividend of dividends) await recordEntitlements(app, market, dividend)
  for (const split of splits) await bookSplits(app, market, split)
  for (const rename of renames) await recordRename(app, rename)
  await unlockDue(app, market, date)
  await payDue(app, market, { after: addDays(date, -LOOK_BACK_DAYS), until: date })
  app.venue.splitsBooked(market, date)
}

async function tradingDateBefore({ venue }: Applying, market: MarketName, date: CalendarDate): Promise<CalendarDate | null> {
  const days = await venue.calendar(market, addDays(date, -LOOK_BACK_DAYS), addDays(date, -1))
  return days.findLast(({ trading }) => trading)?.date ?? null
}
