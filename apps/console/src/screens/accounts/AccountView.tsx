import { accounts } from '@rueda/contract/admin/accounts.ts'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { Choice } from '../../app/Choice.tsx'
import { moment } from '../../app/moments.ts'
import { LoadedBlock } from '../../app/Table.tsx'
import { type WhyDraft, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { AccountActs } from './AccountActs.tsx'
import { type Opened, Side, sides } from './AccountSides.tsx'
import { Unmasked } from '../../shared/accounts/Unmasked.tsx'

/** One customer's account, read-only: only the customer and the rules end an order or move a balance. */
export function AccountView({ accountId, why }: Readonly<{ accountId: string; why: WhyDraft }>) {
  const powers = usePowers()
  const opened = useQuery(read(accounts.open, { accountId, ...whyOf(why) }, { once: true }))
  const [side, setSide] = useState<(typeof sides)[number]>('holdings')
  return (
    <LoadedBlock query={opened}>
      {(data) => (
        <>
          <Head account={data.account} />
          {may(powers, 'accounts.unmask') ? <Unmasked accountId={accountId} why={why} /> : null}
          <Choice
            label={say('accounts.sides')}
            hidesLabel
            options={sides}
            value={side}
            onChange={setSide}
            nameOf={(each) => say(`accounts.side.${each}`)}
          />
          <Side side={side} data={data} why={why} />
          {may(powers, 'accounts.freeze') ? <AccountActs account={data.account} onDone={() => void opened.refetch()} /> : null}
        </>
      )}
    </LoadedBlock>
  )
}

const Head = ({ account }: Pick<Opened, 'account'>) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-row">
    <span>{account.email}</span>
    <span className="text-text3">{account.username}</span>
    <Pill tone={account.kycStatus === 'passed' ? 'up' : 'flat'}>
      {say(`kyc.${account.kycStatus as 'none' | 'pending' | 'passed' | 'failed'}`)}
    </Pill>
    {account.frozen === 1 ? <Pill tone="danger">{say('accounts.frozen')}</Pill> : null}
    <span className="num text-meta text-text3">
      {say('accounts.since')} {moment(account.createTimestamp)}
    </span>
  </div>
)
