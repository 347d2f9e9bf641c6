import { type WireArticleDraft, articleDesk } from '@rueda/contract/admin/articles.ts'
import { type ArticleTag, articleTags } from '@rueda/rules/articles/article.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { DropDraft } from '../../shared/broadcasts/DropDraft.tsx'
import { LanguageTexts } from '../../shared/broadcasts/LanguageTexts.tsx'
import { type Draft, draftOf, isBlank, isSendable, textsOf, unfinishedOf } from '../../shared/broadcasts/texts.ts'
import { ArticlePreview } from './ArticlePreview.tsx'

type ArticleFormProps = Readonly<{ draft: WireArticleDraft | null; onSaved: (id: string) => void; onDone: () => void }>
type Kept = Readonly<{ id: string; version: number; content: string }>

const LONGEST = { title: 120, body: 6_000 }
const MAX_MENTIONED = 240
/** Ids as they are typed, apart by spaces or commas. */
const idsIn = (typed: string): string[] =>
  typed
    .toUpperCase()
    .split(/[\s,]+/u)
    .filter((id) => id !== '')

/** Writes an article. It can be kept at any moment; another person goes on with it, and two publish it. */
export function ArticleForm({ draft, onSaved, onDone }: ArticleFormProps) {
  const [tag, setTag] = useState<ArticleTag>(draft?.tag ?? 'house')
  const [mentioned, setMentioned] = useState(() => (draft?.instruments ?? []).join(' '))
  const [texts, setTexts] = useState<Draft>(() => draftOf(draft?.texts ?? {}))
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const instruments = idsIn(mentioned)
  const content = JSON.stringify([tag, instruments, unfinishedOf(texts)])
  const [kept, setKept] = useState<Kept | null>(draft === null ? null : { id: draft.id, version: draft.version, content })
  const isOvertaken = draft !== null && kept !== null && draft.version > kept.version

  const keep = async (): Promise<Kept> => {
    if (kept?.content === content) return kept
    const asked = { tag, instruments, texts: unfinishedOf(texts), reason: 'maintenance' as const }
    const saved = await call(articleDesk.saveDraft, kept === null ? asked : { ...asked, draftId: kept.id, version: kept.version })
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
      return call(articleDesk.publish, { tag, instruments, texts: textsOf(texts), draftId, version, ...whyOf(why) })
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
      <Choice
        label={say('articles.tag')}
        options={articleTags}
        value={tag}
        onChange={setTag}
        nameOf={(each) => say(`articles.tag.${each}`)}
      />
      <TextField
        label={say('articles.mentioned')}
        placeholder="US:ARDV IDX:US500"
        value={mentioned}
        onChange={setMentioned}
        most={MAX_MENTIONED}
      />
      <InlineMessage tone="info">{say('articles.plain')}</InlineMessage>
      <LanguageTexts draft={texts} onChange={setTexts} longest={LONGEST} />
      <ArticlePreview texts={textsOf(texts)} tag={tag} instruments={instruments} at={null} />
      <div className="flex flex-wrap gap-2">
        <Button tone="secondary" busy={busy} disabled={kept?.content === content || isBlank(texts)} onPress={() => void save()}>
          {say('broadcasts.save')}
        </Button>
        {draft === null ? null : (
          <DropDraft drop={() => call(articleDesk.dropDraft, { draftId: draft.id, reason: 'maintenance' })} onDone={onDone} />
        )}
      </div>
      <section className="flex flex-col gap-4 border-t border-line pt-4">
        <WhyFields value={why} onChange={setWhy} />
        <Button busy={busy} disabled={!isSendable(texts) || why.reason === null} onPress={() => void send()}>
          {say('articles.publish')}
        </Button>
      </section>
    </>
  )
}
