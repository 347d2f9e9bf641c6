import { rangeOfAccount } from '@rueda/rules/accounts/range.ts'
import type { Bus, Stop } from './bus/bus.ts'
import type { RunningVenue } from './venue/start.ts'
import type { ElsewhereParts } from './assemble.ts'
import type { FullApp } from './app.ts'
import { accountRanges } from './leadership/account-range.ts'
import { epochOfNumber } from './leadership/numbered-lease.ts'
import { onAccountsChanged } from './roles/accounts-changed.ts'
import { announceDecisions } from './roles/announce-decisions.ts'
import { askAccounts } from './roles/ask-accounts.ts'
import { type DecisionCounter, createDecisionCounter } from './roles/decision-counter.ts'
import { receiveFromAccounts } from './roles/accounts-receiver.ts'
import { type PublishedElsewhere, createCommittedElsewhere } from './write-path/committed-elsewhere.ts'

type Parts = Readonly<{
  bus: Bus
  /** The name of this core. */
  from: string
  ranges: number
  leadership: () => bigint
  isLeading: () => boolean
  /** The number of the last changes of the market that were told. */
  told: () => number
  restart: RunningVenue['restart']
}>

/** A core beside processes that write the accounts: where its commands go, and what it receives of their commits. */
export type AccountsElsewhere = Readonly<{ parts: ElsewhereParts; serve: (app: FullApp) => Stop }>

export function accountsElsewhere({ bus, from, ranges, leadership, isLeading, told, restart }: Parts): AccountsElsewhere {
  const committed: PublishedElsewhere = createCommittedElsewhere()
  const announce = announceDecisions({ bus, from, ranges, number: () => decided.number() })
  const decided: DecisionCounter = createDecisionCounter(announce)
  let count = (_accountId: string): void => undefined
  const written = askAccounts({
    ...{ bus, ranges: () => ranges, own: () => null, leadership },
    asOf: () => ({ core: from, market: told(), decided: decided.number() }),
    onAnswered: (accountId) => count(accountId),
  })
  return {
    parts: { written, committed, decided },
    serve: (app) => {
      const { pool, venue, log, versions } = app
      count = versions.count
      const restartWithout = (reason: string, range: number): void =>
        restart(reason, (accountId) => rangeOfAccount(accountId, ranges) === range)
      const stops = [
        onAccountsChanged(bus, versions.count),
        receiveFromAccounts({
          bus,
          epochOf: (range) => epochOfNumber(pool, accountRanges, range),
          venue,
          elsewhere: committed,
          restart: restartWithout,
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
