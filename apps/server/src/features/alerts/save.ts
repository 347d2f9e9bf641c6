import { type Alert, alertMachine, arm, switchOff } from '@rueda/rules/alerts/alert.ts'
import { type AlertAsk, checkAlert } from '@rueda/rules/alerts/ask.ts'
import { next } from '@rueda/rules/machine.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { PoolClient } from 'pg'
import type { App } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Clock } from '../../deps.ts'
import { alertMarket } from './market.ts'
import * as store from './store.ts'

export type AlertDeps = Pick<App, 'pool' | 'venue' | 'clock' | 'ids'> & Readonly<{ wallClock: Clock }>
type Owner = Readonly<{ accountId: string }>

/** A new alert, or a known one with another level; the same level twice is one alert. Either way it is armed. */
export function saveAlert(app: AlertDeps, { accountId }: Owner, id: string | null, ask: AlertAsk): Promise<Result<Alert>> {
  return inTransaction(app.pool, async (client) => {
    const own = await store.lock(client, accountId)
    const edited = id === null ? null : own.find((alert) => alert.id === id)
    if (edited === undefined) return refuse('object.not_found')
    const same = own.find((alert) => isSame(alert, ask))
    const known = same ?? edited
    const others = own.filter((alert) => alert !== known && alert !== edited).length
    const checked = check(app, ask, others)
    if (!checked.ok) return checked
    if (edited !== null && edited !== known) await store.remove(client, accountId, edited.id)
    return ok(await put(app, client, arm({ ...(known ?? newAlert(app, accountId)), ...ask })))
  })
}

/** Armed again or switched off; a second time changes nothing. */
export function turnAlert(app: AlertDeps, { accountId }: Owner, id: string, isOn: boolean): Promise<Result<Alert>> {
  return inTransaction(app.pool, async (client) => {
    const own = await store.lock(client, accountId)
    const alert = own.find((each) => each.id === id)
    if (alert === undefined) return refuse('object.not_found')
    if (next(alertMachine, alert.status, isOn ? 'arm' : 'switchOff') === null) return ok(alert)
    if (!isOn) return ok(await put(app, client, switchOff(alert)))
    const checked = check(app, alert, own.length - 1)
    return checked.ok ? ok(await put(app, client, arm(alert))) : checked
  })
}

const isSame = (alert: Alert, ask: AlertAsk): boolean =>
  alert.instrumentId === ask.instrumentId && alert.kind === ask.kind && alert.level === ask.level

const check = ({ venue }: AlertDeps, ask: AlertAsk, others: number): Result<AlertAsk> =>
  checkAlert(ask, { instrument: venue.instruments.get(ask.instrumentId) ?? null, market: alertMarket(venue, ask.instrumentId), others })

async function put({ wallClock }: AlertDeps, client: PoolClient, alert: Alert): Promise<Alert> {
  await store.save(client, alert, wallClock.now())
  return alert
}

const newAlert = (
  { ids, clock }: AlertDeps,
  accountId: string,
): Pick<Alert, 'id' | 'accountId' | 'status' | 'createdAt' | 'firedAt' | 'firedOn'> => ({
  id: ids.next(),
  accountId,
  status: 'armed',
  createdAt: clock.now(),
  firedAt: null,
  firedOn: null,
})
