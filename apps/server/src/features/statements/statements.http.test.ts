import { deposits } from '@rueda/contract/deposits.ts'
import { orders } from '@rueda/contract/orders.ts'
import { type Statement, statements } from '@rueda/contract/statements.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { formatDecimal, parseDecimal } from '@rueda/rules/decimal.ts'
import { DAY_MS, SECOND_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Customer, type Harness, startHarness } from '../../testing/harness.ts'
import { textOfPdf } from '../../testing/pdf-text.ts'
import { expectSoundBooks } from '../../testing/sound-books.ts'
import { followDeposits } from '../deposits/follow.ts'

/** A customer who bought, deposited, and had a deposit taken back in November; looked at in December. */
let harness: Harness
let customer: Customer
const NOVEMBER = '2026-11'
const DECEMBER = '2026-12'

beforeAll(async () => {
  harness = await startHarness()
  harness.market.volatility = 0
  customer = await harness.newCustomer()
  const { token } = customer
  await harness.ask(orders.create, { stockCode: 'TEST', market: 'US', direction: 0, orderType: 1, price: '182.37', quantity: '150' }, token)
  await harness.pass(250)
  const { id } = await harness.ask(deposits.simulate, { channelId: 'USDT-TRC20', amount: '250.5' }, token)
  await harness.ask(deposits.simulate, { channelId: 'USDT-ERC20', amount: '99.999999' }, token)
  await harness.pass(80 * SECOND_MS)
  await followDeposits(harness.app)
  await harness.ask(deposits.recall, { id }, token)
  await harness.pass(20 * DAY_MS)
  await harness.ask(deposits.simulate, { channelId: 'USDT-ERC20', amount: '10' }, token)
  await harness.pass(80 * SECOND_MS)
  await followDeposits(harness.app)
})
afterAll(async () => {
  await expectSoundBooks(harness.app.pool)
  await harness.stop()
})

const read = (month: string) => harness.ask(statements.one, { month }, customer.token)
const download = async (format: 'pdf' | 'csv' | 'json', language: string) => {
  const { data } = await harness.call(statements.download, { month: NOVEMBER, format }, customer.token, { language })
  if (data === null) throw new Error('no file')
  return { ...data, bytes: Buffer.from(data.content, 'base64') }
}
const cents = (text: string): bigint => parseDecimal(text, 2) ?? 0n

/** Recomputes the same from the entries themselves, one by one without the queries that are tested. */
async function recomputed(until: number): Promise<Record<string, string>> {
  const { rows } = await harness.app.pool.query<{ accounts: string[]; amounts: bigint[] }>(
    'select accounts, amounts from entries where account_id = $1 and at < $2 order by sequence',
    [customer.accountId, until],
  )
  const sums = new Map<string, bigint>()
  for (const { accounts, amounts } of rows)
    for (const [at, account] of accounts.entries()) {
      const [, wallet = '', part = ''] = account.split(':')
      if (account.startsWith('U:') && ['CASH', 'HOLD', 'MARGIN'].includes(part))
        sums.set(wallet, (sums.get(wallet) ?? 0n) + (amounts[at] ?? 0n))
    }
  return Object.fromEntries([...sums].map(([wallet, sum]) => [wallet, formatDecimal(sum, 2)]))
}

type Closing = Readonly<{ wallets: readonly Pick<Statement['wallets'][number], 'walletType' | 'closing'>[] }>
const closings = ({ wallets: rows }: Closing) => Object.fromEntries(rows.map(({ walletType, closing }) => [walletType, closing]))

describe('a month', () => {
  it('ends with what the ledger says, to the cent', async () => {
    const november = await read(NOVEMBER)
    expect(closings(november)).toEqual(await recomputed(november.toTimestamp))
    expect(closings(november)).toEqual({ US_WALLET: '50099.99', STOCK: '22636.29' })
    expect(november).toMatchObject({ final: 1, simulated: 1, venue: 'SIM', userNo: customer.accountId })
  })

  it('says what shares there were, what came and went, and what each movement brought', async () => {
    const november = await read(NOVEMBER)
    const { rows } = await harness.app.pool.query<{ held: bigint }>(
      'select sum(free + held + locked)::bigint as held from positions where account_id = $1 and closed_at is null',
      [customer.accountId],
    )
    const held = formatDecimal((rows[0]?.held ?? 0n) / 1_000_000n, 2)
    expect(november.holdings).toMatchObject([
      { kind: 'shares', market: 'US', stockCode: 'TEST', opening: '0', in: '150', out: '0', closing: '150' },
    ])
    expect(held).toBe('150.00')
    const bought = november.movements.filter(({ bizType }) => bizType === 'BUY').map(({ quantity }) => Number(quantity))
    expect(bought.reduce((sum, quantity) => sum + quantity, 0)).toBe(150)
    expect((await read(DECEMBER)).holdings).toMatchObject([{ opening: '150', in: '0', out: '0', closing: '150' }])
  })

  it('begins with what the one before ended with, and the last one with what is there now', async () => {
    const [november, december] = [await read(NOVEMBER), await read(DECEMBER)]
    expect(december.wallets.map(({ opening }) => opening)).toEqual(november.wallets.map(({ closing }) => closing))
    expect(december).toMatchObject({ final: 0 })
    for (const { walletType, closing } of december.wallets)
      expect(await harness.ask(wallets.one, { walletType: walletType as 'STOCK' }, customer.token)).toMatchObject({ balance: closing })
  })

  it('adds up: opening and in less out are closing, and movements and corrections are in and out', async () => {
    for (const month of [NOVEMBER, DECEMBER]) {
      const { wallets: rows, movements, corrections } = await read(month)
      for (const { walletType, opening, in: came, out, closing } of rows) {
        expect(cents(opening) + cents(came) - cents(out)).toBe(cents(closing))
        const flows = [...movements, ...corrections].filter((flow) => flow.walletType === walletType)
        expect(flows.reduce((sum, { amount }) => sum + cents(amount), 0n)).toBe(cents(closing) - cents(opening))
      }
    }
  })

  it('keeps what was taken back in a section of its own', async () => {
    const { movements, corrections } = await read(NOVEMBER)
    expect(movements.map(({ bizType }) => bizType)).toEqual(['GRANT', 'TRANSFER', 'TRANSFER', 'BUY', 'DEPOSIT', 'DEPOSIT'])
    expect(corrections.map(({ bizType, amount }) => [bizType, amount])).toEqual([['DEPOSIT_REVERSED', '-250.50']])
    expect((await read(DECEMBER)).corrections).toEqual([])
  })

  it('says what it cost, kind by kind', async () =>
    expect((await read(NOVEMBER)).fees).toEqual([{ kind: 'COMMISSION', currency: 'USD', amount: '8.21' }]))

  it('is refused before the account was opened, after today, and where it is none', async () => {
    for (const month of ['2026-10', '2027-01'])
      expect(await harness.call(statements.one, { month }, customer.token)).toMatchObject({ code: 1002 })
    expect(await harness.call(statements.one, { month: '2026-13' }, customer.token)).toMatchObject({ code: 1000 })
  })

  it('is nobody else’s', async () => {
    const other = await harness.newCustomer()
    expect((await harness.ask(statements.months, {}, other.token)).months.map(({ month }) => month)).toEqual([DECEMBER])
    expect(closings(await harness.ask(statements.one, { month: DECEMBER }, other.token))).toEqual({
      US_WALLET: '50000.00',
      STOCK: '50000.00',
    })
  })
})

it('every month there is, the newest first, and the fees of the year', async () => {
  const { months, years } = await harness.ask(statements.months, {}, customer.token)
  expect(months.map(({ month, final }) => [month, final])).toEqual([
    [DECEMBER, 0],
    [NOVEMBER, 1],
  ])
  expect(closings(months[1] ?? { wallets: [] })).toEqual(closings(await read(NOVEMBER)))
  expect(years).toEqual([{ year: '2026', fees: [{ kind: 'COMMISSION', currency: 'USD', amount: '8.21' }] }])
})

describe('as a file', () => {
  it('JSON is the statement itself', async () => {
    const { fileName, bytes } = await download('json', 'th')
    expect(fileName).toBe(`rueda-${customer.accountId}-2026-11.json`)
    expect(JSON.parse(bytes.toString())).toEqual(await read(NOVEMBER))
  })

  it.each(['es', 'en', 'de', 'hi', 'ja', 'th', 'zh-CN', 'zh-TW'])(
    'CSV in %s has every figure and says what kind of money it is',
    async (language) => {
      const lines = (await download('csv', language)).bytes.toString().split('\r\n')
      // The mark and the heads; of each wallet and share the beginning and the end; movements, a correction and a fee.
      expect(lines).toHaveLength(2 + 2 + 1 + 6 + 1 + 2 + 1 + 1 + 1)
      expect(lines.filter((line) => /\(TEST\),(?:0|150)$/u.test(line))).toHaveLength(2)
      expect(lines.filter((line) => line.includes('-250.50'))).toHaveLength(1)
      expect(lines[0]).not.toMatch(/undefined|simulated/u)
      expect(lines[0]).toMatch(/,SIM$/u)
      expect(lines.join('\n')).not.toMatch(/column\.|kind\.|wallet\./u)
    },
  )

  it.each([
    ['es', 'Dinero de práctica', '$50.099,99'],
    ['de', 'Anfangssaldo', '50.099,99'],
    ['en', 'Opening balance', '$50,099.99'],
  ])('PDF for a reader of %s', async (language, word, closing) => {
    const { mediaType, bytes } = await download('pdf', language)
    expect(mediaType).toBe('application/pdf')
    const text = textOfPdf(bytes)
    for (const part of [word, closing, '250', '8', '· 150 TEST']) expect(text).toContain(part)
    expect(text).toMatch(/\d\d:\d\d:\d\d\s+GMT/u)
  })

  it.each([
    ['hi', 'NotoSansDevanagari'],
    ['ja', 'NotoSansJP'],
    ['th', 'NotoSansThai'],
    ['zh-CN', 'NotoSansSC'],
    ['zh-TW', 'NotoSansTC'],
  ])('PDF for a reader of %s brings its letters with it', async (language, family) => {
    const { bytes } = await download('pdf', language)
    const names = [...bytes.toString('latin1').matchAll(/\/BaseFont \/[A-Z]+\+([\w-]+)/gu)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(1)
    expect(names.filter((name) => !name.startsWith(family))).toEqual([])
    expect(bytes.includes('Helvetica')).toBe(false)
  })
})
