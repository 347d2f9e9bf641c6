import { type SupportConversation, supportDesk } from '@rueda/contract/admin/support.ts'
import { supportTopics } from '@rueda/rules/support/thread.ts'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { moment } from '../../app/moments.ts'
import { Page } from '../../app/Page.tsx'
import { RowList } from '../../app/RowList.tsx'
import type { Column } from '../../app/Table.tsx'
import { useHashValue } from '../../app/use-hash.ts'
import { say } from '../../app/words.ts'
import { SavedViews } from '../../shared/views/SavedViews.tsx'
import { CaseDrawer } from '../../shared/cases/CaseDrawer.tsx'
import { Waiting } from './Waiting.tsx'

const states = ['waiting', 'answered', 'mine', 'closed'] as const

const columns: readonly Column<SupportConversation>[] = [
  { label: say('support.waits'), show: (row) => <Waiting row={row} /> },
  { label: say('support.topic'), show: ({ topic }) => say(`support.topic.${topic}`) },
  { label: say('audit.customer'), show: ({ case: { accountId } }) => <span className="num">{accountId}</span> },
  { label: say('support.language'), show: ({ locale }) => locale },
  { label: say('support.last'), show: ({ lastTimestamp }) => <span className="whitespace-nowrap">{moment(lastTimestamp)}</span> },
  { label: say('cases.assignee'), show: ({ case: { claimedBy } }) => claimedBy ?? '—' },
]

/** Conversations with customers, the longest waiting first. Only the colleague who has claimed one reads it. */
export function Support() {
  const [askedState, setState] = useHashValue('state')
  const [askedTopic, setTopic] = useHashValue('topic')
  const state = states.find((each) => each === askedState) ?? 'waiting'
  const topic = supportTopics.find((each) => each === askedTopic)
  return (
    <Page title={say('nav.support')}>
      <SavedViews screen="support" />
      <Choice
        label={say('cases.state')}
        hidesLabel
        options={states}
        value={state}
        onChange={setState}
        nameOf={(each) => say(`support.${each}`)}
      />
      <Choice
        label={say('support.topic')}
        hidesLabel
        options={['all', ...supportTopics] as const}
        value={topic ?? 'all'}
        onChange={(each) => setTopic(each === 'all' ? null : each)}
        nameOf={(each) => (each === 'all' ? say('support.allTopics') : say(`support.topic.${each}`))}
      />
      <Conversations state={state} {...(topic === undefined ? {} : { topic })} />
    </Page>
  )
}

function Conversations(asked: Readonly<{ state: (typeof states)[number]; topic?: (typeof supportTopics)[number] }>) {
  const list = useQuery({ ...read(supportDesk.list, { ...asked, pageSize: 100 }, { live: true }), select: (page) => page.list })
  const mine = useQuery(read(supportDesk.list, { state: 'mine', pageSize: 100 }, { live: true }))
  return (
    <RowList
      label={say('nav.support')}
      query={list}
      empty={say(`support.none.${asked.state}`)}
      columns={columns}
      idOf={({ case: { id } }) => id}
      drawer={({ id, row, byKey, close }) => {
        // A claimed case stays open when the answer takes it out of the list.
        const chosen = row ?? mine.data?.list.find((each) => each.case.id === id) ?? null
        return chosen === null ? null : <CaseDrawer key={id} row={chosen.case} claimOnOpen={byKey} onClose={close} />
      }}
    />
  )
}
