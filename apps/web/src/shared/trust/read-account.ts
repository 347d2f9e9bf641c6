import type { ChainEntry } from '@rueda/contract/trust.ts'
import { trust } from '@rueda/contract/trust.ts'
import { call } from '../server/api.ts'
import type { KeptAccount, KeptReceipt, TakenReceipt } from './kept.ts'
import type { AccountReading } from './reading.ts'

/** Asks the house what an account is judged by: its key, its logged heads, and the entries behind the newest head that was seen. */

/** As many as the server gives at once. */
const PAGE = 500
const MAX_PAGES = 40
/** So far back a device that sees an account for the first time asks for its logged heads. */
const FIRST_LOOK_BACK = 50
/** Behind it there is nothing: the answer has the newest head alone. */
const BEYOND_ANY_SEQUENCE = 10 ** 12

/** What a device keeps of an account, and the receipts of it that it was handed. */
type Known = Readonly<{ id: string; kept: KeptAccount | null; open: readonly KeptReceipt[]; taken: readonly TakenReceipt[] }>

export async function readAccount(known: Known): Promise<AccountReading | null> {
  try {
    return await readWith(known)
  } catch {
    return null
  }
}

/** The heads first: what moves meanwhile is among the entries then. */
async function readWith({ id, kept, open, taken }: Known): Promise<AccountReading> {
  const oldest = [...open, ...taken].map(({ receipt }) => receipt.sequence).filter((sequence) => Number.isSafeInteger(sequence))
  const from = Math.min(kept?.newest.sequence ?? BEYOND_ANY_SEQUENCE, ...oldest)
  const { key, receipts } = await readReceipts(kept === null ? await firstLogged() : Math.max(0, (kept.heads[0]?.sequence ?? from) - 1))
  const entries: ChainEntry[] = []
  for (let page = 1; ; page += 1) {
    const { list, head } = await call(trust.entries, { after: entries.at(-1)?.sequence ?? Math.max(0, from) })
    entries.push(...list)
    const isWhole = list.length < PAGE
    if (isWhole || page === MAX_PAGES)
      return { id, key, receipts, entries, isWhole, newest: { sequence: head.sequence, head: head.hash }, taken }
  }
}

async function firstLogged(): Promise<number> {
  const { head } = await call(trust.entries, { after: BEYOND_ANY_SEQUENCE })
  return Math.max(0, head.sequence - FIRST_LOOK_BACK)
}

async function readReceipts(after: number): Promise<Pick<AccountReading, 'key' | 'receipts'>> {
  const receipts: AccountReading['receipts'][number][] = []
  for (let page = 1; ; page += 1) {
    const answer = await call(trust.receipts, { after: receipts.at(-1)?.sequence ?? after })
    receipts.push(...answer.receipts.map(({ sequence, head, entry }) => ({ sequence, head, entry })))
    if (answer.receipts.length < PAGE || page === MAX_PAGES) return { key: answer.key, receipts }
  }
}
