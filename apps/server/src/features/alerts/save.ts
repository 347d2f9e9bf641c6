import { type Alert, alertMachine, arm, switchOff } from '@rueda/rules/alerts/alert.ts'
import { type AlertRequest, checkAlert } from '@rueda/rules/alerts/alert-request.ts'
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
export function saveAlert(app: AlertDeps, { accountId }: Owner, id: string | null, request: AlertRequest): Promise<Result<Alert>> {
  return inTransaction(app.pool, async (client) => {
    const own = await store.lock(client, accountId)
    const edited = id === null ? null : own.find((alert) => alert.id === id)
    if (edited === undefined) return refuse('object.not_found')
    const same = own.find((alert) => isSame(alert, request))
    const known = same ?? edited
    const others = own.filter((alert) => alert !== known && alert !== edited).length
    const checked = check(app, request, others)
    if (!checked.ok) return checked
    if (edited !== null && edited !== known) await store.remove(client, accountId, edited.id)
    return ok(await put(app, client, arm({ ...(known ?? newAlert(app, accountId)), ...request })))
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

const isSame = (alert: Alert, request: AlertRequest): boolean =>
  alert.instrumentId === request.instrumentId && alert.kind === request.kind && alert.level === request.level

const check = ({ venue }: AlertDeps, request: AlertRequest, others: number): Result<AlertRequest> =>
  checkAlert(request, {
    instrument: venue.instruments.get(request.instrumentId) ?? null,
    market: alertMarket(venue, request.instrumentId),
    others,
  })

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
