import type { PracticeStanding } from '@rueda/contract/practice.ts'
import { beginAgain, mayBeginAt } from '@rueda/rules/practice/begin-again.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { CalendarDate, Instant } from '@rueda/rules/time.ts'
import { walletTypes } from '@rueda/rules/wallets/wallet.ts'
import type { App, Deciding } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import type { HandlerRequest, Idempotency } from '../../http/handler.ts'
import type { practice } from '@rueda/contract/practice.ts'
import { houseDate } from '../../venue/value-date.ts'
import { commandKind } from '../../write-path/commands.ts'
import { type ClosePosition, closeAll } from './close-all.ts'
import { type Standing, inTheWayOf, isOffered, presentStanding, readStanding } from './standing.ts'

type Beginning = Readonly<{
  sequence: number
  isFree: boolean
  count: number
  lastAt: Instant | null
  valueDate: CalendarDate
}>

/** All cash back and a new grant, in one transaction; decided again on the account state, so that nothing slips in between. */
export const beginningAgain = commandKind({
  name: 'practice.begin',
  reads: () => ({ wallets: walletTypes, records: [] }),
  decide: (app: Pick<Deciding, 'settings'>, given: Beginning, state, now) => {
    const begun = beginAgain(state, { ...given, grant: app.settings.SIM_GRANT_USD.minor }, now)
    if (!begun.ok) return begun
    const { entries } = begun.value
    const sequence = given.sequence + entries.length
    const after: Standing = { underWay: [], positions: 0, count: given.count + 1, lastAt: now, sequence }
    return ok({ outcome: begun.value, data: presentStanding(app.settings, after, now) })
  },
})

/** Closes what is open at market, and begins again when all of it is closed. What could not be closed stays as it is and is named. */
export async function begin(
  app: App,
  closePosition: ClosePosition,
  { caller, idempotency, now }: HandlerRequest<typeof practice.begin>,
): Promise<Result<PracticeStanding>> {
  if (!isOffered(app.settings)) return refuse('feature.disabled', { feature: 'practice' })
  const { accountId } = caller
  const before = await inSnapshot(app.pool, (reader) => readStanding(reader, accountId))
  if (before.positions === 0 || inTheWayOf(before).length > 0 || mayBeginAt(before.lastAt, now) !== null)
    return run(app, { accountId, idempotency }, before)
  const closed = await closeAll(app, closePosition, { caller, idempotency })
  if (!closed.ok) return closed
  return run(app, { accountId, idempotency }, await inSnapshot(app.pool, (reader) => readStanding(reader, accountId)))
}

type Asked = Readonly<{ accountId: string; idempotency: Idempotency }>

function run(app: App, asked: Asked, { underWay, sequence, count, lastAt }: Standing): Promise<Result<PracticeStanding>> {
  const isFree = underWay.every((kind) => kind === 'unsettled' || kind === 'dividends')
  return app.commands.run(beginningAgain, { ...asked, arguments: { sequence, isFree, count, lastAt, valueDate: houseDate(app.venue) } })
}
