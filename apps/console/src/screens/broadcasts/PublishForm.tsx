import { broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import { needsValue, segments } from '@rueda/rules/broadcasts/broadcast.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { TextField } from '@rueda/ui/TextField.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { LanguageTexts } from './LanguageTexts.tsx'
import { PhonePreview } from './PhonePreview.tsx'
import { emptyDraft, isSendable, textsOf } from './texts.ts'

/** To whom, in which words, and why; another person sends it. */
export function PublishForm({ onDone }: Readonly<{ onDone: () => void }>) {
  const [segment, setSegment] = useState<(typeof segments)[number]>('everybody')
  const [value, setValue] = useState('')
  const [draft, setDraft] = useState(emptyDraft)
  const [why, setWhy] = useState(noReason)
  const [openedAt] = useState(() => Date.now())
  const { busy, act } = useAct()
  const who = { segment, ...(needsValue(segment) ? { value: value.trim().toUpperCase() } : {}) }
  const isAimed = !needsValue(segment) || value.trim() !== ''
  const publish = async (): Promise<void> => {
    const done = await act(
      () => call(broadcasts.publish, { ...who, texts: textsOf(draft), ...whyOf(why) }),
      ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'two.done'),
    )
    if (done) onDone()
  }
  return (
    <>
      <Choice
        label={say('broadcasts.segment')}
        options={segments}
        value={segment}
        onChange={setSegment}
        nameOf={(each) => say(`broadcasts.segment.${each}`)}
      />
      {needsValue(segment) ? (
        <TextField
          label={say(segment === 'country' ? 'broadcasts.country' : 'market.instrument')}
          placeholder={segment === 'country' ? 'AR' : 'US:ARDV'}
          value={value}
          onChange={setValue}
          most={30}
        />
      ) : null}
      {isAimed ? <Recipients who={who} /> : null}
      <InlineMessage tone="info">{say('broadcasts.noPrices')}</InlineMessage>
      <LanguageTexts draft={draft} onChange={setDraft} />
      <PhonePreview texts={textsOf(draft)} at={openedAt} />
      <WhyFields value={why} onChange={setWhy} />
      <Button busy={busy} disabled={!isAimed || !isSendable(draft) || why.reason === null} onPress={() => void publish()}>
        {say('broadcasts.publish')}
      </Button>
    </>
  )
}

type Who = Readonly<{ segment: (typeof segments)[number]; value?: string }>

/** How many it goes to, and in which languages they read. */
function Recipients({ who }: Readonly<{ who: Who }>) {
  const count = useQuery(read(broadcasts.count, who))
  if (count.data === undefined) return null
  const { recipients, languages } = count.data
  return (
    <p className="num text-label text-text2">
      {say('broadcasts.goesTo', { count: recipients })} · {languages.map((each) => `${each.language} ${each.recipients}`).join(' · ')}
    </p>
  )
}
