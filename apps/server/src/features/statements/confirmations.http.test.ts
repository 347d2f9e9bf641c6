import { orders } from '@rueda/contract/orders.ts'
import { type OrderConfirmations, type confirmationFormats, statements } from '@rueda/contract/statements.ts'
import { type SignedDocument, documentHash } from '@rueda/proof/document.ts'
import { judgeFile } from '@rueda/proof/judge-file.ts'
import { keysOf } from '@rueda/proof/verifier-key.ts'
import { SECOND_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { textOfPdf } from '../../testing/pdf-text.ts'
import { executedOrder } from '../orders/executed.ts'
import { confirmationsIn } from './confirmation.ts'

/** What an order was executed for, in writing (`docs/rules/statements.md` P.13). */
let harness: Harness
let customer: Customer

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  await harness.app.trustLog.open()
  customer = await harness.newCustomer()
})
afterAll(() => harness.stop())

const limit = { stockCode: 'TEST', market: 'US', orderType: 1, price: '182.37' } as const
const place = async (asked: object): Promise<string> => {
  const { orderId } = await harness.ask(orders.create, { ...limit, direction: 0, quantity: '150', ...asked } as never, customer.token)
  await harness.pass(5 * SECOND_MS)
  return orderId
}
const ask = (orderId: string, format: (typeof confirmationFormats)[number], token = customer.token, language = 'en') =>
  harness.call(statements.confirm, { orderId, format }, token, { language })
const fileOf = async (orderId: string, format: (typeof confirmationFormats)[number], language = 'en') => {
  const { data } = await ask(orderId, format, customer.token, language)
  if (data === null) throw new Error('no file')
  return { ...data, bytes: Buffer.from(data.content, 'base64') }
}
const read = async (orderId: string): Promise<OrderConfirmations> =>
  JSON.parse((await fileOf(orderId, 'json')).bytes.toString()) as OrderConfirmations

describe('the confirmation of an order', () => {
  it('holds every execution, the charges one by one, the dates, and what it came to', async () => {
    const orderId = await place({})
    const { list } = await harness.ask(orders.list, { orderId }, customer.token)
    const of = await read(orderId)
    expect(of).toMatchObject({ userNo: customer.accountId, instrument: { code: 'TEST', market: 'US' }, currency: 'USD', simulated: 1 })
    expect(of.confirmations).toHaveLength(1)
    expect(of.confirmations[0]).toMatchObject({
      orderNo: list[0]?.orderNo,
      direction: 0,
      quantity: '150',
      average: '182.37',
      amount: '27355.50',
      charges: [{ kind: 'COMMISSION', amount: '8.21' }],
      total: '27363.71',
      realised: null,
    })
    expect(of.confirmations[0]?.executions.map(({ sequence }) => sequence)).toEqual(list[0]?.fills?.map(({ sequence }) => sequence))
    expect((of.confirmations[0]?.tradeDate ?? '') < (of.confirmations[0]?.settlementDate ?? '')).toBe(true)
  })

  it('names the head of the account’s chain at that moment', async () => {
    const { head } = await read(await place({ quantity: '1' }))
    const { rows } = await harness.app.pool.query<{ sequence: bigint; hash: string }>(
      "select sequence, encode(hash, 'hex') as hash from entries where account_id = $1 order by sequence desc limit 1",
      [customer.accountId],
    )
    expect(head).toEqual({ sequence: Number(rows[0]?.sequence), hash: rows[0]?.hash })
  })

  it('takes the charges of a sale from what it brings, and says what was realised', async () => {
    const [sold] = (await read(await place({ direction: 1, quantity: '100', orderType: 0, price: undefined }))).confirmations
    const charged = sold?.charges.reduce((sum, { amount }) => sum + Number(amount), 0) ?? 0
    expect(sold?.charges.map(({ kind }) => kind)).toEqual(['COMMISSION', 'SEC_FEE', 'TAF'])
    expect(Number(sold?.total)).toBeCloseTo(Number(sold?.amount) - charged, 2)
    expect(sold?.realised).not.toBeNull()
  })

  it('is one for each trade date, each with its own executions and charges', async () => {
    const orderId = await place({ quantity: '2' })
    const executed = await executedOrder(harness.app.pool, customer.accountId, orderId)
    const instrument = harness.app.venue.find('US', 'TEST')
    const [fill] = executed?.fills ?? []
    if (executed === null || instrument === null || fill === undefined) throw new Error('nothing was executed')
    const later = { ...fill, tradeDate: '2026-11-20', settlementDate: '2026-11-23', charges: { COMMISSION: 7n } }
    const confirmations = confirmationsIn(instrument, 'USD', { orders: executed.orders, fills: [later, fill] })
    expect(confirmations.map(({ tradeDate, settlementDate }) => [tradeDate, settlementDate])).toEqual([
      [fill.tradeDate, fill.settlementDate],
      ['2026-11-20', '2026-11-23'],
    ])
    expect(confirmations[1]?.charges).toEqual([{ kind: 'COMMISSION', amount: '0.07' }])
    expect(confirmations.map(({ executions }) => executions.length)).toEqual([1, 1])
  })

  it.each([
    ['es', 'Confirmación de la orden', '1.824,25'],
    ['de', 'Abrechnung der Order', '1.824,25'],
    ['en', 'Trade confirmation', '1,824.25'],
  ])('is written for a reader of %s', async (language, title, total) => {
    const orderId = await place({ quantity: '10' })
    const { mediaType, fileName, bytes } = await fileOf(orderId, 'pdf', language)
    const { confirmations, head } = await read(orderId)
    expect(mediaType).toBe('application/pdf')
    expect(fileName).toBe(`rueda-${confirmations[0]?.orderNo}.pdf`)
    const text = textOfPdf(bytes)
    for (const part of [title, total, confirmations[0]?.orderNo ?? '', head.hash]) expect(text).toContain(part)
    // Beside the app's own times these would be read as an hour or more apart.
    expect(text.match(/\d\d:\d\d:\d\d/gu)).toHaveLength(text.match(/\d\d:\d\d:\d\d\s+GMT/gu)?.length ?? 0)
  })

  it.each(['hi', 'ja', 'th', 'zh-CN', 'zh-TW'])('brings its letters for a reader of %s', async (language) => {
    const { bytes } = await fileOf(await place({ quantity: '1' }), 'pdf', language)
    expect(bytes.includes('Helvetica')).toBe(false)
  })
})

describe('no confirmation', () => {
  it('is there for somebody else’s order', async () => {
    const orderId = await place({ quantity: '1' })
    const other = await harness.newCustomer()
    expect(await ask(orderId, 'pdf', other.token)).toMatchObject({ code: 1002 })
  })

  it('is there before anything was executed', async () => {
    const orderId = await place({ quantity: '1', price: '175.00' })
    expect(await ask(orderId, 'pdf')).toMatchObject({ code: 1002 })
  })
})

describe('what proves a document', () => {
  const proofOf = async (orderId: string) => JSON.parse((await fileOf(orderId, 'proof')).bytes.toString()) as SignedDocument
  const trusted = () => ({ keys: keysOf(harness.app.trustLog.keys().map(({ text }) => text)), policy: null })
  const says = (file: object) => judgeFile(JSON.stringify(file), trusted()).findings.map((finding) => finding.says)

  it('is signed at once and proven once a checkpoint covers it, with the hash that the paper has before and after', async () => {
    const orderId = await place({ quantity: '2' })
    const before = await proofOf(orderId)
    expect(says(before)).toEqual(['documentSigned', 'headWaits', 'documentLimits'])
    await harness.app.trustLog.checkpoint()
    const after = await proofOf(orderId)
    expect(says(after)).toEqual(['documentSigned', 'headLogged', 'checkpoint', 'ourWordOnly', 'documentLimits'])
    expect(judgeFile(JSON.stringify(after), trusted()).holds).toBe(true)
    const hash = documentHash(before.document)
    expect(documentHash(after.document)).toBe(hash)
    const paper = textOfPdf((await fileOf(orderId, 'pdf')).bytes).replaceAll(/\s/gu, '')
    expect(paper).toContain(hash)
    expect(paper).toContain(after.head.head.slice(0, 16))
    // Later orders move the account on, and the document stands on the same head.
    await place({ quantity: '3' })
    await harness.app.trustLog.checkpoint()
    expect((await proofOf(orderId)).head).toEqual(after.head)
  })

  it('holds for a statement too, and not with another figure, head or proof', async () => {
    const month = new Date(harness.app.clock.now()).toISOString().slice(0, 7)
    const { data } = await harness.call(statements.download, { month, format: 'proof' }, customer.token)
    const file = JSON.parse(Buffer.from(data?.content ?? '', 'base64').toString()) as SignedDocument
    expect(says(file)).toContain('documentSigned')
    expect(says({ ...file, document: { ...(file.document as object), userNo: '1' } })).toContain('documentNotSigned')
    expect(says({ ...file, head: { ...file.head, opening: '00'.repeat(32) } })).toContain('headNotLogged')
    expect(says({ ...file, kind: 'confirmation' })).toContain('documentNotSigned')
  })
})
