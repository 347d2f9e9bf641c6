import type { ChainEntry } from '@rueda/contract/trust.ts'
import { trust } from '@rueda/contract/trust.ts'
import { call } from '../server/api.ts'
import type { KeptAccount } from './kept.ts'
import type { AccountReading } from './reading.ts'

/** Asks the house what an account is judged by: its key, its logged heads, and the entries behind the newest head that was seen. */

/** As many as the server gives at once. */
const PAGE = 500
const MAX_PAGES = 40
/** So far back a device that sees an account for the first time asks for its logged heads. */
const FIRST_LOOK_BACK = 50
/** Behind it there is nothing: the answer has the newest head alone. */
const BEYOND_ANY_SEQUENCE = 10 ** 12

export async function readAccount(id: string, kept: KeptAccount | null): Promise<AccountReading | null> {
  try {
    return kept === null ? await firstLook(id) : await lookAgain(id, kept)
  } catch {
    return null
  }
}

async function firstLook(id: string): Promise<AccountReading> {
  const { head: newest } = await call(trust.entries, { after: BEYOND_ANY_SEQUENCE })
  const { key, receipts } = await readReceipts(Math.max(0, newest.sequence - FIRST_LOOK_BACK))
  return { id, key, receipts, entries: [], isWhole: true, newest: { sequence: newest.sequence, head: newest.hash } }
}

/** The heads first: what moves meanwhile is among the entries then. */
async function lookAgain(id: string, { heads, newest: seen }: KeptAccount): Promise<AccountReading> {
  const { key, receipts } = await readReceipts(Math.max(0, (heads[0]?.sequence ?? seen.sequence) - 1))
  const entries: ChainEntry[] = []
  for (let page = 1; ; page += 1) {
    const { list, head } = await call(trust.entries, { after: entries.at(-1)?.sequence ?? seen.sequence })
    entries.push(...list)
    const isWhole = list.length < PAGE
    if (isWhole || page === MAX_PAGES) return { id, key, receipts, entries, isWhole, newest: { sequence: head.sequence, head: head.hash } }
  }
}

async function readReceipts(after: number): Promise<Pick<AccountReading, 'key' | 'receipts'>> {
  const receipts: AccountReading['receipts'][number][] = []
  for (let page = 1; ; page += 1) {
    const answer = await call(trust.receipts, { after: receipts.at(-1)?.sequence ?? after })
    receipts.push(...answer.receipts.map(({ sequence, head, entry }) => ({ sequence, head, entry })))
    if (answer.receipts.length < PAGE || page === MAX_PAGES) return { key: answer.key, receipts }
  }
}
