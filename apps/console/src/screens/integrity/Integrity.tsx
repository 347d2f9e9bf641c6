import { type WireRun, integrity } from '@rueda/contract/admin/integrity.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { Payload } from '../../app/Payload.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { useAct } from '../../app/use-act.ts'
import { say } from '../../app/words.ts'
import { checkSays } from './check-words.ts'
import { GivenUp } from './GivenUp.tsx'
import { holdWords } from '../../shared/integrity/hold.ts'
import { Jobs } from './Jobs.tsx'

type Check = WireRun['checks'][number]

const columns: readonly Column<Check>[] = [
  {
    label: say('integrity.light'),
    show: ({ bad }) => (
      <span className="whitespace-nowrap">
        <Pill tone={bad === 0 ? 'up' : 'danger'} shape={bad === 0 ? 'check' : 'cross'}>
          {say(bad === 0 ? 'integrity.holds' : 'integrity.broken')}
        </Pill>
      </span>
    ),
  },
  { label: say('integrity.check'), show: ({ id }) => id },
  { label: say('integrity.says'), show: checkSays },
  { label: say('integrity.bad'), show: ({ bad }) => bad, numeric: true },
  { label: say('integrity.ms'), show: ({ milliseconds }) => milliseconds, numeric: true },
]

const lastRun = ({ timestamp, scope, entries, accounts }: WireRun): string =>
  say('integrity.last', { when: moment(timestamp), scope: say(`integrity.${scope}`), entries, accounts })

/** The invariants of the ledger as they were last checked; a broken one stops withdrawals. */
export function Integrity() {
  const powers = usePowers()
  const latest = useQuery(read(integrity.latest, {}, { live: true }))
  const [open, setOpen] = useState<Check | null>(null)
  const { busy, act } = useAct()
  const run = () =>
    act(
      () => call(integrity.run, { reason: 'maintenance' }),
      ({ clean }) => say(clean === 1 ? 'integrity.clean' : 'integrity.red'),
    )
  return (
    <Page
      title={say('nav.integrity')}
      action={
        may(powers, 'integrity.run') ? (
          <Button busy={busy} onPress={() => void run()}>
            {say('integrity.run')}
          </Button>
        ) : null
      }
    >
      <LoadedBlock query={latest} isEmpty={({ newest }) => newest === null} empty={say('integrity.none')}>
        {({ newest, history, payoutHold, lastCleanTimestamp }) => (
          <>
            <InlineMessage tone={payoutHold === null ? 'up' : 'danger'} title={holdWords(payoutHold)}>
              {newest === null ? null : <p>{lastRun(newest)}</p>}
              <p>
                {lastCleanTimestamp === null
                  ? say('integrity.neverClean')
                  : say('integrity.lastClean', { when: moment(lastCleanTimestamp) })}
              </p>
            </InlineMessage>
            <ol aria-label={say('integrity.history')} className="flex gap-1">
              {history.toReversed().map(({ timestamp, clean }) => (
                <li key={timestamp} title={moment(timestamp)} className={`h-6 w-2 rounded-tag ${clean === 1 ? 'bg-up' : 'bg-danger'}`} />
              ))}
            </ol>
            <Panel>
              <Table
                label={say('nav.integrity')}
                rows={newest?.checks ?? []}
                columns={columns}
                idOf={({ id, says }) => `${id} ${says}`}
                onChoose={setOpen}
              />
            </Panel>
          </>
        )}
      </LoadedBlock>
      <GivenUp />
      <Jobs />
      {open === null ? null : (
        <Drawer title={open.id} onClose={() => setOpen(null)}>
          <p className="text-row">{checkSays(open)}</p>
          {open.offending.length === 0 ? <p className="text-label text-text3">{say('integrity.noRows')}</p> : null}
          {open.offending.map((row) => (
            <Payload key={JSON.stringify(row)} value={row} />
          ))}
        </Drawer>
      )}
    </Page>
  )
}
