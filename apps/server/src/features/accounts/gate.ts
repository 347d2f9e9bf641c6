import { refuse } from '@rueda/rules/result.ts'
import type { Pool } from 'pg'
import type { Clock } from '../../deps.ts'
import { type Gate, type Standing, createGate } from '../../http/gate.ts'
import type { Agreed } from '../agreements/accepted.ts'
import { factorsOf } from '../security/factors.ts'
import type { PasswordHashing } from './hashing.ts'
import { checkPayPassword } from './pay-password.ts'
import * as store from './store.ts'

type Dependencies = Readonly<{ pool: Pool; wallClock: Clock; hashing: PasswordHashing; hasAgreed: Agreed }>

/** The gate of the HTTP edge, based on the accounts. */
export const createAccountGate = ({ pool, wallClock, hashing, hasAgreed }: Dependencies): Gate =>
  createGate({
    wallClock,
    standingOf: async (accountId): Promise<Standing> => {
      const [account, factors] = await Promise.all([store.byId(pool, accountId), factorsOf(pool, accountId)])
      // With a second factor the password alone proves nothing any more.
      const password = account !== null && account.passwordHash !== null && !factors.authenticator
      return {
        isIdentified: account?.kycStatus === 'passed',
        coolingUntil: account?.coolingUntil ?? null,
        proofs: { password, ...factors },
      }
    },
    hasAgreed,
    checkPayPassword: async ({ accountId, sessionId }, payPassword, now) => {
      const account = await store.byId(pool, accountId)
      if (account === null || account.payPasswordHash === null) return refuse('pay_password.missing')
      return checkPayPassword({ pool, hashing }, account, { payPassword, sessionId, now })
    },
  })
