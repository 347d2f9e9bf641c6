import { liabilityId } from '@rueda/proof/account-key.ts'
import {
  PARTS,
  SPLIT_BYTES,
  type SumNode,
  type SumTree,
  encodeSumNodes,
  splitInParts,
  sumLeaf,
  sumRoot,
  sumTreeInSteps,
} from '@rueda/proof/sum-tree.ts'
import { ok } from '@rueda/rules/result.ts'
import type { CalendarDate } from '@rueda/rules/time.ts'
import type { PoolClient } from 'pg'
import type { FullApp } from '../../app.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { inTransaction } from '../../db/transaction.ts'
import { inSlices } from '../../slices.ts'
import { makeMissingKeys } from '../../trust-log/account-keys.ts'
import { lineOf } from '../../trust-log/log.ts'
import { sayLater } from '../../trust-log/log-store.ts'
import { NODES_OF_TILE } from '../../trust-log/sum-tiles.ts'
import * as store from './night-store.ts'

/**
 * The nightly statement of liabilities (`docs/rules/proof.md` P.24): what the house owes everybody, as one tree per asset in which each owner
 * finds the own parts. Read at one moment, and kept with what is said of it in one transaction.
 */
type Parts = Pick<FullApp, 'pool' | 'clock' | 'wallClock' | 'vault' | 'random'> & Readonly<{ trustLog: Pick<FullApp['trustLog'], 'keyOf'> }>

/** Says it once for a date: a second time it changes nothing. */
export async function sayLiabilities(parts: Parts, date: CalendarDate): Promise<void> {
  const { pool, clock, wallClock } = parts
  if (await store.hasNight(pool, date)) return
  const [at, marketAt] = [wallClock.now(), clock.now()]
  await makeMissingKeys(pool, parts, at)
  const owed = await inSnapshot(pool, (client) => statementOf(parts, client, date))
  await inTransaction(pool, async (client) => {
    await store.keepNight(client, { date, at, marketAt, ...owed })
    for (const { asset, root, total, leaves } of owed.trees)
      await sayLater(
        client,
        lineOf({ kind: 'liabilities', at, date, asset, root: Buffer.from(root).toString('hex'), total: String(total), leaves }),
        at,
      )
    const places = owed.held.map(({ place, asset, amount }) => ({ place, asset, amount: String(amount) }))
    await sayLater(client, lineOf({ kind: 'held', at, date, assets: owed.trees.length, places }), at)
    return ok(null)
  })
  await store.dropOldWays(pool)
}

type Chain = store.KeptChain & Readonly<{ account: string; ids: readonly Uint8Array[] }>
type Pause = ReturnType<typeof inSlices>

async function statementOf(
  parts: Parts,
  client: PoolClient,
  date: CalendarDate,
): Promise<Pick<store.KeptNight, 'chains' | 'trees' | 'held'>> {
  const pause = inSlices()
  const chains = new Map<bigint, Chain>()
  for await (const row of store.readChains(client)) {
    chains.set(row.account_id, chainOf(parts, row, date))
    await pause()
  }
  const trees: store.KeptTree[] = []
  let asset: string | null = null
  let leaves: OwnLeaves[] = []
  const endAsset = async (): Promise<void> => {
    if (asset !== null) trees.push(await treeOf(asset, leaves, pause))
  }
  for await (const row of store.readOwed(client)) {
    if (row.asset !== asset) {
      await endAsset()
      asset = row.asset
      leaves = []
    }
    leaves.push(leavesOf(parts, chains, row))
    await pause()
  }
  await endAsset()
  return { chains: [...chains.values()], trees, held: await store.readHeld(client) }
}

function chainOf(parts: Parts, { account_id: accountId, sequence, head, sealed }: store.ChainRow, date: CalendarDate): Chain {
  const account = String(accountId)
  if (sealed === null) throw new Error(`account ${account} has no key`)
  const key = parts.trustLog.keyOf(account, sealed)
  const ids = Array.from({ length: PARTS }, (_, part) => liabilityId(key, date, part))
  return { accountId, sequence, head, account, ids }
}

type OwnLeaves = Readonly<{ accountId: bigint; amounts: readonly bigint[]; leaves: readonly SumNode[] }>

function leavesOf(
  { random }: Parts,
  chains: ReadonlyMap<bigint, Chain>,
  { account_id: accountId, amount, asset }: store.OwedRow,
): OwnLeaves {
  const chain = chains.get(accountId)
  if (chain === undefined) throw new Error(`account ${accountId} is owed ${asset} and has no entries`)
  const amounts = splitInParts(amount, random.bytes(SPLIT_BYTES))
  const { account, head } = chain
  const sequence = Number(chain.sequence)
  const leaves = chain.ids.map((id, part) => sumLeaf({ id, sums: [amounts[part] ?? 0n], account, sequence, head }))
  return { accountId, amounts, leaves }
}

async function treeOf(asset: string, own: readonly OwnLeaves[], pause: Pause): Promise<store.KeptTree> {
  const { leaves, places } = await inOrderOfHashes(own, pause)
  const steps = sumTreeInSteps(leaves)
  let step = steps.next()
  while (step.done !== true) {
    await pause()
    step = steps.next()
  }
  const tree = step.value
  const { hash, sums } = sumRoot(tree)
  const parts = own.map(({ accountId, amounts }, at) => ({ accountId, amounts, places: places[at] ?? [] }))
  return { asset, root: hash, total: sums[0] ?? 0n, leaves: tree.size, parts, tiles: await tilesOf(tree, pause) }
}

const FIRST_BYTES = 256

/** The order is nobody's choice, and the parts of an account do not stand together. Sorted in turn by their first byte, as no sort of all waits. */
async function inOrderOfHashes(
  own: readonly OwnLeaves[],
  pause: Pause,
): Promise<Readonly<{ leaves: readonly SumNode[]; places: readonly (readonly number[])[] }>> {
  type Placed = Readonly<{ leaf: SumNode; at: number; part: number }>
  const begun: Placed[][] = Array.from({ length: FIRST_BYTES }, () => [])
  for (const [at, { leaves }] of own.entries()) {
    for (const [part, leaf] of leaves.entries()) begun[leaf.hash[0] ?? 0]?.push({ leaf, at, part })
    await pause()
  }
  const places = own.map(() => Array.from({ length: PARTS }, () => 0))
  const leaves: SumNode[] = []
  for (const some of begun) {
    for (const { leaf, at, part } of some.toSorted((one, other) => Buffer.compare(one.leaf.hash, other.leaf.hash))) {
      const mine = places[at]
      if (mine !== undefined) mine[part] = leaves.length
      leaves.push(leaf)
    }
    await pause()
  }
  return { leaves, places }
}

async function tilesOf({ levels }: SumTree, pause: Pause): Promise<readonly store.KeptTile[]> {
  const tiles: store.KeptTile[] = []
  for (const [level, nodes] of levels.entries()) {
    for (let tile = 0; tile * NODES_OF_TILE < nodes.length; tile += 1) {
      tiles.push({ level, tile, nodes: encodeSumNodes(nodes.slice(tile * NODES_OF_TILE, (tile + 1) * NODES_OF_TILE)) })
      await pause()
    }
  }
  return tiles
}
