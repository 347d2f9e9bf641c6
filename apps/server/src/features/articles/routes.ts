import { articles } from '@rueda/contract/articles.ts'
import { HOUSE_MARKET } from '@rueda/rules/markets/markets.ts'
import { ok, refuse } from '@rueda/rules/result.ts'
import type { App } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { pageOf, sliceOf } from '../../http/page.ts'
import { type Registered, routes } from '../../http/routes.ts'
import { presentArticle, presentItem } from './present.ts'
import { articleById, listArticles } from './store.ts'

/** News, for everybody (`docs/rules/articles.md` A.30, A.31). */
export const articleRoutes = (app: Pick<App, 'pool' | 'venue'>): Registered =>
  routes(articles, {
    list: async ({ input, language }) => {
      const { tag = null, keyword = null, lang = language, stockCode, market = HOUSE_MARKET } = input
      const instrument = stockCode === undefined ? null : app.venue.find(market, stockCode)
      if (stockCode !== undefined && instrument === null) return refuse('instrument.unknown', { field: 'stockCode' })
      const filter = { tag, keyword, language: lang, instrumentId: instrument?.id ?? null, venue: app.venue.label, ...sliceOf(input) }
      const { list, total } = await inSnapshot(app.pool, (reader) => listArticles(reader, filter))
      return ok(
        pageOf(
          list.map((article) => presentItem(app, article, lang)),
          total,
          input,
        ),
      )
    },

    one: async ({ input, language }) => {
      const article = await articleById(app.pool, input.id)
      return article === null ? refuse('object.not_found') : ok(presentArticle(app, article, input.lang ?? language))
    },
  })
