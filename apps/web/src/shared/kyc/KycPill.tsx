import type { User } from '@rueda/contract/accounts.ts'
import { codeOfKycStatus as standings } from '@rueda/contract/codes.ts'
import { type Status, StatusPill } from '@rueda/ui/pills/Pill.tsx'
import { useText } from '../text/text.ts'

const looks = {
  [standings.none]: { tone: 'warn', shape: 'clock', key: 'kyc.none' },
  [standings.pending]: { tone: 'info', shape: 'dot', key: 'kyc.review' },
  [standings.failed]: { tone: 'danger', shape: 'cross', key: 'kyc.failed' },
  [standings.passed]: { tone: 'up', shape: 'check', key: 'kyc.verified' },
} as const satisfies Record<User['kycStatus'], Pick<Status, 'tone' | 'shape'> & { key: string }>

/** The status of a customer's identity check, in a word. */
export function KycPill({ user: { kycStatus } }: Readonly<{ user: Pick<User, 'kycStatus'> }>) {
  const t = useText('status')
  const { tone, shape, key } = looks[kycStatus]
  return <StatusPill status={{ tone, shape, label: t(key) }} />
}
