import { futures } from '@rueda/contract/futures.ts'
import { formatScaled } from '@rueda/rules/decimal.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { type Month, monthsByRoot } from '../../venue/contract-months.ts'
import { watchedBy } from '../quotes/watched.ts'
import { openByCustomers } from './open-by-customers.ts'
import { interests, presentFuture } from './present.ts'

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
      const [watched, held] = await Promise.all([watchedBy(app.pool, caller), openByCustomers(app.pool, wanted.map(idOf))])
      const rows = await Promise.all(wanted.map((month) => presentFuture(app, month, { watched, held, now })))
      return ok(rows.flat())
    },

    months: async ({ input }) => {
      const months = monthsByRoot(app.venue).get(input.root)
      if (months === undefined) return refuse('instrument.unknown')
      const held = await openByCustomers(app.pool, months.map(idOf))
      return ok({
        root: input.root,
        contracts: months.map((month) => {
          const { instrument, contract, isFront } = month
          const quote = app.venue.quote(instrument.id)
          const [open] = interests(month, app.venue.session('FUT').tradeDate)
          return {
            code: instrument.code,
            month: monthOf(instrument.code),
            lastTradeDate: contract.lastTradeDate,
            Ol: open + (held.get(instrument.id) ?? 0),
            volume: formatScaled(quote?.volume ?? 0n),
            frontMonth: isFront ? (1 as const) : (0 as const),
          }
        }),
      })
    },
  })

const idOf = ({ instrument }: Month): string => instrument.id

const LETTERS = 'FGHJKMNQUVXZ'

/** The delivery month behind a code: "SES-2027H" is March 2027. */
function monthOf(code: string): string {
  const [, year = '', letter = ''] = /-(\d{4})([A-Z])$/.exec(code) ?? []
  return `${year}-${String(LETTERS.indexOf(letter) + 1).padStart(2, '0')}`
}
