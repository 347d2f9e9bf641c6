import { accounts } from '@rueda/contract/accounts.ts'
import { cards } from '@rueda/contract/cards.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { reviewCards } from '../features/cards/review.ts'
import { payOutWithdrawals } from '../features/withdrawals/payout.ts'
import { reviewWithdrawals } from '../features/withdrawals/review.ts'
import { settleDueTransfers } from '../features/transfers/settle.ts'
import type { Customer, Harness } from './harness.ts'
import { passIdentity } from './identity.ts'

/** Data that a test of withdrawals begins with: a customer who may withdraw, and cards that have had their first day. */
export const PAY_PASSWORD = 'clave-de-salida-1'
export const CBU = '2850590940090418135201'
export const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
export const BANK = { bankName: 'Banco Macro', accountName: 'Juan Perez', cardNo: CBU, currency: 'ARS', countryCode: 'AR' } as const
export const ADDRESS = { network: 'TRC20', address: TRON, label: 'Cold' } as const

/** A customer whose papers say Juan Pérez and who has chosen a transaction password. */
export async function newWithdrawer(harness: Pick<Harness, 'app' | 'ask' | 'newCustomer'>): Promise<Customer> {
  const customer = await harness.newCustomer()
  await passIdentity(harness, customer.accountId, 'Juan Pérez')
  await choosePayPassword(harness, customer)
  return customer
}

/** Chooses the transaction password and ends the pause that follows; the server's clock stays the same. */
export async function choosePayPassword({ app, ask }: Pick<Harness, 'app' | 'ask'>, { accountId, token }: Customer): Promise<void> {
  await ask(accounts.createPayPassword, { payPassword: PAY_PASSWORD }, token)
  await app.pool.query('update accounts set cooling_until = null where account_id = $1', [accountId])
}

type Details = Omit<InputOf<typeof cards.add>, 'payPassword'>

/** A card that was checked and had its first day; the server's clock has passed it. */
export async function addUsableCard(harness: Harness, { token }: Customer, details: Details): Promise<string> {
  const { id } = await harness.ask(cards.add, { ...details, payPassword: PAY_PASSWORD }, token)
  await harness.pass(5 * MINUTE_MS)
  await reviewCards(harness.app, harness.app.wallClock.now())
  await harness.pass(DAY_MS)
  return id
}

/** Pesos in the wallet that pays bank accounts of Argentina. */
export async function changeToPesos(harness: Harness, { token }: Customer, dollars: string): Promise<void> {
  const { quoteId } = await harness.ask(transfers.quote, { from: 'US_WALLET', to: 'BALANCE', amount: dollars }, token)
  await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'BALANCE', amount: dollars, quoteId }, token)
  await harness.pass(MINUTE_MS)
  await settleDueTransfers(harness.app)
}

/** Lets time pass, and carries out everything of withdrawals that is due by then. */
export async function passWithdrawals(harness: Harness, ms: number): Promise<void> {
  await harness.pass(ms)
  await reviewWithdrawals(harness.app, harness.app.wallClock.now())
  await payOutWithdrawals(harness.app, harness.app.wallClock.now())
}
