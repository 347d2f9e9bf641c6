import type { MarketName } from '@rueda/rules/instruments/instrument.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Session } from './venue.ts'

export type SessionChange = Readonly<{ market: MarketName; session: Session; before: Session }>

/** The session that each market is in, as the venue has last looked. */
export class MarketSessions {
  readonly #markets: ReadonlySet<MarketName>
  readonly #sessionAt: (market: MarketName, moment: Instant) => Session
  readonly #sessions = new Map<MarketName, Session>()

  constructor(markets: Iterable<MarketName>, sessionAt: (market: MarketName, moment: Instant) => Session) {
    this.#markets = new Set(markets)
    this.#sessionAt = sessionAt
  }

  of(market: MarketName): Session {
    const session = this.#sessions.get(market)
    if (session === undefined) throw new Error(`no session of the market ${market}`)
    return session
  }

  /** When the sessions of now end. */
  changesAt(): readonly Instant[] {
    return [...this.#sessions.values()].map(({ changesAt }) => changesAt)
  }

  /** Looks at one market after the other, and tells of each that is in another session than before; the first look changes none. */
  *look(moment: Instant): Generator<SessionChange> {
    for (const market of this.#markets) {
      const session = this.#sessionAt(market, moment)
      const before = this.#sessions.get(market)
      if (before !== undefined && isSame(before, session)) continue
      this.#sessions.set(market, session)
      if (before !== undefined) yield { market, session, before }
    }
  }
}

/** The engines compare sessions by identity, so one that says the same stays the one it was. */
const isSame = (a: Session, b: Session): boolean =>
  a.phase === b.phase &&
  a.tradeDate === b.tradeDate &&
  a.matching === b.matching &&
  a.closesAt === b.closesAt &&
  a.changesAt === b.changesAt
