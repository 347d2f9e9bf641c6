import { type WireDraft, broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import type { Segment } from '@rueda/rules/broadcasts/broadcast.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, read } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { AudienceFields, isAimed, whoOf } from './Audience.tsx'
import { DropDraft } from '../../shared/broadcasts/DropDraft.tsx'
import { LanguageTexts } from '../../shared/broadcasts/LanguageTexts.tsx'
import { PhonePreview } from '../../shared/broadcasts/PhonePreview.tsx'
import { type Draft, draftOf, isBlank, isSendable, textsOf, unfinishedOf } from '../../shared/broadcasts/texts.ts'

type DraftFormProps = Readonly<{ draft: WireDraft | null; onSaved: (id: string) => void; onDone: () => void }>
type Kept = Readonly<{ id: string; version: number; content: string }>

/** Writes a broadcast: its audience and its texts. It can be kept at any moment; another person goes on with it, and two send it. */
export function DraftForm({ draft, onSaved, onDone }: DraftFormProps) {
  const [segment, setSegment] = useState<Segment>(draft?.segment ?? 'everybody')
  const [value, setValue] = useState(draft?.value ?? '')
  const [texts, setTexts] = useState<Draft>(() => draftOf(draft?.texts ?? {}))
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const who = whoOf(segment, value)
  const content = JSON.stringify([who, unfinishedOf(texts)])
  const [kept, setKept] = useState<Kept | null>(draft === null ? null : { id: draft.id, version: draft.version, content })
  const clock = useQuery(read(broadcasts.count, { segment: 'everybody' }))
  const isOvertaken = draft !== null && kept !== null && draft.version > kept.version

  const keep = async (): Promise<Kept> => {
    if (kept?.content === content) return kept
    const asked = { ...who, texts: unfinishedOf(texts), reason: 'maintenance' as const }
    const saved = await call(broadcasts.saveDraft, kept === null ? asked : { ...asked, draftId: kept.id, version: kept.version })
    setKept({ ...saved, content })
    return { ...saved, content }
  }
  const save = () =>
    act(
      async () => onSaved((await keep()).id),
      () => say('broadcasts.saved'),
    )
  const send = async (): Promise<void> => {
    // The call is repeated after the second factor; the draft is not kept a second time.
    let saved: Kept | null = null
    const publish = async () => {
      saved ??= await keep()
      const { id: draftId, version } = saved
      return call(broadcasts.publish, { ...who, texts: textsOf(texts), draftId, version, ...whyOf(why) })
    }
    const done = await act(publish, ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'two.done'))
    if (done) onDone()
  }
  return (
    <>
      {isOvertaken ? (
        <InlineMessage tone="warn" title={say('broadcasts.overtaken', { name: draft.changedBy })}>
          {say('broadcasts.openAgain')}
        </InlineMessage>
      ) : null}
      <AudienceFields segment={segment} value={value} onSegment={setSegment} onValue={setValue} />
      <InlineMessage tone="info">{say('broadcasts.noPrices')}</InlineMessage>
      <LanguageTexts draft={texts} onChange={setTexts} />
      <PhonePreview texts={textsOf(texts)} at={clock.data?.nowTimestamp ?? null} />
      <div className="flex flex-wrap gap-2">
        <Button tone="secondary" busy={busy} disabled={kept?.content === content || isBlank(texts)} onPress={() => void save()}>
          {say('broadcasts.save')}
        </Button>
        {draft === null ? null : (
          <DropDraft drop={() => call(broadcasts.dropDraft, { draftId: draft.id, reason: 'maintenance' })} onDone={onDone} />
        )}
      </div>
      <section className="flex flex-col gap-4 border-t border-line pt-4">
        <WhyFields value={why} onChange={setWhy} />
        <Button busy={busy} disabled={!isAimed(who) || !isSendable(texts) || why.reason === null} onPress={() => void send()}>
          {say('broadcasts.publish')}
        </Button>
      </section>
    </>
  )
}
