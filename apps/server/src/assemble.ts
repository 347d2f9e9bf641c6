import type { App, FullApp } from './app.ts'
import type { Bus } from './bus/bus.ts'
import type { Pool } from 'pg'
import { allCommands } from './features/all-commands.ts'
import { createNotices } from './features/broadcasts/notices.ts'
import type { Clock } from './deps.ts'
import { createAccountGate } from './features/accounts/gate.ts'
import { type PasswordHashing, createPasswordHashing } from './features/accounts/hashing.ts'
import { createArchiveReading } from './features/archive/archive-reading.ts'
import { createAgreed } from './features/agreements/accepted.ts'
import { createFeeBook } from './features/fees/book.ts'
import { createAgencyBook } from './features/follow/agency-book.ts'
import { createNavHistory } from './features/funds/nav-history.ts'
import { nobodyToAsk } from './features/kyc/port.ts'
import { submitAccepted } from './features/orders/place.ts'
import { marketChannels } from './features/quotes/push-channels.ts'
import { createFreeSpace } from './storage/free-space.ts'
import { storeOf } from './storage/open-store.ts'
import { createLinkKeys, createSharedLinkKeys } from './storage/signed.ts'
import { type EdgeParts, createEdgeParts } from './http/edge.ts'
import { machineRandom } from './ids.ts'
import { createJobRetrier } from './jobs/job-retrier.ts'
import { type PushHub, type SharedSockets, createPushHub } from './push/hub.ts'
import { boundless, socketBounds } from './push/limits.ts'
import { createSharedHub } from './roles/shared-hub.ts'
import { shareLimits } from './roles/shared-limits.ts'
import { shareSessions } from './roles/shared-sessions.ts'
import type { DecisionCounter } from './roles/decision-counter.ts'
import { createOfferings } from './features/offerings/offerings.ts'
import { type Beacon, drandBeacon, noBeacon } from './beacon/beacon.ts'
import { createKillSwitches } from './features/switches/kill-switches.ts'
import { createTermsBook } from './features/terms/book.ts'
import { createIntegrityRuns } from './features/integrity/verify/runs.ts'
import type { Verifier } from './features/integrity/verify/verifier.ts'
import { type Receipts, createReceipts } from './trust-log/receipts.ts'
import { createTrustLog } from './trust-log/log.ts'
import { readWitnessPolicy } from './trust-log/witness-policy.ts'
import { createWitnesses } from './trust-log/witnesses.ts'
import { type Keyring, readKeyring } from './vault/keyring.ts'
import { createVault } from './vault/vault.ts'
import { createClosedDays } from './venue/closed-days.ts'
import type { InputChains } from './venue/input-chains.ts'
import { createTradingHalts, withHalts } from './venue/trading-halts.ts'
import { type CountedVersions, countVersions } from './write-path/account-versions.ts'
import { createTurns } from './turns.ts'
import { type CommittedElsewhere, NOTHING_ELSEWHERE } from './write-path/committed-elsewhere.ts'
import { type HandOver, type WrittenElsewhere, createCommands } from './write-path/commands.ts'
import type { WritePath } from './write-path/write-path.ts'

/** Parts that differ between the server and the tests' harnesses: the sources of time, identifiers and the market. */
type Parts = Pick<App, 'settings' | 'pool' | 'clock' | 'ids' | 'log' | 'venue'> &
  Readonly<{
    writePath: WritePath
    handOver?: HandOver | undefined
    hashing?: PasswordHashing
    /** Left out, the one that the settings name, if any. */
    beacon?: Beacon
    wallClock: Clock
    version: string
    keyring: Keyring
    verifier: Verifier
    inputs: InputChains
    /** What this process shares with the others of the same brokerage; left out, it is the only one. */
    shared?: Shared | undefined
    /** Where the archive is read, if reads go to a replica, which has no temporary tables. */
    primary?: Pool
    /** For a front: what the core does in its place. */
    front?: FrontParts | undefined
    /** Where other processes write accounts; left out, all are written here. */
    elsewhere?: ElsewhereParts | undefined
  }>

/** The bus, and the name of this process on it. */
export type Shared = Readonly<{ bus: Bus; from: string }>
export type FrontParts = Readonly<{
  versions: CountedVersions
  receipts: Receipts
  /** False for a process that customers do not reach: what it is handed was let in elsewhere. */
  letsIn: boolean
}>
/** Where the commands of accounts go, what their processes have committed, and the count of what these have to know of staff's decisions. */
export type ElsewhereParts = Readonly<{ written: WrittenElsewhere; committed: CommittedElsewhere; decided: DecisionCounter }>

/** Sessions are those of all processes. Fronts also share what they let in; the core counts by itself what they hand over. */
const sharedEdge = (own: OwnEdge, shared: Shared, isFront: boolean): OwnEdge => ({
  ...own,
  sessions: shareSessions(own.sessions, shared),
  ...(isFront && { limits: shareLimits(own.limits, shared) }),
})
type OwnEdge = Omit<EdgeParts, 'gate'>

/** Puts the app together, so that tests run what customers run. From then on the venue is given every accepted order. */
export function assembleApp({
  wallClock,
  version,
  keyring,
  verifier,
  handOver,
  inputs,
  hashing = createPasswordHashing(),
  beacon,
  shared,
  primary,
  front,
  elsewhere,
  ...parts
}: Parts): FullApp {
  const { settings, pool, clock, ids, log, writePath } = parts
  const counting: DecisionCounter['counting'] = elsewhere?.decided.counting ?? ((book) => book)
  const halts = counting(createTradingHalts(pool, parts.venue, clock))
  const venue = withHalts(parts.venue, halts, clock)
  const vault = createVault(keyring, () => readKeyring(settings.DATA_DIR) ?? keyring)
  const ownEdge = createEdgeParts({ settings, pool, ids, random: machineRandom, vault, log, wallClock, version })
  const edge = shared === undefined ? ownEdge : sharedEdge(ownEdge, shared, front?.letsIn === true)
  // Waiting mail is the core's to send, and what a front queues is sent by it as well.
  if (front === undefined) edge.mail.start()
  const hasAgreed = createAgreed(pool)
  const gate = createAccountGate({ pool, wallClock, hashing, hasAgreed })
  const sockets = settings.RATE_LIMITS === 'off' ? boundless : socketBounds
  const market = marketChannels({ venue, clock })
  const createHub = (others?: SharedSockets): PushHub =>
    createPushHub({ venue, clock, market, sessions: edge.sessions, log, bounds: sockets, shared: others })
  const hub = shared === undefined ? createHub() : createSharedHub({ ...shared, createHub, onTold: front?.versions.count })
  const files = storeOf(settings)
  const trustLog = createTrustLog({
    ...{ pool, vault, wallClock, random: machineRandom, dataFolder: settings.DATA_DIR, files },
    ...{ publicUrl: settings.PUBLIC_URL ?? null, newId: () => ids.next(), log },
  })
  const app: FullApp = {
    ...parts,
    commands: createCommands({ writePath, kinds: allCommands, tools: () => app, handOver, elsewhere: elsewhere?.written }),
    elsewhere: elsewhere?.committed ?? NOTHING_ELSEWHERE,
    inTurn: createTurns(),
    venue,
    halts,
    closedDays: createClosedDays(pool, parts.venue),
    switches: counting(createKillSwitches(pool)),
    offerings: counting(createOfferings(pool)),
    terms: counting(createTermsBook(pool)),
    fees: counting(createFeeBook(pool)),
    notices: createNotices(pool),
    navs: counting(createNavHistory(pool)),
    agencies: counting(createAgencyBook(pool)),
    jobs: createJobRetrier(),
    integrity: createIntegrityRuns({ pool, ids, log, verifier }),
    random: machineRandom,
    trustLog,
    witnesses: createWitnesses({ policy: readWitnessPolicy(settings.WITNESSES), trustLog, log }),
    inputs,
    receipts: front?.receipts ?? createReceipts({ pool, wallClock, trustLog, log, inputs }),
    versions: front?.versions ?? countVersions(writePath),
    hub,
    vault,
    links: shared === undefined ? createLinkKeys({ wallClock, random: machineRandom }) : createSharedLinkKeys({ wallClock, vault }),
    files,
    archive: createArchiveReading({ pool, primary: primary ?? pool, vault, files }),
    space: createFreeSpace(settings.DATA_DIR, settings.MIN_FREE_MB),
    kycPort: nobodyToAsk,
    beacon: beacon ?? (settings.DRAW_BEACON_URL === undefined ? noBeacon : drandBeacon(settings.DRAW_BEACON_URL)),
    hashing,
    hasAgreed,
    gate,
    ...edge,
  }
  submitAccepted(app)
  return app
}
