/**
 * The faults of `docs/rules/simulation.md` 6.4, each with the place that makes it happen. Those that need no database, socket or disk are
 * part of every run here and must be seen in the sample; the rest are tested where the machine is real.
 */
export type Fault = Readonly<{
  fault: string
  /** The operation or the place that makes it happen, and what is then seen. */
  here?: Readonly<{ made: string; seen: readonly string[] }>
  /** The test that makes it happen. */
  elsewhere?: string
}>

export const faults: readonly Fault[] = [
  {
    fault: 'the house stops between a decision and its commit',
    here: { made: 'crash before a commit', seen: ['crashed before a commit'] },
  },
  { fault: 'the house starts again between two steps', here: { made: 'restart', seen: ['restarted'] } },
  { fault: 'a commit happened and its answer was lost', here: { made: 'repeat request', seen: ['request repeated'] } },
  {
    fault: 'the house stops between the two sides of a trade between customers',
    here: { made: 'collude', seen: ['the second side of a trade was booked after a stop'] },
  },
  { fault: 'one key is used by two customers', here: { made: "other's key", seen: ['one key, two customers'] } },
  { fault: 'a message of the venue comes twice', here: { made: 'execute', seen: ['execution told twice'] } },
  { fault: 'an older message comes after a newer', here: { made: 'execute', seen: ['older execution after a newer'] } },
  {
    fault: 'a message comes days late',
    here: { made: 'execute', seen: ['execution told days later', 'execution told after its settlement'] },
  },
  { fault: 'a message comes after its order has ended', here: { made: 'late execution', seen: ['execution of an ended order refused'] } },
  {
    fault: 'a message says what cannot be',
    here: {
      made: 'execute',
      seen: [
        'execution refused: too dear',
        'execution refused: too many',
        'execution of a held order refused',
        'execution on margin refused: too dear',
      ],
    },
  },
  { fault: 'the venue gives up', here: { made: 'give up', seen: ['ended: NO_LIQUIDITY', 'ended: OUTSIDE_BAND', 'ended: SELF_TRADE'] } },
  { fault: 'a job comes days late, and twice', here: { made: 'settle', seen: ['settled after days without'] } },
  {
    fault: 'a job of a day comes after the day has traded',
    here: { made: 'record dividend', seen: ['dividend recorded after a trade on the ex-date'] },
  },
  { fault: 'the clock jumps forward and back', here: { made: 'world/world.ts, nowIn', seen: ['clock set back', 'clock set forward'] } },
  {
    fault: 'clocks change, a year ends, a 29th of February, a law that begins or ends',
    here: { made: 'world/clock.ts, beginnings', seen: ['bought and sold in Taiwan on one day'] },
  },
  {
    fault: 'a market halts or is for closing only',
    here: { made: 'world/terms.ts', seen: ['refused: instrument.halted', 'refused: instrument.close_only'] },
  },
  { fault: 'a market is closed', here: { made: 'world/terms.ts', seen: ['refused: market.closed', 'placed while the market is closed'] } },
  {
    fault: 'a feed falls silent, is stale or says nothing',
    here: { made: 'world/terms.ts', seen: ['refused: quote.stale', 'on margin refused: quote.stale'] },
  },
  { fault: 'prices gap, and fall below zero', here: { made: 'world/prices.ts', seen: ['lost beyond the margin', 'traded below zero'] } },
  {
    fault: 'an account is frozen while it trades',
    here: { made: 'freeze', seen: ['account frozen', 'refused: account.frozen', 'margin refused: account.frozen'] },
  },
  {
    fault: 'shares split under open orders',
    here: { made: 'split', seen: ['orders ended by a split', 'fraction of a split paid in cash'] },
  },
  { fault: 'a rate of exchange is heard of no more', here: { made: 'settle transfer', seen: ['transfer failed without a rate'] } },
  { fault: 'the server or PostgreSQL is killed under load', elsewhere: 'tools/crash/crash.test.ts' },
  { fault: 'the database is away, or a transaction is in conflict', elsewhere: 'apps/server/src/write-path/write-path.pg.test.ts' },
  { fault: 'a request is cut, slow or malformed', elsewhere: 'apps/server/src/http/transport.http.test.ts' },
  {
    fault: 'messages of the venue in the wrong order, with a real database',
    elsewhere: 'apps/server/src/features/orders/venue-events.pg.test.ts',
  },
  { fault: 'a scenario of crashes, gaps and halts', elsewhere: 'apps/server/src/venue/scenario.http.test.ts' },
]
