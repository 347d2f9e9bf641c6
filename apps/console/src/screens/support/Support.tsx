import { type SupportConversation, supportDesk } from '@rueda/contract/admin/support.ts'
import { supportTopics } from '@rueda/rules/support/thread.ts'
import { Chip, ChipRow } from '@rueda/ui/Chip.tsx'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../app/api.ts'
import { moment } from '../../app/moments.ts'
import { Page, Panel } from '../../app/Page.tsx'
import { type Column, LoadedBlock, Table } from '../../app/Table.tsx'
import { useHashValue } from '../../app/use-hash.ts'
import { say } from '../../app/words.ts'
import { CaseDrawer } from '../cases/CaseDrawer.tsx'
import { useCaseKeys } from '../cases/use-case-keys.ts'
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

/** What customers wrote: who waits longest stands first. What a conversation says is read by whoever has it in hand. */
export function Support() {
  const [askedState, setState] = useHashValue('state')
  const [askedTopic, setTopic] = useHashValue('topic')
  const state = states.find((each) => each === askedState) ?? 'waiting'
  const topic = supportTopics.find((each) => each === askedTopic)
  return (
    <Page title={say('nav.support')}>
      <ChipRow label={say('cases.state')}>
        {states.map((each) => (
          <Chip key={each} selected={each === state} onPress={() => setState(each)}>
            {say(`support.${each}`)}
          </Chip>
        ))}
      </ChipRow>
      <ChipRow label={say('support.topic')}>
        <Chip selected={topic === undefined} onPress={() => setTopic(null)}>
          {say('support.allTopics')}
        </Chip>
        {supportTopics.map((each) => (
          <Chip key={each} selected={each === topic} onPress={() => setTopic(each)}>
            {say(`support.topic.${each}`)}
          </Chip>
        ))}
      </ChipRow>
      <Conversations state={state} {...(topic === undefined ? {} : { topic })} />
    </Page>
  )
}

function Conversations(asked: Readonly<{ state: (typeof states)[number]; topic?: (typeof supportTopics)[number] }>) {
  const list = useQuery(read(supportDesk.list, { ...asked, pageSize: 100 }, { live: true }))
  const [openId, open] = useHashValue('open')
  const mine = useQuery(read(supportDesk.list, { state: 'mine', pageSize: 100 }, { live: true }))
  const rows = (list.data?.list ?? []).map((row) => ({ ...row, id: row.case.id }))
  // What is in hand stays open when the answer takes it out of the list.
  const chosen = [...rows.map((row) => row.case), ...(mine.data?.list ?? []).map((row) => row.case)].find(({ id }) => id === openId) ?? null
  useCaseKeys({ rows, openId, open })
  return (
    <>
      <Panel>
        <LoadedBlock query={list} isEmpty={(page) => page.list.length === 0} empty={say('support.none')}>
          {() => (
            <Table
              label={say('nav.support')}
              rows={rows}
              columns={columns}
              idOf={({ id }) => id}
              chosen={openId}
              onChoose={({ id }) => open(id)}
            />
          )}
        </LoadedBlock>
      </Panel>
      {chosen === null ? null : <CaseDrawer key={chosen.id} row={chosen} onClose={() => open(null)} />}
    </>
  )
}
