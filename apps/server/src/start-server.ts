import { resolve } from 'node:path'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { assembleApp } from './assemble.ts'
import { expectNoUnfinishedRestore } from './backup/restoring-folder.ts'
import { expectFolderFree } from './db/folder-lock.ts'
import { migrate } from './db/migrate.ts'
import { makeMonths } from './db/months.ts'
import { openRequestPool } from './db/request-pool.ts'
import { openDatabase } from './db/open.ts'
import { grantStaffRole } from './db/staff-role.ts'
import { watchAlerts } from './features/alerts/watch.ts'
import { allFeatures } from './features/all.ts'
import { findHalfBooked } from './features/orders/half-booked.ts'
import { bookVenueEvents } from './features/orders/venue-events.ts'
import { trustFiles } from './features/trust/public.ts'
import { firstStaff } from './features/staff/first.ts'
import { setupUrl } from './features/staff/setup.ts'
import { gaugesOf } from './gauges.ts'
import { expectFree } from './http/listening.ts'
import { openDoor } from './http/open-door.ts'
import { openParts, type Parts } from './open-parts.ts'
import { createHttpServer } from './http/server.ts'
import { createIds } from './ids.ts'
import { createVerifierProcess } from './features/integrity/verify/verifier.ts'
import { accountRanges } from './leadership/account-range.ts'
import { marketGroups } from './leadership/market-group.ts'
import { epochOfNumber, settleNumbers } from './leadership/numbered-lease.ts'
import { takeLeadership } from './leadership/leadership.ts'
import { standbyDoor } from './leadership/small-door.ts'
import { startJobs } from './features/all-jobs.ts'
import { publishCommits } from './publish.ts'
import { registerPush } from './push/register.ts'
import { openAccounts } from './start-accounts.ts'
import { openMarket } from './start-market.ts'
import { openFront } from './start-front.ts'
import { openNats } from './bus/nats-bus.ts'
import { openBus } from './roles/open-bus.ts'
import { REMOTE_AGAIN_AFTER_MS, openRemoteMarkets } from './roles/remote-market.ts'
import { accountsElsewhere } from './serve-accounts.ts'
import { serveFronts, tellMarketOf } from './serve-fronts.ts'
import { type Loss, MAX_SHUTDOWN_MS, type Server, type Start, busLost } from './running-server.ts'
import type { VenueEventListener } from './venue/client.ts'
import { MACHINE_CLOCK } from './venue/clock.ts'
import { createInputChains } from './venue/input-chains.ts'
import { proposingAfter } from './venue/numbering.ts'
import { beginRun } from './venue/runs.ts'
import { expectFilesMoved, expectStoreWorks, storeOf } from './storage/open-store.ts'
import { openKeyring } from './vault/keyring.ts'
import { beginService, endOfService, nameEngine } from './features/trust/service.ts'
import { createVault } from './vault/vault.ts'
import { adminApi } from './features/all-admin.ts'
import { loadVenue } from './venue/start.ts'
import { openThread } from './venue/venue-thread.ts'
import { createWritePath } from './write-path/write-path.ts'
import { version } from './version.ts'
import { kinds } from './features/all-records.ts'

/** Starts every part of this process's role in order, and closes them in the opposite one. */
export async function startServer({ settings, log, onStandby, signal }: Start): Promise<Server> {
  const parts = openParts(log)
  const aborted = new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(new Error('The start was ended.')), { once: true }),
  )
  try {
    return await Promise.race([openRole({ settings, log, onStandby, signal, parts }), aborted])
  } catch (error) {
    await parts.close()
    throw error
  }
}

type Opening = Omit<Start, 'signal'> & Readonly<{ parts: Parts; signal: AbortSignal | undefined }>

function openRole({ settings, log, onStandby, signal, parts }: Opening): Promise<Server> {
  switch (settings.ROLE) {
    case 'front':
      return openFront({ settings, log, parts, signal })
    case 'accounts':
      return openAccounts({ settings, log, onStandby, parts, signal })
    case 'market':
      return openMarket({ settings, log, onStandby, parts })
    case 'core':
    case 'all':
      return open({ settings, log, onStandby, parts })
  }
}

async function open({ settings, log, onStandby, parts }: Omit<Start, 'signal'> & { parts: Parts }): Promise<Server> {
  const place = { host: settings.HOST, port: settings.PORT }
  // What needs no work to find out is said before any work.
  expectFolderFree(resolve(settings.DATA_DIR))
  expectNoUnfinishedRestore(resolve(settings.DATA_DIR))
  await expectFilesMoved(storeOf(settings), resolve(settings.DATA_DIR))
  await expectFree(place)
  // The market's code loads in its own thread while the database opens, unless other processes run the market.
  const thread = settings.MARKET_GROUPS === 0 ? openThread() : undefined
  const givenUp = new AbortController()
  parts.opened(async () => {
    givenUp.abort()
    await thread?.terminate()
  })
  const databaseOpens = openDatabase({ dataFolder: settings.DATA_DIR, databaseUrl: settings.DATABASE_URL ?? null })
  // A PostgreSQL that is still starting is waited for, because nobody else would stop it.
  parts.opened(async () => (await databaseOpens.catch(() => null))?.stop())
  const database = await databaseOpens
  const { pool } = database
  const standby = standbyDoor(place)
  parts.opened(standby.close)
  const nats = settings.NATS_URL === undefined ? null : await openNats(settings.NATS_URL, log)
  parts.opened(async () => nats?.close())
  // Before anything is done to the database, because its leader may still be writing.
  const leadership = await takeLeadership({
    connection: database.connection,
    log,
    onStandby: async () => onStandby(await standby.open()),
  })
  parts.opened(() => leadership.resign())
  const migrations = await migrate(pool)
  if (migrations.length > 0) log.debug({ migrations }, 'the schema is up to date')
  if (!(await grantStaffRole(pool))) log.warn('no role for staff: this user of the database may not make one (docs/operations.md)')
  // The first leader of a database finds its epoch only after the migrations.
  await leadership.advance()
  // Before anything is told to processes that write accounts, which begin with this leadership then.
  await settleNumbers(pool, accountRanges, settings.ACCOUNT_RANGES)
  await settleNumbers(pool, marketGroups, settings.MARKET_GROUPS)
  const keyring = await openKeyring(settings.DATA_DIR, pool)
  const vault = createVault(keyring)
  const files = storeOf(settings)
  await expectStoreWorks(files, vault, true)
  const ids = createIds(MACHINE_CLOCK)
  const shared = nats === null ? undefined : { bus: openBus(nats, settings, vault), from: ids.next() }
  const requestPool = openRequestPool(pool, settings.STATEMENT_SECONDS)
  parts.opened(() => requestPool.end())

  // Proposals of the venue wait until there is a write path to book them on.
  const booking = Promise.withResolvers<VenueEventListener>()
  booking.promise.catch(() => undefined)
  const halfBooked = await findHalfBooked(pool)
  const inputs = createInputChains(pool, leadership.epoch)
  const newThread =
    shared === undefined || settings.MARKET_GROUPS === 0
      ? undefined
      : openRemoteMarkets({
          ...{ bus: shared.bus, vault, log, groups: settings.MARKET_GROUPS, leadership: leadership.epoch },
          epochOf: (group) => epochOfNumber(pool, marketGroups, group),
        })
  const venue = await loadVenue({
    settings,
    pool,
    thread,
    newThread,
    restartAfterMs: newThread === undefined ? undefined : REMOTE_AGAIN_AFTER_MS,
    dataFolder: settings.DATA_DIR,
    vault,
    log,
    givenUp: givenUp.signal,
    openOrders: halfBooked.openOrders,
    inputs,
    onEvents: async (events) => (await booking.promise)(events),
  })
  const { clock } = venue
  // A month that is busy is made by the job that looks for months; until then its rows wait in the default partition.
  await makeMonths(pool, clock.now()).catch((error: unknown) => log.warn({ err: error }, 'the months of the ledger were not all made'))
  let sequenceBase: number | null = null
  const writePath = createWritePath({
    pool,
    kinds,
    clock,
    propose: proposingAfter(venue.propose, () => sequenceBase),
    inputs,
    wallClock: MACHINE_CLOCK,
    onFailure: (error, commands) => log.error({ err: error, commands }, 'a batch was not written'),
    epoch: leadership.epoch,
    onDeposed: leadership.depose,
  })
  // The venue stops first: its proposals are still booked, and nothing new comes.
  parts.opened(() => writePath.drain())
  parts.opened(() => {
    const stopped = venue.stop()
    // A start that ends before it can book gives up what the venue proposes: it never happened.
    booking.reject(new Error('the start was given up'))
    return stopped
  })
  // The market works out its prices in a thread of its own, while the rest of the server is put together here.
  const opening = venue.open()
  opening.catch(() => undefined)

  const verifier = createVerifierProcess({ connection: database.connection, dataFolder: settings.DATA_DIR, filesIn: files.place })
  const leading = () => ({ core: shared?.from ?? '', leadership: leadership.epoch(), ranges: settings.ACCOUNT_RANGES })
  let told = (): number => 0
  const accounts =
    shared === undefined || settings.ACCOUNT_RANGES === 0
      ? null
      : accountsElsewhere({
          ...{ ...shared, ranges: settings.ACCOUNT_RANGES, leadership: leadership.epoch, isLeading: leadership.isSure },
          ...{ told: () => told(), restart: venue.restart },
        })
  const books = { settings, pool: requestPool, clock, ids, log, venue: venue.client, writePath, verifier, keyring, inputs }
  const app = assembleApp({ ...books, wallClock: MACHINE_CLOCK, version, shared, elsewhere: accounts?.parts })
  const { hub, mail } = app
  parts.opened(() => mail.stop())
  parts.opened(() => Promise.resolve(hub.close()))
  const publishing = publishCommits(app)
  parts.opened(() => publishing.stop())
  const push = { hub, publicUrl: settings.PUBLIC_URL ?? null, label: venue.client.label }
  const features = allFeatures(app)
  const http = await createHttpServer({ ...app, gauges: gaugesOf(app) }, features, [
    (server) => registerPush(server, push),
    trustFiles(app),
    adminApi(app),
  ])
  await opening
  // Nothing is executed before the inputs that it follows from can be kept under the keys of their owners.
  await app.trustLog.open()
  inputs.open(app.trustLog.keyOf)
  // What is booked now may be of orders that were accepted under a later version of the commissions.
  await app.fees.refresh()
  if (shared !== undefined) {
    // Whoever writes accounts has to know of this core before anything is booked.
    const telling = tellMarketOf({ bus: shared.bus, leading, app, market: venue.market, isLeading: leadership.isSure })
    told = telling.number
    parts.opened(() => Promise.resolve(telling.stop()))
    const stopHearing = accounts?.serve(app)
    if (stopHearing !== undefined) parts.opened(() => Promise.resolve(stopHearing()))
  }
  await halfBooked.book(app)
  sequenceBase = await beginRun(pool, clock.now())
  booking.resolve(bookVenueEvents(app, sequenceBase))
  // Whoever comes first already finds a log, which then has its keys alone.
  if (app.trustLog.newest() === null) await app.trustLog.checkpoint()
  await app.witnesses.expectNothingNewer()
  // Registered before what it speaks of, so that its last word comes after everything else has stopped.
  parts.opened(() => endOfService(app))
  await nameEngine(app)
  const alerts = await watchAlerts(app)
  parts.opened(() => alerts.stop())
  const jobs = await startJobs({ ...app, pool }, venue)
  parts.opened(() => jobs.stop())

  if (shared !== undefined) {
    const stopServing = serveFronts({ bus: shared.bus, app, routes: features.flat(), isLeading: leadership.isSure })
    parts.opened(() => Promise.resolve(stopServing()))
  }

  await standby.close()
  const address = await openDoor(http, { settings, log, parts })
  beginService(app).catch((error: unknown) => log.error({ err: error }, 'the start was not said in the public log'))
  const setupToken = await firstStaff(app)
  return {
    address,
    setup: setupToken === null ? null : setupUrl(app, setupToken, address),
    lost: Promise.race([
      database.lost.then(postgresEnded),
      leadership.lost.then(leadershipLost),
      ...(nats === null ? [] : [nats.lost.then(busLost)]),
    ]),
    close: parts.close,
  }
}

const postgresEnded = (reason: string): Loss => ({
  reason: `PostgreSQL ended: ${reason}`,
  says: `PostgreSQL ended (${reason}), so this server stops too. What was answered is kept. Start it again.`,
  shutdownMs: MAX_SHUTDOWN_WITHOUT_DATABASE_MS,
})
const leadershipLost = (reason: string): Loss => ({
  reason,
  says: 'Another server has taken over this database, so this one stops. What was answered is kept. Started again, it waits as a standby.',
  shutdownMs: MAX_SHUTDOWN_MS,
})

/** What is under way waits for the database to say what became of it, which it never will; who asked asks again. */
const MAX_SHUTDOWN_WITHOUT_DATABASE_MS = SECOND_MS
