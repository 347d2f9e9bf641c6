import { broadcasts } from '@rueda/contract/broadcasts.ts'
import { wordsIn } from '@rueda/rules/broadcasts/broadcast.ts'
import { ok } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { type Registered, routes } from '../../http/routes.ts'

/** The banners, in the reader's language. */
export const broadcastRoutes = ({ notices }: Pick<App, 'notices'>): Registered =>
  routes(broadcasts, {
    banners: ({ language }) =>
      ok(
        notices.banners().flatMap(({ id, market, texts, since }) => {
          const words = wordsIn(texts, language)
          return words === null ? [] : [{ id, market, ...words, sinceTimestamp: since }]
        }),
      ),
  })
