import { rangeOfAccount } from '@rueda/rules/accounts/range.ts'
import type { Bus, Stop } from './bus/bus.ts'
import type { RunningVenue } from './venue/start.ts'
import type { ElsewhereParts } from './assemble.ts'
import type { FullApp } from './app.ts'
import { epochOfRange } from './leadership/account-range.ts'
import { hearAccountsChanged } from './roles/accounts-changed.ts'
import { askAccounts } from './roles/ask-accounts.ts'
import { type Decided, countDecided } from './roles/decided.ts'
import { hearAccounts } from './roles/hear-accounts.ts'
import { type HeardElsewhere, hearElsewhere } from './write-path/committed-elsewhere.ts'

type Parts = Readonly<{
  bus: Bus
  /** The name of this core. */
  from: string
  ranges: number
  leadership: () => bigint
  isLeading: () => boolean
  /** The number of the last changes of the market that were told. */
  told: () => number
  beginAnew: RunningVenue['beginAnew']
}>

/** A core beside processes that write the accounts: where its commands go, and how it hears what they have done. */
export type AccountsElsewhere = Readonly<{ parts: ElsewhereParts; serve: (app: FullApp) => Stop }>

export function accountsElsewhere({ bus, from, ranges, leadership, isLeading, told, beginAnew }: Parts): AccountsElsewhere {
  const committed: HeardElsewhere = hearElsewhere()
  const decided: Decided = countDecided()
  let hear = (_accountId: string): void => undefined
  const written = askAccounts({
    ...{ bus, ranges: () => ranges, own: () => null, leadership },
    asOf: () => ({ core: from, market: told(), decided: decided.number() }),
    onAnswered: (accountId) => hear(accountId),
  })
  return {
    parts: { written, committed, decided },
    serve: (app) => {
      const { pool, venue, log, versions } = app
      hear = versions.count
      const anew = (reason: string, range: number): void => beginAnew(reason, (accountId) => rangeOfAccount(accountId, ranges) === range)
      const stops = [
        hearAccountsChanged(bus, versions.count),
        hearAccounts({
          bus,
          epochOf: (range) => epochOfRange(pool, range),
          venue,
          elsewhere: committed,
          beginAnew: anew,
          leadership,
          isLeading,
          log,
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
