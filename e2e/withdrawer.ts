import type { Page } from '@playwright/test'
import { accounts } from '@rueda/contract/accounts.ts'
import { cards } from '@rueda/contract/cards.ts'
import { files } from '@rueda/contract/files.ts'
import { kyc } from '@rueda/contract/kyc.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import type { Customer } from './customer.ts'
import { expect } from './journey.ts'
import { drawPaper } from './pictures.ts'

/** Data that journeys about withdrawals begin with; on a server with quick reviews all of it takes seconds. */
export const PAY_PASSWORD = 'clave-de-salida-1'
const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const ACTIVE = 1
const PASSED = 3

/** Hands in a drawn picture and answers with its address. */
export async function upload(page: Page, address: string, { token }: Customer): Promise<string> {
  const { name, mimeType, buffer } = await drawPaper(page)
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(buffer)], { type: mimeType }), name)
  const answer = await fetch(`${address}/web${files.upload.path}`, { method: 'POST', headers: { authorization: token }, body: form })
  return ((await answer.json()) as { data: { url: string } }).data.url
}

/** Hands in papers that the rules pass by themselves. */
export async function identify(page: Page, address: string, customer: Customer): Promise<void> {
  const [frontImg, backImg] = [await upload(page, address, customer), await upload(page, address, customer)]
  const papers = { type: 'idcard', countryCode: 'AR', firstName: 'Juan', lastName: 'Pérez', birthDate: '1990-05-17' } as const
  const idNumber = String(20_000_000 + Math.floor(Math.random() * 20_000_000))
  await customer.call(kyc.submit, { ...papers, idNumber, frontImg, backImg })
  await expect.poll(async () => (await customer.call(kyc.status, {})).kycStatus).toBe(PASSED)
}

/** Chooses a transaction password and saves an address, which is ready at once. */
export async function addAddress(customer: Customer): Promise<string> {
  await customer.call(accounts.createPayPassword, { payPassword: PAY_PASSWORD })
  const { id: cardId } = await customer.call(cards.add, { network: 'TRC20', address: TRON, label: 'Cold', payPassword: PAY_PASSWORD })
  await expect.poll(async () => (await customer.call(cards.list, {})).find(({ id }) => id === cardId)?.status).toBe(ACTIVE)
  return cardId
}

/** Withdraws an amount to an own address, with the mailed code; above five thousand dollars two people decide. */
export async function withdraw(customer: Customer, amount: string): Promise<string> {
  const cardId = await addAddress(customer)
  const { devCode: code } = await customer.call(accounts.sendCode, { email: customer.user.email, type: 'withdraw' })
  const asked = { walletType: 'US_WALLET', type: 'vm', cardId, amount, payPassword: PAY_PASSWORD, code } as const
  return (await customer.call(withdrawals.apply, asked)).id
}
