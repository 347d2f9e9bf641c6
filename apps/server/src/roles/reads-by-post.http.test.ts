import { allEndpoints } from '@rueda/contract/contract.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import { agreements } from '@rueda/contract/agreements.ts'
import { blocks } from '@rueda/contract/blocks.ts'
import { cards } from '@rueda/contract/cards.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import type { Endpoint, InputOf } from '@rueda/contract/endpoint.ts'
import { SUCCESS_CODE } from '@rueda/contract/envelope.ts'
import { funds } from '@rueda/contract/funds.ts'
import { loans } from '@rueda/contract/loans.ts'
import { notes } from '@rueda/contract/notes.ts'
import { orders } from '@rueda/contract/orders.ts'
import { placings } from '@rueda/contract/placing.ts'
import { plans } from '@rueda/contract/plans.ts'
import { positions } from '@rueda/contract/positions.ts'
import { statements } from '@rueda/contract/statements.ts'
import { subscriptions } from '@rueda/contract/subscriptions.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Customer } from '../testing/harness.ts'
import { type OfferingHarness, startOfferingHarness } from '../testing/offerings.ts'
import { isAnsweredByFronts } from './answered-by-fronts.ts'
import { nameOf } from './forwarded-call.ts'
import { isReadByPost, readsByPost } from './reads-by-post.ts'

const SHARE = { stockCode: 'ARDV', market: 'US' } as const
const BUY = { ...SHARE, direction: 0, orderType: 0, quantity: '2' } as const
const PLAN = { ...SHARE, amount: '100.00', rhythm: 'week', day: 4, firstDate: '2026-11-12' } as const
const MONTH = '2026-11'

let harness: OfferingHarness
let customer: Customer
/** What a customer has, to be read by its number. */
const own = { bought: '', resting: '', plan: '', transfer: '' }
let ipo = ''

beforeAll(async () => {
  harness = await startOfferingHarness({ seed: 'reads by post', from: '2026-11-10T17:00:00Z', funds: '1000' })
  customer = await harness.funded()
  const ask = <E extends Endpoint>(endpoint: E, input: InputOf<E>) => harness.ask(endpoint, input, customer.token)
  own.bought = (await ask(orders.create, BUY)).orderId
  own.resting = (await ask(orders.create, { ...BUY, orderType: 1, price: '1.00', tif: 1 })).orderId
  own.plan = (await ask(plans.create, PLAN)).id
  const { quoteId } = await ask(transfers.quote, { from: 'US_WALLET', to: 'AR', amount: '100' })
  own.transfer = (await ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'AR', amount: '100', quoteId })).transferId
  ipo = (await ask(subscriptions.saleList, {})).list[0]?.id ?? ''
})
afterAll(() => harness.end())

/** Each row of each table by its version, which even an update that changes nothing would make anew. */
const VERSIONS = `
  select relname as table, query_to_xml(format($$select string_agg(concat_ws(' ', tableoid, ctid, xmin), ',' order by tableoid, ctid) from %I$$, relname),
    true, false, '')::text as rows
  from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`
async function rowVersions(): Promise<ReadonlyMap<string, string>> {
  const { rows } = await harness.database.pool.query<{ table: string; rows: string }>(VERSIONS)
  return new Map(rows.map((each) => [each.table, each.rows]))
}

const asked = <E extends Endpoint>(endpoint: E, ...inputs: readonly (() => InputOf<E>)[]) =>
  inputs.map((input) => [nameOf(endpoint), endpoint as Endpoint, input as () => object] as const)
const nothing = () => ({})

const reads = [
  asked(accounts.me, nothing),
  asked(agreements.read, () => ({ kind: 'terms' }) as const),
  asked(blocks.stocks, nothing),
  asked(blocks.locks, nothing),
  asked(cards.list, nothing),
  asked(deposits.channels, nothing),
  asked(deposits.list, nothing),
  asked(funds.stat, nothing),
  asked(funds.products, nothing),
  asked(funds.list, nothing),
  asked(loans.list, nothing),
  asked(notes.list, () => SHARE),
  asked(orders.preview, () => BUY),
  asked(orders.explainPreview, () => ({ ...BUY, figure: 'totalCost' }) as const),
  asked(orders.previewAmend, () => ({ orderId: own.resting, quantity: '1' })),
  asked(placings.saleList, nothing),
  asked(placings.saleTime, nothing),
  asked(placings.eligibility, nothing),
  asked(placings.list, nothing),
  asked(placings.flatCount, () => ({ stockCode: SHARE.stockCode })),
  asked(plans.list, nothing, () => ({ id: own.plan })),
  asked(plans.runs, () => ({ id: own.plan })),
  asked(plans.preview, () => PLAN),
  asked(positions.sizes, () => ({ ...SHARE, direction: 0, orderType: 0 })),
  ...(['json', 'csv', 'pdf', 'proof'] as const).map((format) => asked(statements.download, () => ({ month: MONTH, format }))),
  ...(['json', 'pdf', 'proof'] as const).map((format) => asked(statements.confirm, () => ({ orderId: own.bought, format }))),
  asked(subscriptions.saleList, nothing),
  asked(subscriptions.running, nothing),
  asked(subscriptions.list, nothing),
  asked(subscriptions.fullNumber, () => ({ id: ipo })),
  asked(transfers.exchangeOffer, () => ({ walletType: 'AR', amount: '1000000' }) as const),
  asked(transfers.cancelQuote, () => ({ transferId: own.transfer })),
  asked(transfers.list, nothing),
].flat()

describe('a read by POST', () => {
  it.each(reads)('%s leaves every table as it was', async (_, endpoint, input) => {
    const before = await rowVersions()
    const answer = await harness.call(endpoint, input() as never, customer.token)
    expect(answer.code, answer.msg).toBe(SUCCESS_CODE)
    expect(await rowVersions()).toEqual(before)
  })

  it('is told from a write by what makes tables different: one that writes is seen here', async () => {
    const before = await rowVersions()
    await harness.ask(transfers.quote, { from: 'US_WALLET', to: 'AR', amount: '10' }, customer.token)
    expect(await rowVersions()).not.toEqual(before)
  })

  it('is asked here, each of them', () => {
    expect(new Set(reads.map(([name]) => name))).toEqual(new Set(readsByPost.map(nameOf)))
  })

  it('is one of these, and none that takes a key or that fronts answer by themselves', () => {
    for (const endpoint of readsByPost) {
      expect(endpoint).toMatchObject({ method: 'POST', idempotent: false })
      expect(isAnsweredByFronts(nameOf(endpoint)), endpoint.path).toBe(false)
    }
  })

  it('is every other call by POST that takes no key, but for these, which write', () => {
    const writes = allEndpoints().filter(
      (each) => each.method === 'POST' && !each.idempotent && !isAnsweredByFronts(nameOf(each)) && !isReadByPost(nameOf(each)),
    )
    expect(writes.map(({ path }) => path)).toEqual(WRITES)
  })
})

/** Whoever adds a call by POST without a key says here that it writes, or in the register that it does not. */
const WRITES: readonly string[] = [
  '/getEmailCode',
  '/practiceAccount',
  '/loginByUsername',
  '/passkeyLogin/begin',
  '/passkeyLogin',
  '/logout',
  '/resetPassword',
  '/updatePassword',
  '/user/username',
  '/settingPayPassword',
  '/updatePayPassword',
  '/user/sessions/revoke',
  '/user/declareTax',
  '/userSelfSecurity/save',
  '/userSelfSecurity/delete/{id}',
  '/userSelfSecurity/deleteByStockCode/{stockCode}',
  '/watchlist/rename',
  '/watchlist/delete',
  '/watchlist/put',
  '/watchlist/take',
  '/watchlist/move',
  '/watchlist/transfer',
  '/watchlist/takeOrder',
  '/chart/notes/save',
  '/chart/notes/delete',
  '/agreement/accept',
  '/layouts/desk/keep',
  '/position/lotDefault',
  '/notification/choose',
  '/userMessage/updateRead',
  '/service/read',
  '/complaint/withdraw',
  '/wallet/fxQuote',
  '/user/verify',
  '/user/freeze',
  '/user/unfreeze',
  '/user/export',
  '/user/close',
  '/user/verify/passkey',
  '/user/passkey/begin',
  '/user/passkey/add',
  '/user/passkey/remove',
  '/user/authenticator/begin',
  '/user/authenticator/confirm',
  '/user/authenticator/remove',
  '/user/cardCodes',
  '/user/recoveryCodes/renew',
  '/UserAccount/delete-card',
  '/withdrawal/quote',
  '/alert/save',
  '/alert/switch',
  '/alert/delete',
  '/file/upload',
  '/mining/stop',
  '/blockTrade/quote',
]
