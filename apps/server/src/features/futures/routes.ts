import { futures } from '@rueda/contract/futures.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { type Month, monthsByRoot } from '../../venue/contract-months.ts'
import { interestOf, lastTradeOf } from '../quotes/future-terms.ts'
import { openContracts } from '../quotes/open-contracts.ts'
import { watchedBy } from '../quotes/watched.ts'
import { presentFuture } from './present.ts'

/** Families of futures, and the months of one of them. */
export const futuresRoutes = (app: App): Registered =>
  routes(futures, {
    list: async ({ input, caller, now }) => {
      const all = [...monthsByRoot(app.venue).values()].flat()
      const wanted = all.filter(
        ({ root, isFront }) =>
          (input.root === undefined ? isFront : root.root === input.root) &&
          (input.category === undefined || root.category === input.category),
      )
      const [watched, open] = await Promise.all([watchedBy(app.pool, caller), openIn(app, wanted)])
      const rows = await Promise.all(wanted.map((month) => presentFuture(app, month, { watched, open, now })))
      return ok(rows.flat())
    },

    months: async ({ input }) => {
      const months = monthsByRoot(app.venue).get(input.root)
      if (months === undefined) return refuse('instrument.unknown')
      const open = await openIn(app, months)
      return ok({
        root: input.root,
        contracts: months.map((month) => {
          const { instrument, isFront } = month
          const quote = app.venue.quote(instrument.id)
          return {
            code: instrument.code,
            month: monthOf(instrument.code),
            ...lastTradeOf(month),
            Ol: interestOf(app, month, open.get(instrument.id)).Ol,
            volume: formatScaled(quote?.volume ?? 0n),
            frontMonth: isFront ? (1 as const) : (0 as const),
          }
        }),
      })
    },
  })

const openIn = (app: App, months: readonly Month[]) =>
  openContracts(app.pool, { instrumentIds: months.map(({ instrument }) => instrument.id), session: app.venue.session('FUT') })

const LETTERS = 'FGHJKMNQUVXZ'

/** The delivery month behind a code: "SES-2027H" is March 2027. */
function monthOf(code: string): string {
  const [, year = '', letter = ''] = /-(\d{4})([A-Z])$/.exec(code) ?? []
  return `${year}-${String(LETTERS.indexOf(letter) + 1).padStart(2, '0')}`
}
