import { type LedgerEntry, ledger } from '@rueda/contract/admin/ledger.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { ExportForm } from '../../app/ExportForm.tsx'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { LoadedBlock } from '../../app/Table.tsx'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { SavedViews } from '../../shared/views/SavedViews.tsx'
import { EntryView } from './EntryView.tsx'
import { Filters } from './Filters.tsx'
import { Journal } from './Journal.tsx'
import { type LedgerQuery, inputOf, useLedgerQuery } from './use-ledger-query.ts'

/** The ledger of the brokerage, entry by entry: nothing here is edited or deleted, and a mistake is reversed by an entry that names it. */
export function Ledger() {
  const powers = usePowers()
  const [ask, change] = useLedgerQuery()
  const [why, setWhy] = useState(noReason)
  const [openedFor, setOpenedFor] = useState<string | null>(null)
  const [isExporting, setExporting] = useState(false)
  // A new query begins anew: an empty form, the first page, nothing open.
  const asked = JSON.stringify(ask)
  // A reason opens the entries of one customer; another customer takes a reason anew.
  const isOpen = ask.accountId === null || ask.accountId === openedFor
  return (
    <Page
      title={say('nav.ledger')}
      action={
        may(powers, 'ledger.export') ? (
          <Button tone="secondary" onPress={() => setExporting(true)}>
            {say('ledger.export')}
          </Button>
        ) : null
      }
    >
      <SavedViews screen="ledger" />
      <Filters key={`for ${asked}`} ask={ask} onAsk={change} />
      {isOpen ? (
        <Entries key={`of ${asked}`} ask={ask} why={why} />
      ) : (
        <Panel>
          <div className="max-w-[560px] p-4">
            <p className="pb-3 text-row">{say('ledger.whyOpen', { account: ask.accountId ?? '' })}</p>
            <WhyFields value={why} onChange={setWhy} />
            <Button disabled={why.reason === null} onPress={() => setOpenedFor(ask.accountId)}>
              {say('ledger.open')}
            </Button>
          </div>
        </Panel>
      )}
      {isExporting ? (
        <Drawer title={say('ledger.export')} onClose={() => setExporting(false)}>
          <ExportForm
            how={say('ledger.exportHow')}
            take={(given) =>
              call(ledger.export, { ...inputOf(ask), ...(ask.accountId === null ? {} : { accountId: ask.accountId }), ...given })
            }
            onDone={() => setExporting(false)}
          />
        </Drawer>
      ) : null}
    </Page>
  )
}

function Entries({ ask, why }: Readonly<{ ask: LedgerQuery; why: typeof noReason }>) {
  /** Starts of the pages up to this one. */
  const [pages, setPages] = useState<readonly (string | undefined)[]>([undefined])
  const [openRow, setOpenRow] = useState<LedgerEntry | null>(null)
  const input = { ...inputOf(ask), after: pages.at(-1) }
  const house = useQuery({ ...read(ledger.list, input), enabled: ask.accountId === null })
  const own = useQuery({
    ...read(ledger.ofAccount, { ...input, ...whyOf(why), accountId: ask.accountId ?? '' }),
    enabled: ask.accountId !== null,
  })
  return (
    <>
      <Panel>
        <LoadedBlock query={ask.accountId === null ? house : own}>
          {({ list, next, lookedBackTimestamp }) => (
            <>
              {list.length === 0 ? <p className="px-4 py-6 text-center text-label text-text3">{say('ledger.none')}</p> : null}
              {list.length === 0 ? null : <Journal entries={list} chosen={openRow?.hash ?? null} onChoose={setOpenRow} />}
              <div className="flex min-h-13 items-center justify-between gap-3 px-4 py-2">
                <p className="text-meta text-text3">
                  {lookedBackTimestamp === null ? null : say('ledger.lookedBack', { when: moment(lookedBackTimestamp) })}
                </p>
                <div className="flex gap-2">
                  <Button tone="secondary" disabled={pages.length === 1} onPress={() => setPages(pages.slice(0, -1))}>
                    {say('ledger.newer')}
                  </Button>
                  <Button tone="secondary" disabled={next === null} onPress={() => setPages([...pages, next ?? undefined])}>
                    {say('ledger.older')}
                  </Button>
                </div>
              </div>
            </>
          )}
        </LoadedBlock>
      </Panel>
      {openRow === null ? null : (
        <Drawer title={`${openRow.accountId}-${openRow.sequence}`} onClose={() => setOpenRow(null)}>
          <EntryView key={openRow.hash} entry={openRow} onDone={() => setOpenRow(null)} />
        </Drawer>
      )}
    </>
  )
}
