import { alerts } from '@rueda/contract/alerts.ts'
import { MAX_ALERTS } from '@rueda/rules/alerts/alert-request.ts'
import { parseScaled } from '@rueda/rules/decimal.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { presentAlert, presentDelivery } from './present.ts'
import { type AlertDeps, saveAlert, turnAlert } from './save.ts'
import * as store from './store.ts'

/** Price alerts (`docs/rules/screens.md` 4.13). */
export const alertRoutes = (app: AlertDeps): Registered =>
  routes(alerts, {
    list: async ({ input, caller }) => {
      const { stockCode, market = 'US' } = input
      const own = await store.list(app.pool, caller.accountId, stockCode === undefined ? null : app.venue.idOf(market, stockCode))
      return ok({ list: own.flatMap((alert) => presentAlert(app.venue, alert) ?? []), most: MAX_ALERTS })
    },

    save: async ({ input, caller }) => {
      const { id = null, stockCode, market, kind, repeats } = input
      const level = parseScaled(input.level)
      if (level === null) return refuse('parameter.invalid', { field: 'level' })
      const ask = { instrumentId: app.venue.idOf(market, stockCode), kind, level, repeats: repeats === 1 }
      const saved = await saveAlert(app, caller, id, ask)
      return saved.ok ? presented(app, saved.value) : saved
    },

    turn: async ({ input, caller }) => {
      const turned = await turnAlert(app, caller, input.id, input.on === 1)
      return turned.ok ? presented(app, turned.value) : turned
    },

    remove: async ({ input, caller }) => {
      await store.remove(app.pool, caller.accountId, input.id)
      return ok(true)
    },

    deliveries: async ({ input, caller }) => {
      const { deliveries, total } = await inSnapshot(app.pool, (reader) => store.deliveries(reader, caller.accountId, sliceOf(input)))
      return ok(
        pageOf(
          deliveries.flatMap((delivery) => presentDelivery(app.venue, delivery) ?? []),
          total,
          input,
        ),
      )
    },
  })

function presented({ venue }: AlertDeps, alert: Parameters<typeof presentAlert>[1]) {
  const row = presentAlert(venue, alert)
  return row === null ? refuse('instrument.unknown') : ok(row)
}
