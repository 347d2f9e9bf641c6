import type { FullApp } from './app.ts'
import type { Bus, Stop } from './bus/bus.ts'
import type { Registered } from './http/routes.ts'
import { publishAccountsChanged } from './roles/accounts-changed.ts'
import { answerCalls, giveReceipts } from './roles/answer-calls.ts'
import { askMarket } from './roles/market-questions.ts'
import { subjects } from './roles/subjects.ts'
import { type LeadingCore, type MarketTold, tellMarket } from './roles/tell-market.ts'
import type { FollowedMarket } from './venue/followed-market.ts'

type Telling = Readonly<{ bus: Bus; leading: () => LeadingCore; app: FullApp; market: FollowedMarket; isLeading: () => boolean }>

/** Tells the market to every other process, and answers what they ask of it. */
export const tellMarketOf = ({ bus, leading, app, market, isLeading }: Telling): MarketTold =>
  tellMarket({ bus, leading, market, ask: (question) => askMarket(app.venue, question), log: app.log, isLeading })

type Serving = Readonly<{ bus: Bus; app: FullApp; routes: Registered; isLeading: () => boolean }>

/** What a core does for the fronts beside that: answers their calls, gives receipts, and tells them whose books have changed. */
export function serveFronts({ bus, app, routes, isLeading }: Serving): Stop {
  const stops = [
    answerCalls({ bus, subject: subjects.call, app, routes, isLeading }),
    giveReceipts(bus, app.receipts),
    publishAccountsChanged(bus, app.writePath),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
