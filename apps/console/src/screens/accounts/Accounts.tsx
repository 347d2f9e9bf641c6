import { type MaskedAccount, accounts } from '@rueda/contract/admin/accounts.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { Pill } from '@rueda/ui/Pill.tsx'
import { TextField } from '@rueda/ui/TextField.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { read } from '../../app/api.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
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

/** Customers, found by something whole, and opened for a reason that they see. */
export function Accounts() {
  const [asked, ask] = useHashValue('search')
  const [openId, open] = useHashValue('open')
  const [why, setWhy] = useState(noReason)
  const [isOpened, setOpened] = useState(false)
  const found = useQuery({ ...read(accounts.find, { search: asked ?? '-' }), enabled: asked !== null })
  const close = (): void => {
    open(null)
    setOpened(false)
    setWhy(noReason)
  }
  return (
    <Page title={say('nav.accounts')}>
      <Finder key={asked} asked={asked ?? ''} onFind={ask} />
      {asked === null ? null : (
        <Panel>
          <LoadedBlock query={found} isEmpty={(rows) => rows.length === 0} empty={say('accounts.nobody')}>
            {(rows) => (
              <Table
                label={say('nav.accounts')}
                rows={rows}
                columns={columns}
                idOf={({ accountId }) => accountId}
                chosen={openId}
                onChoose={({ accountId }) => open(accountId)}
              />
            )}
          </LoadedBlock>
        </Panel>
      )}
      {openId === null ? null : (
        <Drawer title={`${say('audit.customer')} ${openId}`} onClose={close} wide={isOpened}>
          {isOpened ? (
            <AccountView accountId={openId} why={why} />
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
      )}
    </Page>
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
