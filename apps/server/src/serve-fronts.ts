import type { FullApp } from './app.ts'
import type { Bus, Stop } from './bus/bus.ts'
import { packed } from './bus/parcel.ts'
import type { Registered } from './http/routes.ts'
import type { FollowedMarket } from './venue/followed-market.ts'
import { answerCalls } from './roles/answer-calls.ts'
import { askMarket } from './roles/market-questions.ts'
import { subjects } from './roles/subjects.ts'
import { tellMarket } from './roles/tell-market.ts'

type Parts = Readonly<{ bus: Bus; from: string; app: FullApp; routes: Registered; market: FollowedMarket; isLeading: () => boolean }>

/** What a core does for the fronts: answers their calls, and tells them the market and whose books have changed. */
export function serveFronts({ bus, from, app, routes, market, isLeading }: Parts): Stop {
  const stops = [
    answerCalls({ bus, app, routes, isLeading }),
    tellMarket({ bus, from, market, ask: (question) => askMarket(app.venue, question), log: app.log, isLeading }),
  ]
  let isServing = true
  app.writePath.onCommitted(({ accounts }) => {
    if (isServing) bus.publish(subjects.accounts, packed([...accounts]))
  })
  return () => {
    isServing = false
    for (const stop of stops) stop()
  }
}
