import { type MaskedAccount, accounts } from '@rueda/contract/admin/accounts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Page } from '../../app/Page.tsx'
import { RowList } from '../../app/RowList.tsx'
import type { Column } from '../../app/Table.tsx'
import { useHashValue } from '../../app/use-hash.ts'
import { WhyFields, noReason } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { AccountView } from './AccountView.tsx'

const columns: readonly Column<MaskedAccount>[] = [
  { label: say('audit.customer'), show: ({ accountId }) => <span className="num">{accountId}</span> },
  { label: say('signIn.email'), show: ({ email }) => email },
  { label: say('accounts.identity'), show: ({ kycStatus }) => say(`kyc.${kycStatus as 'none' | 'pending' | 'passed' | 'failed'}`) },
  { label: say('staff.state'), show: ({ frozen }) => (frozen === 1 ? <Pill tone="danger">{say('accounts.frozen')}</Pill> : '—') },
  { label: say('accounts.since'), show: ({ createTimestamp }) => <span className="whitespace-nowrap">{moment(createTimestamp)}</span> },
]

/** Customers, found by any of their details in full, and opened for a reason that they see. */
export function Accounts() {
  const [asked, ask] = useHashValue('search')
  const found = useQuery({ ...read(accounts.find, { search: asked ?? '-' }), enabled: asked !== null })
  return (
    <Page title={say('nav.accounts')}>
      <Finder key={asked} asked={asked ?? ''} onFind={ask} />
      {asked === null ? null : (
        <RowList
          label={say('nav.accounts')}
          query={found}
          empty={say('accounts.nobody')}
          columns={columns}
          idOf={({ accountId }) => accountId}
          drawer={({ id, close }) => <AccountDrawer key={id} accountId={id} onClose={close} />}
        />
      )}
    </Page>
  )
}

function AccountDrawer({ accountId, onClose }: Readonly<{ accountId: string; onClose: () => void }>) {
  const [why, setWhy] = useState(noReason)
  const [isOpened, setOpened] = useState(false)
  return (
    <Drawer title={`${say('audit.customer')} ${accountId}`} onClose={onClose} wide={isOpened}>
      {isOpened ? (
        <AccountView accountId={accountId} why={why} />
      ) : (
        <>
          <p className="text-row">{say('accounts.whyOpen')}</p>
          <WhyFields value={why} onChange={setWhy} />
          <Button disabled={why.reason === null} onPress={() => setOpened(true)}>
            {say('accounts.open')}
          </Button>
        </>
      )}
    </Drawer>
  )
}

function Finder({ asked, onFind }: Readonly<{ asked: string; onFind: (search: string) => void }>) {
  const [search, setSearch] = useState(asked)
  return (
    <form
      className="flex max-w-[560px] items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (search.trim() !== '') onFind(search.trim())
      }}
    >
      <div className="flex-1">
        <TextField
          label={say('accounts.search')}
          helper={say('accounts.searchHelp')}
          type="search"
          value={search}
          onChange={setSearch}
          most={50}
        />
      </div>
      <div className="pt-7">
        <Button type="submit">{say('accounts.find')}</Button>
      </div>
    </form>
  )
}
