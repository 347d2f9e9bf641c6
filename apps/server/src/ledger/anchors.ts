import { createHash } from 'node:crypto'
import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '@rueda/rules/time.ts'
import type { Pool } from 'pg'

/**
 * Anchors are kept outside the database: every minute the heads of the chains that moved and a Merkle root over all
 * heads are appended to a file. Whoever cuts the tail of a chain, or rewrites it and its hashes, cannot change what
 * the file remembers.
 */
export type Anchor = Readonly<{
  at: Instant
  root: string
  heads: readonly (readonly [accountId: string, sequence: number, hash: string])[]
}>

export const anchorFile = (dataFolder: string): string => join(dataFolder, 'anchors', 'heads.jsonl')

type HeadRecord = Readonly<{ account_id: bigint; sequence: bigint; head: string }>

/** Keeps the heads known so far, so that each anchor writes only what moved. */
export function createAnchoring(pool: Pool, dataFolder: string): Readonly<{ anchor: (now: Instant) => Promise<Anchor | null> }> {
  const known = new Map<string, readonly [number, string]>()
  let loaded = false

  const anchor = async (now: Instant): Promise<Anchor | null> => {
    if (!loaded) {
      for (const { heads } of await readAnchors(dataFolder))
        for (const [accountId, sequence, hash] of heads) known.set(accountId, [sequence, hash])
      loaded = true
    }
    const { rows } = await pool.query<HeadRecord>(
      `select account_id, sequence, encode(head, 'hex') as head from books where sequence > 0 order by account_id`,
    )
    const moved = rows.filter((row) => known.get(String(row.account_id))?.[1] !== row.head)
    if (moved.length === 0) return null
    for (const row of moved) known.set(String(row.account_id), [Number(row.sequence), row.head])
    const written: Anchor = {
      at: now,
      root: merkleRoot([...known].map(([accountId, [sequence, hash]]) => leaf(accountId, sequence, hash))),
      heads: moved.map((row) => [String(row.account_id), Number(row.sequence), row.head]),
    }
    await mkdir(join(dataFolder, 'anchors'), { recursive: true })
    await appendFile(anchorFile(dataFolder), `${JSON.stringify(written)}\n`, { flush: true })
    return written
  }
  return { anchor }
}

export async function readAnchors(dataFolder: string): Promise<readonly Anchor[]> {
  const text = await readFile(anchorFile(dataFolder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // The last line may have been cut by a crash; it is then written again with the next anchor.
  return text.split('\n').flatMap((line) => (line.endsWith('}') ? [JSON.parse(line) as Anchor] : []))
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const leaf = (accountId: string, sequence: number, hash: string): string => sha256(`${accountId} ${sequence} ${hash}`)

/** Pairs are hashed level by level; an odd one goes up as it is. Leaves are sorted, so that their order carries nothing. */
export function merkleRoot(leaves: readonly string[]): string {
  let level = leaves.toSorted()
  if (level.length === 0) return sha256('')
  while (level.length > 1) {
    const above: string[] = []
    for (let index = 0; index < level.length; index += 2) {
      const [left = '', right] = level.slice(index, index + 2)
      above.push(right === undefined ? left : sha256(left + right))
    }
    level = above
  }
  return level[0] ?? ''
}
