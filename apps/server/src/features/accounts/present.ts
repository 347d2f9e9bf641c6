import type { accounts } from '@rueda/contract/accounts.ts'
import { codeOfKycStatus, codeOfPermission } from '@rueda/contract/codes.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import type { User } from '@rueda/contract/accounts.ts'
import type { ListedSession, OpenedSession } from './sessions.ts'
import type { Instant } from '@rueda/rules/time.ts'
import type { Settings } from '../../config.ts'
import { MONEY_MODE } from '../../money-mode.ts'
import { coolingOffMs } from './cooling-off.ts'
import type { Account } from './store.ts'

/** The only place where an account becomes JSON. */

type Presenting = Readonly<{ settings: Pick<Settings, 'REVIEW_SECONDS'> }>

export const presentUser = ({ settings }: Presenting, account: Account, now: Instant): User => ({
  id: account.accountId,
  userNo: account.accountId,
  username: account.username,
  email: account.email ?? '',
  nickname: account.nickname,
  avatar: null,
  inviteCode: account.inviteCode,
  kycStatus: codeOfKycStatus[account.kycStatus],
  kycReason: account.kycReason,
  hasPayPassword: account.payPasswordHash === null ? 0 : 1,
  coolingEndTimestamp: account.coolingUntil !== null && account.coolingUntil > now ? account.coolingUntil : null,
  coolingOffMs: coolingOffMs(settings),
  blockTradePermission: codeOfPermission[account.blockTrade],
  institution: account.institution === 'open' ? 1 : 0,
  unreadCount: account.unreadMessages,
  locale: account.locale,
  moneyMode: MONEY_MODE,
  frozen: account.isFrozen ? 1 : 0,
  createTimeTimestamp: account.createdAt,
})

export const presentSession = (
  deps: Presenting,
  account: Account,
  { token, expiresAt }: OpenedSession,
  now: Instant,
): DataOf<typeof accounts.login> => ({
  token,
  expireTimestamp: expiresAt,
  user: presentUser(deps, account, now),
})

export const presentSessions = (sessions: readonly ListedSession[], currentId: string): DataOf<typeof accounts.sessions> =>
  sessions.map((session) => ({
    id: session.sessionId,
    device: session.device,
    place: session.place,
    current: session.sessionId === currentId ? 1 : 0,
    createTimeTimestamp: session.createdAt,
    lastUseTimestamp: session.lastUseAt,
    expireTimestamp: session.expiresAt,
  }))
