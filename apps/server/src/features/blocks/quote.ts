import { checkBlock } from '@rueda/rules/blocks/accept.ts'
import { LOCK_DAYS, QUOTE_LIFE_MS, blockPrice } from '@rueda/rules/blocks/price.ts'
import { type Result, ok, refuse } from '@rueda/rules/result.ts'
import type { Side } from '@rueda/rules/side.ts'
import type { App } from '../../app.ts'
import type { Caller } from '../../http/handler.ts'
import { type BlockQuote, keepQuote } from './store.ts'
import { blockTerms, missingForBlocks } from './terms.ts'

/** A block that somebody asks a price for; the quantity in units of 10^-8. */
export type BlockRequest = Readonly<{ instrumentId: string; side: Side; quantity: bigint }>

/** The desk's price for a block, firm for thirty seconds: kept, so that a restart in between takes nothing of it back. */
export async function quoteBlock(app: App, caller: Caller, asked: BlockRequest): Promise<Result<BlockQuote>> {
  const off = app.switches.refusal('blocks')
  if (off !== null) return off
  const missing = await missingForBlocks(app, caller)
  const now = app.clock.now()
  const terms = blockTerms(app, asked, missing, now)
  const checked = checkBlock(caller, asked, terms, now)
  if (!checked.ok) return checked
  const { instrument, mid, facts } = checked.value
  const price = blockPrice(instrument, asked, terms.market ?? { bid: 0n, ask: 0n }, facts)
  if (price === null || price <= 0n) return refuse('quote.stale')
  const quote: BlockQuote = {
    ...{ id: app.ids.next(), accountId: caller.accountId, ...asked, price, mid, facts, lockDays: LOCK_DAYS },
    ...{ quotedAt: now, expiresAt: now + QUOTE_LIFE_MS },
  }
  await keepQuote(app.pool, quote)
  return ok(quote)
}
