import { kycReasons } from '@rueda/rules/kyc/identity.ts'
import { z } from 'zod'
import { kycStatuses, markets, permissionCodes, tabOrders } from './codes.ts'
import { chosenUsername, credentials, password, username } from './account-forms.ts'
import { readAgreements } from './agreements.ts'
import { endpoint } from './endpoint.ts'
import { beginCeremony, passkeyAnswer } from './security.ts'
import { decimal, email, flag, identifier, timestamp, verificationCode } from './fields.ts'

/** Accounts: register, log in, passwords, sessions (`docs/rules/accounts.md` A.1). */
export const user = z
  .object({
    id: z.string(),
    userNo: z.string(),
    username: z.string().nullable(),
    email: z.string(),
    nickname: z.string(),
    avatar: z.string().nullable(),
    inviteCode: z.string(),
    kycStatus: z.literal(kycStatuses),
    /** Why the last check failed. */
    kycReason: z.enum(kycReasons).nullable(),
    hasPayPassword: flag,
    /** Until then money cannot leave and its destinations cannot change. */
    coolingEndTimestamp: timestamp.nullable(),
    /** The length of such a pause here, and the least age of a destination: the figure that the rule goes by. */
    coolingOffMs: z.number().int(),
    blockTradePermission: z.literal(permissionCodes),
    institution: flag,
    unreadCount: z.number().int(),
    locale: z.string(),
    moneyMode: z.enum(['sim', 'real']),
    frozen: flag,
    createTimeTimestamp: timestamp,
  })
  .meta({ id: 'User' })
export type User = z.output<typeof user>

const taxDeclaration = z.object({ countryCode: z.string(), claimsTreaty: flag, declareTimestamp: timestamp }).meta({ id: 'TaxDeclaration' })

/** The country the customer owes taxes to, and its effect: percents of a dividend, as a rule, under a treaty, and for this customer. */
const taxStatus = z
  .object({
    current: taxDeclaration.nullable(),
    /** Newest first, the current one included. */
    history: z.array(taxDeclaration),
    withholding: z.array(z.object({ market: z.enum(markets), usual: decimal, treaty: decimal, applied: decimal })),
  })
  .meta({ id: 'TaxStatus' })
export type TaxStatus = z.output<typeof taxStatus>

const session = z.object({ token: z.string(), expireTimestamp: timestamp, user }).meta({ id: 'Session' })

const COUNTRY = /^[A-Z]{2}$/u
const INVITE_CODE = /^[0-9A-Za-z]{8}$/u
const VERSION = /^[a-z]{1,10}$/u

const refusalsOfLogin = ['login.failed', 'login.locked', 'second_factor.required', 'second_factor.wrong', 'second_factor.locked'] as const

export const accounts = {
  sendCode: endpoint({
    method: 'POST',
    path: '/getEmailCode',
    access: 'public',
    summary: 'Send a verification code; the answer is the same whether the address is known or not',
    input: z.object({ email, type: z.enum(['register', 'reset', 'pay', 'withdraw', 'card']) }),
    data: z.object({ expireSeconds: z.number().int(), resendSeconds: z.number().int(), devCode: z.string().optional() }),
    refusals: ['code.too_often', 'feature.disabled'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/register',
    access: 'public',
    idempotent: true,
    summary:
      'Open an account with its wallets, or make the practice account of the session one’s own; sent again with its key it logs in to that account',
    input: z.object({
      email,
      username: username.optional(),
      password,
      confirmPassword: password.optional(),
      code: verificationCode,
      inviteCode: z.string().regex(INVITE_CODE).toUpperCase().or(z.literal('')).optional(),
      countryCode: z.string().regex(COUNTRY).optional(),
      /** What was read and accepted; without it the first order asks for it. */
      agreements: readAgreements.optional(),
    }),
    data: session,
    refusals: [
      'account.taken',
      'account.frozen',
      'code.wrong',
      'invite.invalid',
      'agreement.outdated',
      'password.format',
      'feature.disabled',
      ...refusalsOfLogin,
    ],
  }),
  practise: endpoint({
    method: 'POST',
    path: '/practiceAccount',
    access: 'public',
    summary: 'Open a fresh practice account without registering; simulated money only',
    input: z.object({}),
    data: session,
    refusals: ['feature.disabled'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/loginByUsername',
    access: 'public',
    summary: 'Start a session',
    input: credentials,
    data: session,
    refusals: refusalsOfLogin,
  }),
  beginPasskeyLogin: endpoint({
    method: 'POST',
    path: '/passkeyLogin/begin',
    access: 'public',
    summary: 'A challenge that any passkey of this house may answer',
    ...beginCeremony,
  }),
  passkeyLogin: endpoint({
    method: 'POST',
    path: '/passkeyLogin',
    access: 'public',
    summary: 'Start a session with a passkey, in place of password and second factor',
    input: passkeyAnswer,
    data: session,
    refusals: ['login.failed'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/logout',
    access: 'user',
    summary: 'End this session',
    input: z.object({}),
    data: z.literal(true),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/resetPassword',
    access: 'public',
    summary: 'Set a new password with a mailed code; ends all sessions',
    input: z.object({ email, code: verificationCode, password, confirmPassword: password.optional() }),
    data: z.literal(true),
    refusals: ['code.wrong', 'password.format'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/updatePassword',
    access: 'user',
    summary: 'Change the password; ends all other sessions',
    input: z.object({ oldPassword: password, newPassword: password, confirmPassword: password.optional() }),
    data: z.literal(true),
    refusals: ['password.old_wrong', 'password.format'],
  }),
  chooseUsername: endpoint({
    method: 'POST',
    path: '/user/username',
    access: 'user',
    summary: 'Choose the name to log in with besides the address, or another one; a practice account has none',
    stepUp: true,
    input: chosenUsername,
    data: z.object({ username }),
    refusals: ['account.taken', 'feature.disabled'],
  }),
  createPayPassword: endpoint({
    method: 'POST',
    path: '/settingPayPassword',
    access: 'user',
    summary: 'Choose the first transaction password; money then stays for as long as after a change of it',
    stepUp: true,
    input: z.object({ payPassword: password }),
    data: z.literal(true),
    refusals: ['password.format'],
  }),
  changePayPassword: endpoint({
    method: 'POST',
    path: '/updatePayPassword',
    access: 'user',
    summary: 'Change the transaction password, with the old one or a mailed code',
    input: z.object({ oldPayPassword: password.optional(), code: verificationCode.optional(), payPassword: password }),
    data: z.literal(true),
    refusals: ['pay_password.missing', 'pay_password.wrong', 'pay_password.locked', 'code.wrong', 'password.format'],
  }),
  me: endpoint({ method: 'POST', path: '/api/user/info', access: 'user', summary: 'The customer, fresh', input: z.object({}), data: user }),
  sessions: endpoint({
    method: 'GET',
    path: '/user/sessions',
    access: 'user',
    summary: 'The sessions of this account',
    input: z.object({}),
    data: z.array(
      z.object({
        id: identifier,
        device: z.string(),
        /** The place that the address alone shows: this machine, its own network, or nothing. */
        place: z.enum(['machine', 'network', 'unknown']),
        current: flag,
        createTimeTimestamp: timestamp,
        lastUseTimestamp: timestamp,
        expireTimestamp: timestamp,
      }),
    ),
  }),
  revokeSession: endpoint({
    method: 'POST',
    path: '/user/sessions/revoke',
    access: 'user',
    summary: 'End one session, or all others',
    input: z.object({ id: identifier.optional(), others: flag.optional() }),
    data: z.object({ revoked: z.number().int() }),
    refusals: ['object.not_found'],
  }),
  taxDeclarations: endpoint({
    method: 'GET',
    path: '/user/taxDeclarations',
    access: 'user',
    summary: 'Where the customer has declared to owe taxes, and what is withheld of dividends for it',
    input: z.object({}),
    data: taxStatus,
  }),
  declareTax: endpoint({
    method: 'POST',
    path: '/user/declareTax',
    access: 'user',
    summary: 'Declare the country of tax residence, and whether its treaty with the United States is claimed (form W-8)',
    input: z.object({ countryCode: z.string().regex(COUNTRY), claimsTreaty: z.union([z.literal(0), z.literal(1)]) }),
    data: taxStatus,
  }),
  invite: endpoint({
    method: 'GET',
    path: '/user/invite',
    access: 'user',
    summary: 'The customer’s own invite code, and what bringing somebody is worth',
    input: z.object({}),
    data: z.object({
      inviteCode: z.string(),
      /** Relative where the server does not know its own name. */
      link: z.string(),
      qr: z.string(),
      invited: z.number().int(),
      rebateTotal: z.string(),
      rules: z.object({ levels: z.number().int(), percent: z.string(), days: z.number().int(), cap: z.string(), currency: z.string() }),
    }),
  }),
  appVersion: endpoint({
    method: 'GET',
    path: '/appVersion/getPublishAppVersion',
    access: 'public',
    summary: 'The published version of the app',
    input: z.object({ platform: z.string().regex(VERSION).optional() }),
    data: z.object({
      version: z.string(),
      minVersion: z.string(),
      downloadUrl: z.string(),
      forceUpdate: flag,
      notes: z.string(),
      moneyMode: z.enum(['sim', 'real']),
      venue: z.enum(['SIM', 'REPLAY']),
      practiceAccounts: flag,
      /** The length of a new password, in characters; older ones stay good. */
      passwordMinLength: z.number().int(),
      passwordMaxLength: z.number().int(),
      /** The installation's order of the bottom tabs of the app. */
      tabOrder: z.enum(tabOrders),
      /** Hosts of pages that the app may show in a frame; every other is opened in the browser, after a word. */
      framedHosts: z.array(z.string()),
      /** The name of the scenario laid over the simulated market. */
      scenario: z.string().nullable(),
    }),
  }),
} as const
