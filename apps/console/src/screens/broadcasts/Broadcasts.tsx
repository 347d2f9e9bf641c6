import { type WireBroadcast, type WireDraft, broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Pill } from '@rueda/ui/pills/Pill.tsx'
import { useQuery } from '@tanstack/react-query'
import { LIVE_MS, read } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { Drawer } from '../../app/Drawer.tsx'
import { figure } from '../../app/figures.ts'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { useHashValue } from '../../app/use-hash.ts'
import { say } from '../../app/words.ts'
import { DraftForm } from './DraftForm.tsx'
import { SentBroadcast } from './SentBroadcast.tsx'
import { WaitingDraft } from './WaitingDraft.tsx'
import { titleOf } from '../../shared/broadcasts/texts.ts'

/** Columns that drafts and sent broadcasts share: title, audience and languages. */
const about: readonly Column<WireBroadcast | WireDraft>[] = [
  { label: say('broadcasts.title'), show: ({ texts }) => titleOf(texts) },
  {
    label: say('broadcasts.segment'),
    show: ({ segment, value }) => [say(`broadcasts.segment.${segment}`), value].filter(Boolean).join(' · '),
  },
  { label: say('broadcasts.languages'), show: ({ texts }) => Object.keys(texts).join(' ') },
]

const draftColumns: readonly Column<WireDraft>[] = [
  {
    label: say('broadcasts.changed'),
    show: ({ changedTimestamp }) => <span className="num whitespace-nowrap">{moment(changedTimestamp)}</span>,
  },
  ...about,
  {
    label: say('switches.state'),
    show: ({ waiting }) => (
      <Pill tone={waiting === null ? 'flat' : 'warn'}>{say(waiting === null ? 'broadcasts.isDraft' : 'broadcasts.waits')}</Pill>
    ),
  },
  {
    label: say('switches.by'),
    show: ({ writtenBy, changedBy }) => (writtenBy === changedBy ? writtenBy : `${writtenBy} → ${changedBy}`),
  },
]

const sentColumns: readonly Column<WireBroadcast>[] = [
  { label: say('audit.when'), show: ({ timestamp }) => <span className="num whitespace-nowrap">{moment(timestamp)}</span> },
  ...about,
  {
    label: say('switches.state'),
    show: ({ state }) => <Pill tone={state === 'sent' ? 'up' : 'info'}>{say(`broadcasts.state.${state}`)}</Pill>,
  },
  {
    label: say('broadcasts.recipients'),
    show: ({ state, delivered, recipients }) => (
      <span className="whitespace-nowrap">
        {(state === 'sent' ? [delivered] : [delivered, recipients]).map((many) => figure(String(many))).join(' / ')}
      </span>
    ),
    numeric: true,
  },
  { label: say('switches.reason'), show: ({ reason }) => say(`reason.${reason}`) },
  { label: say('switches.by'), show: ({ by, askedBy }) => `${askedBy} + ${by}` },
]

const NEW = 'new'
/** Interval of reads while a broadcast is being sent, the same as that of its progress. */
const SENDING_MS = 2_000

/** Broadcasts to many customers at once, the drafts and the sent ones. */
export function Broadcasts() {
  const powers = usePowers()
  const mayWrite = may(powers, 'broadcasts.write')
  const drafts = useQuery(read(broadcasts.drafts, {}, { live: true }))
  const sent = useQuery({
    ...read(broadcasts.list, { pageSize: 50 }, { live: true }),
    refetchInterval: ({ state }) => (state.data?.list.some((each) => each.state === 'sending') === true ? SENDING_MS : LIVE_MS),
  })
  const [openId, open] = useHashValue('open')
  const close = (): void => open(null)
  const draft = drafts.data?.find(({ id }) => id === openId)
  const broadcast = sent.data?.list.find(({ id }) => id === openId)
  return (
    <Page title={say('nav.broadcasts')} action={mayWrite ? <Button onPress={() => open(NEW)}>{say('broadcasts.write')}</Button> : null}>
      {drafts.data === undefined || drafts.data.length === 0 ? null : (
        <Panel title={say('broadcasts.drafts')}>
          <Table
            label={say('broadcasts.drafts')}
            rows={drafts.data}
            columns={draftColumns}
            idOf={({ id }) => id}
            chosen={openId}
            onChoose={({ id }) => open(id)}
          />
        </Panel>
      )}
      <Panel title={say('broadcasts.sent')}>
        <LoadedBlock query={sent} isEmpty={({ total }) => total === 0} empty={say('broadcasts.none')}>
          {({ list }) => (
            <Table
              label={say('broadcasts.sent')}
              rows={list}
              columns={sentColumns}
              idOf={({ id }) => id}
              chosen={openId}
              onChoose={({ id }) => open(id)}
            />
          )}
        </LoadedBlock>
      </Panel>
      {openId === NEW && mayWrite ? (
        <Drawer title={say('broadcasts.write')} onClose={close}>
          <DraftForm draft={null} onSaved={open} onDone={close} />
        </Drawer>
      ) : null}
      {draft === undefined ? null : (
        <Drawer title={titleOf(draft.texts)} onClose={close}>
          {draft.waiting === null && mayWrite ? (
            <DraftForm key={draft.id} draft={draft} onSaved={open} onDone={close} />
          ) : (
            <WaitingDraft draft={draft} onDone={close} />
          )}
        </Drawer>
      )}
      {broadcast === undefined ? null : (
        <Drawer title={broadcast.texts.es.title} onClose={close}>
          <SentBroadcast broadcast={broadcast} />
        </Drawer>
      )}
    </Page>
  )
}
