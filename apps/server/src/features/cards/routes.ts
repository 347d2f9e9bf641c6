import { cards } from '@rueda/contract/cards.ts'
import { ok } from '@rueda/rules/result.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { readDetails } from './details.ts'
import { presentCards } from './present.ts'
import { type CardDeps, deleteCard, saveCard } from './save.ts'
import { cardsOf } from './store.ts'

/** Cards: list, add, change, delete. Permission is decided at the edge, by the level of each endpoint. */
export const cardRoutes = (app: CardDeps): Registered =>
  routes(cards, {
    list: async ({ input, caller }) => {
      const own = await cardsOf(app.pool, app.vault, caller.accountId)
      const wanted = own.filter(({ card }) => input.type === undefined || card.type === input.type)
      return ok(presentCards(wanted, app.wallClock.now()))
    },

    add: async ({ input, caller, idempotency }) => {
      const details = readDetails(input)
      return details.ok ? saveCard(app, { caller, idempotency, id: null, details: details.value, code: input.code ?? null }) : details
    },

    update: async ({ input, caller, idempotency }) => {
      const details = readDetails(input)
      return details.ok ? saveCard(app, { caller, idempotency, id: input.id, details: details.value, code: input.code ?? null }) : details
    },

    remove: ({ input, caller }) => deleteCard(app, caller, input.id),
  })
