import { refuse } from '@rueda/rules/result.ts'
import type { Pool } from 'pg'
import type { Clock } from '../../deps.ts'
import { type Gate, type Standing, createGate } from '../../http/gate.ts'
import type { PasswordHashing } from './hashing.ts'
import { checkPayPassword } from './pay-password.ts'
import * as store from './store.ts'

type Dependencies = Readonly<{ pool: Pool; wallClock: Clock; hashing: PasswordHashing }>

/** The gate of the HTTP edge, with what accounts know. */
export const createAccountGate = ({ pool, wallClock, hashing }: Dependencies): Gate =>
  createGate({
    wallClock,
    standingOf: async (accountId): Promise<Standing> => {
      const account = await store.byId(pool, accountId)
      return { isIdentified: account?.kycStatus === 'passed', coolingUntil: account?.coolingUntil ?? null }
    },
    checkPayPassword: async (accountId, payPassword, now) => {
      const account = await store.byId(pool, accountId)
      if (account === null || account.payPasswordHash === null) return refuse('pay_password.missing')
      return checkPayPassword({ pool, hashing }, account, payPassword, now)
    },
  })
