import type { Page } from '@playwright/test'
import { accounts } from '@rueda/contract/accounts.ts'
import { accounts as staffAccounts } from '@rueda/contract/admin/accounts.ts'
import { cases } from '@rueda/contract/admin/cases.ts'
import { loanDesk } from '@rueda/contract/admin/loans.ts'
import { cards } from '@rueda/contract/cards.ts'
import { complaints } from '@rueda/contract/complaints.ts'
import { deposits } from '@rueda/contract/deposits.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { kyc } from '@rueda/contract/kyc.ts'
import { loans } from '@rueda/contract/loans.ts'
import { permissions } from '@rueda/contract/permissions.ts'
import { support } from '@rueda/contract/support.ts'
import type { CaseKind } from '@rueda/rules/staff/cases.ts'
import { caseRoles } from './case-roles.ts'
import { type Customer, openAccount, passSuitability } from './customer.ts'
import { expect } from './journey.ts'
import type { StaffMember, StaffOf } from './staff.ts'
import { PAY_PASSWORD, identify, upload, withdraw } from './withdrawer.ts'

/** A case of each kind, made by the customer in the way that leaves it to people. A kind without a way does not compile. */
type Harness = Readonly<{ page: Page; address: string; staffOf: StaffOf }>

const TEN_THOUSAND: InputOf<typeof loans.apply>['collateral'] = [{ type: 'cash', ref: 'US_WALLET', quantity: '10000' }]

const ways: Readonly<Record<CaseKind, (harness: Harness, customer: Customer) => Promise<void>>> = {
  kyc: async ({ page, address }, customer) => {
    const frontImg = await upload(page, address, customer)
    const papers = { type: 'passport', countryCode: 'DE', firstName: 'Jörg', lastName: 'Weiß', birthDate: '1981-02-03' } as const
    await customer.call(kyc.submit, { ...papers, passportNumber: `C01X0${1000 + Math.floor(Math.random() * 9000)}`, frontImg })
  },
  deposit: async ({ page, address }, customer) => {
    await identify(page, address, customer)
    const proofImg = await upload(page, address, customer)
    await customer.call(deposits.create, { channelId: 'USD-WIRE', amount: '120', proofImg })
  },
  withdrawal: async ({ page, address }, customer) => {
    await identify(page, address, customer)
    await withdraw(customer, '6000')
  },
  card: async ({ page, address }, customer) => {
    await identify(page, address, customer)
    await customer.call(accounts.createPayPassword, { payPassword: PAY_PASSWORD })
    const bank = { bankName: 'Banco Macro', cardNo: '2850590940090418135201', currency: 'ARS', countryCode: 'AR' }
    await customer.call(cards.add, { ...bank, accountName: 'Ivan Perez', payPassword: PAY_PASSWORD })
  },
  permission: async ({ page, address }, customer) => {
    await identify(page, address, customer)
    const document = await upload(page, address, customer)
    const answers = { institutionName: 'Fondo Sur S.A.', registrationNumber: '30-1', document }
    await customer.call(permissions.apply, { type: 'institution', answers })
  },
  support: async (_, customer) => {
    await customer.call(support.send, { topic: 'order', text: '¿Por qué no se ejecuta?' })
  },
  complaint: async (harness, customer) => {
    await ways.support(harness, customer)
    await customer.call(complaints.file, { text: 'Nadie me lo explicó. Pido que me lo expliquen.' })
  },
  loan: (harness, customer) => askForLoan(harness, customer),
  /** Of an account that was frozen since, a person looks at every payment. */
  repayment: async (harness, customer) => {
    await askForLoan(harness, customer)
    const risk = await harness.staffOf(['risk'])
    const id = await caseOf(risk, 'loan', customer)
    await risk.call(cases.claim, { id })
    await risk.call(loanDesk.approve, { id, reason: 'review' })
    await expect.poll(async () => (await customer.call(loans.list, {})).list[0]?.stage).toBe('active')
    await risk.call(staffAccounts.freeze, { accountId: customer.user.id, reason: 'review' })
    const [loan] = (await customer.call(loans.list, {})).list
    await customer.call(loans.repay, { id: loan?.id ?? '', amount: '100' })
  },
}

async function askForLoan({ page, address }: Harness, customer: Customer): Promise<void> {
  await identify(page, address, customer)
  await passSuitability(customer)
  await customer.call(accounts.createPayPassword, { payPassword: PAY_PASSWORD })
  const asked = { productId: 'd30', amount: '5000', collateral: TEN_THOUSAND, agreeTerms: 1 } as const
  await customer.call(loans.apply, { ...asked, payPassword: PAY_PASSWORD })
}

/** Waits until the customer's case of this kind is there, and returns its id. */
async function caseOf(member: StaffMember, kind: CaseKind, { user }: Customer): Promise<string> {
  let id = ''
  await expect
    .poll(async () => {
      const { list } = await member.call(cases.list, { kind, state: 'open', pageSize: 100 })
      id = list.find(({ accountId }) => accountId === user.id)?.id ?? ''
      return id
    })
    .not.toBe('')
  return id
}

/** Opens an account with a case of this kind, and returns the customer once it waits. */
export async function waitingCase(harness: Harness, kind: CaseKind, member: StaffMember): Promise<Customer> {
  const customer = await openAccount(harness.address)
  await ways[kind](harness, customer)
  await caseOf(member, kind, customer)
  return customer
}

/** Somebody who decides this kind of case. */
export const deciderOf = (staffOf: StaffOf, kind: CaseKind): Promise<StaffMember> => staffOf([caseRoles[kind]])
