import { supportDesk } from '@rueda/contract/admin/support.ts'
import type { Language } from '@rueda/contract/codes.ts'
import { codeOf } from '@rueda/rules/refusals.ts'
import type { CannedReply } from '@rueda/rules/support/replies.ts'
import { MAX_MESSAGE } from '@rueda/rules/support/thread.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Choice } from '../../app/Choice.tsx'
import { ApiError, call, read } from '../../app/api.ts'
import { Key } from '../../app/Key.tsx'
import { useAct } from '../../app/use-act.ts'
import { say } from '../../app/words.ts'

/** Answers in own words or with a kept text, which is shown as the customer will read it. */
export function ReplyForm({ id, locale }: Readonly<{ id: string; locale: Language }>) {
  const [text, setText] = useState('')
  const [warning, setWarning] = useState<string | null>(null)
  const { busy, act } = useAct()
  const write = (changed: string): void => {
    setText(changed)
    setWarning(null)
  }
  const send = async (heedless: 0 | 1): Promise<void> => {
    const sent = await act(
      () => call(supportDesk.reply, { id, text: text.trim(), heedless }).catch((refused: unknown) => warn(refused)),
      () => say('support.sent'),
    )
    if (sent) write('')
  }
  const warn = (refused: unknown): never => {
    if (refused instanceof ApiError && refused.code === codeOf('support.asks_secret')) setWarning(refused.message)
    throw refused
  }
  return (
    <section aria-label={say('support.reply')} className="flex flex-col gap-3">
      <div data-key="w" className="flex flex-col gap-3">
        <TextField label={say('support.reply')} value={text} onChange={write} lines={4} most={MAX_MESSAGE} />
        {warning === null ? null : <InlineMessage tone="danger">{warning}</InlineMessage>}
        <div className="flex gap-2">
          <div data-confirm>
            <Button busy={busy} disabled={text.trim() === ''} onPress={() => void send(0)}>
              {say('support.send')} <Key>w</Key>
            </Button>
          </div>
          {warning === null ? null : (
            <Button tone="danger" busy={busy} onPress={() => void send(1)}>
              {say('support.sendAnyway')}
            </Button>
          )}
        </div>
      </div>
      <KeptReplies id={id} locale={locale} />
    </section>
  )
}

function KeptReplies({ id, locale }: Readonly<{ id: string; locale: Language }>) {
  const kept = useQuery({ ...read(supportDesk.replies, {}), staleTime: Number.POSITIVE_INFINITY })
  const [chosen, choose] = useState<CannedReply | null>(null)
  const { busy, act } = useAct()
  const found = kept.data?.find(({ reply }) => reply === chosen)
  return (
    <div data-key="a" className="flex flex-col gap-2">
      <Choice
        numbered
        label={say('support.kept')}
        options={(kept.data ?? []).map(({ reply }) => reply)}
        value={chosen}
        onChange={choose}
        nameOf={(reply) => say(`support.kept.${reply}`)}
      />
      {found === undefined ? null : (
        <>
          <p lang={locale} className="rounded-control bg-s2 px-3 py-2 text-row font-normal">
            {found.texts[locale]}
          </p>
          <details>
            <summary className="cursor-pointer text-label text-text2">{say('support.everyLanguage')}</summary>
            <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 pt-2 text-label font-normal">
              {Object.entries(found.texts).map(([language, words]) => (
                <div key={language} className="contents">
                  <dt className="text-text3">{language}</dt>
                  <dd lang={language}>{words}</dd>
                </div>
              ))}
            </dl>
          </details>
          <div data-next>
            <Button
              tone="secondary"
              busy={busy}
              onPress={() =>
                void act(
                  () => call(supportDesk.reply, { id, reply: found.reply }),
                  () => say('support.sent'),
                ).then((sent) => (sent ? choose(null) : undefined))
              }
            >
              {say('support.sendKept', { language: locale })} <Key>a</Key>
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
