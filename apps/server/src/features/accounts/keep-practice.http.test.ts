import { accounts } from '@rueda/contract/accounts.ts'
import { transfers } from '@rueda/contract/transfers.ts'
import { wallets } from '@rueda/contract/wallets.ts'
import { DAY_MS, MINUTE_MS } from '@rueda/rules/time.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { newRegistration } from '../../testing/registration.ts'
import { transferRoutes } from '../transfers/routes.ts'
import { walletRoutes } from '../wallets/routes.ts'
import { accountRoutes } from './routes.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ features: (app) => [accountRoutes(app), walletRoutes(app), transferRoutes(app)] })
})
afterAll(() => harness.stop())

const registration = (fields: Record<string, string> = {}) => newRegistration(harness, fields)

describe('registering while practising', () => {
  const practising = () => harness.ask(accounts.practise, {})
  const entriesOf = async (accountId: string) =>
    (
      await harness.app.pool.query<{ cause_kind: string }>('select cause_kind from entries where account_id = $1 order by sequence', [
        accountId,
      ])
    ).rows

  it('makes the practice account one’s own: the same number, money and books, and no second grant', async () => {
    const practice = await practising()
    const before = await entriesOf(practice.user.id)
    await harness.ask(transfers.create, { fromWalletType: 'US_WALLET', toWalletType: 'STOCK', amount: '250' }, practice.token)
    const asked = await registration({ username: 'kept_by_ana' })
    const { token, user } = await harness.ask(accounts.register, asked, practice.token)
    expect(user).toMatchObject({ id: practice.user.id, email: asked.email, username: 'kept_by_ana', nickname: 'kept_by_ana' })
    const again = await harness.ask(accounts.login, { username: asked.email, password: asked.password })
    expect(again.user.id).toBe(practice.user.id)
    expect((await harness.ask(wallets.all, {}, token)).totalAssets).toBe('100000.00')
    const entries = await entriesOf(user.id)
    expect(entries.slice(0, before.length)).toEqual(before)
    expect(entries.filter(({ cause_kind: kind }) => kind === 'grant')).toHaveLength(
      before.filter(({ cause_kind: kind }) => kind === 'grant').length,
    )
    const { rows } = await harness.app.pool.query<{ accounts: number }>('select count(*)::int as accounts from accounts where email = $1', [
      asked.email,
    ])
    expect(rows).toEqual([{ accounts: 1 }])
  })

  it('replaces the session of practice, which ends a minute later', async () => {
    const practice = await practising()
    const { token } = await harness.ask(accounts.register, await registration(), practice.token)
    expect(token).not.toBe(practice.token)
    expect(await harness.call(accounts.me, {}, practice.token)).toMatchObject({ code: 200 })
    await harness.pass(MINUTE_MS)
    expect(await harness.call(accounts.me, {}, practice.token)).toMatchObject({ code: 401 })
    expect(await harness.call(accounts.me, {}, token)).toMatchObject({ code: 200 })
  })

  it('sent again with its key comes in to the same account', async () => {
    const practice = await practising()
    await harness.pass(2 * DAY_MS)
    const asked = await registration()
    const once = () => harness.call(accounts.register, asked, practice.token, { 'idempotency-key': 'kept-once' })
    const [first, second] = [await once(), await once()]
    expect(second).toMatchObject({ code: 200, data: { user: { id: practice.user.id } } })
    expect(second.data?.token).not.toBe(first.data?.token)
  })

  it('leaves the practice account as it was where the address is taken or the code is wrong', async () => {
    const practice = await practising()
    const { email } = await harness.newCustomer()
    await harness.pass(MINUTE_MS)
    const taken = await registration({ email })
    expect(await harness.call(accounts.register, taken, practice.token)).toMatchObject({ code: 2002 })
    expect(await harness.call(accounts.register, { ...(await registration()), code: '000000' }, practice.token)).toMatchObject({
      code: 2003,
    })
    expect(await harness.ask(accounts.me, {}, practice.token)).toMatchObject({ id: practice.user.id, email: '' })
  })

  it('waits while the account is frozen', async () => {
    const practice = await practising()
    await harness.app.pool.query("update account_states set frozen_at = 1, frozen_by = 'owner' where account_id = $1", [practice.user.id])
    expect(await harness.call(accounts.register, await registration(), practice.token)).toMatchObject({ code: 2018 })
  })

  it('from an account that has an owner opens another one', async () => {
    const member = await harness.newCustomer()
    const { user } = await harness.ask(accounts.register, await registration(), member.token)
    expect(user.id).not.toBe(member.accountId)
    expect(await harness.ask(accounts.me, {}, member.token)).toMatchObject({ email: member.email })
  })

  it('takes no invitation, neither its own nor another: nobody brought what is there already', async () => {
    const practice = await practising()
    const host = await harness.newCustomer()
    const { inviteCode } = await harness.ask(accounts.me, {}, host.token)
    for (const code of [practice.user.inviteCode, inviteCode])
      expect(await harness.call(accounts.register, { ...(await registration()), inviteCode: code }, practice.token)).toMatchObject({
        code: 2005,
      })
    expect(await harness.ask(accounts.me, {}, practice.token)).toMatchObject({ email: '' })
  })
})
