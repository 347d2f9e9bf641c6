import { SECOND_MS } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { FullApp } from './app.ts'
import { assembleApp } from './assemble.ts'
import type { Bus } from './bus/bus.ts'
import type { Settings } from './config.ts'
import { openPool } from './db/open.ts'
import { type ReplicaReads, openReplicaReads } from './db/replica-reads.ts'
import { openRequestPool } from './db/request-pool.ts'
import { readWhatStaffDecided } from './features/all-jobs.ts'
import { allFeatures } from './features/all.ts'
import type { Verifier } from './features/integrity/verify/verifier.ts'
import { gaugesOf } from './gauges.ts'
import { isDatabaseAway } from './http/failures.ts'
import { openDoor } from './http/open-door.ts'
import type { Registered } from './http/routes.ts'
import { createHttpServer } from './http/server.ts'
import { createIds } from './ids.ts'
import { repeat } from './jobs/repeat.ts'
import { openBesideCore } from './open-beside-core.ts'
import type { Parts } from './open-parts.ts'
import { registerPush } from './push/register.ts'
import { onAccountsChanged } from './roles/accounts-changed.ts'
import { isAnsweredByFronts } from './roles/answered-by-fronts.ts'
import { followMarket } from './roles/follow-market.ts'
import { forwardCalls, receiptsOfCore } from './roles/forward-calls.ts'
import { type Server, busLost } from './running-server.ts'
import { expectStoreWorks, storeOf } from './storage/open-store.ts'
import type { Keyring } from './vault/keyring.ts'
import { MACHINE_CLOCK } from './venue/clock.ts'
import { createInputChains } from './venue/input-chains.ts'
import { version } from './version.ts'
import { createVersions } from './write-path/account-versions.ts'
import type { WritePath } from './write-path/write-path.ts'

type Start = Readonly<{ settings: Settings; log: Logger; parts: Parts; signal?: AbortSignal | undefined }>

/**
 * Starts a front: customers' door without a market or a ledger of its own. It checks sessions, rates and input, answers reads, holds sockets, and hands
 * every other call to the core over the bus. It keeps nothing that another front would miss.
 */
export async function openFront({ settings, log, parts, signal }: Start): Promise<Server> {
  const { nats, bus, database, keyring, vault } = await openBesideCore({ settings, log, parts })
  await expectStoreWorks(storeOf(settings), vault, false)
  const pool = openRequestPool(database.pool, settings.STATEMENT_SECONDS)
  parts.opened(() => pool.end())
  const reads = await openReads(settings, pool, log)
  parts.opened(async () => reads?.stop())
  const clock = MACHINE_CLOCK
  const market = await followMarket({ bus, clock, machine: MACHINE_CLOCK, log, signal })
  parts.opened(() => Promise.resolve(market.stop()))

  const { app, routes } = assembleFront({
    settings,
    pool,
    reads,
    clock,
    log,
    keyring,
    venue: market.client,
    ranges: () => market.leading().ranges,
    bus,
    ids: createIds(MACHINE_CLOCK),
  })
  parts.opened(() => Promise.resolve(app.hub.close()))
  await readWhatStaffDecided(app)
  const upkeep = repeat({ everyMs: SECOND_MS, work: () => readWhatStaffDecided(app), failed: 'what staff stopped could not be read' }, log)
  parts.opened(() => upkeep.stop())
  const push = { hub: app.hub, publicUrl: settings.PUBLIC_URL ?? null, label: market.client.label }
  const http = await createHttpServer({ ...app, gauges: gaugesOf(app) }, [routes], [(server) => registerPush(server, push)])
  const address = await openDoor(http, { settings, log, parts })
  return { address, setup: null, lost: nats.lost.then(busLost), close: parts.close }
}

/** Reads of a replica, where the settings name one. */
async function openReads(
  { READ_URL: url, STATEMENT_SECONDS: seconds }: Settings,
  primary: Pool,
  log: Logger,
): Promise<ReplicaReads | null> {
  if (url === undefined) return null
  const replica = openPool({ connectionString: url, statement_timeout: seconds * SECOND_MS })
  return openReplicaReads({ primary, replica, isAway: isReadElsewhere, log })
}

/** A replica ends reads that stand in the way of what it has to follow. */
const RECOVERY_CONFLICT = '40001'
const isReadElsewhere = (error: unknown): boolean =>
  error instanceof Error && (isDatabaseAway(error) || ('code' in error && error.code === RECOVERY_CONFLICT))

type FrontParts = Pick<FullApp, 'settings' | 'pool' | 'clock' | 'log' | 'venue' | 'ids'> &
  Readonly<{ keyring: Keyring; bus: Bus; reads?: ReplicaReads | null; answerWithinMs?: number; ranges?: () => number }>

/** Puts a front together: everything that a server has, where the core does what only one may. */
export function assembleFront({
  keyring,
  bus,
  reads = null,
  answerWithinMs,
  ranges,
  ...parts
}: FrontParts): Readonly<{ app: FullApp; routes: Registered }> {
  const counted = createVersions()
  const versions = {
    ...counted,
    count: (accountId: string): void => {
      counted.count(accountId)
      reads?.changed(accountId)
    },
  }
  const app = assembleApp({
    ...{ ...parts, pool: reads?.pool ?? parts.pool, primary: parts.pool, keyring, version, wallClock: parts.clock },
    ...{ writePath: onlyCoreWrites, verifier: onlyCoreVerifies, inputs: createInputChains(parts.pool) },
    ...{ shared: { bus, from: parts.ids.next() }, front: { versions, receipts: receiptsOfCore(bus), letsIn: true } },
  })
  onAccountsChanged(bus, versions.count)
  const forwarding = {
    bus,
    isAnsweredHere: isAnsweredByFronts,
    onAnswered: versions.count,
    ...{ answerWithinMs, ranges },
    reading: reads?.reading.bind(reads),
  }
  return { app, routes: forwardCalls(allFeatures(app).flat(), forwarding) }
}

const refused = async (): Promise<never> => {
  throw new Error('a front writes no books: the core does')
}
const onlyCoreWrites: WritePath = { run: refused, runTogether: refused, onCommitted: () => undefined, drain: async () => undefined }
export const onlyCoreVerifies: Verifier = { verify: refused, stop: async () => undefined }
