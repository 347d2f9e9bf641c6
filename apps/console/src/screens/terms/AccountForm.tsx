import { type WireChannelTerms, terms } from '@rueda/contract/admin/terms.ts'
import { isLastSix } from '@rueda/rules/terms/terms.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

const SIX = 6
const MAX_NUMBER = 34
const MAX_ALIAS = 20

/** The bank account that customers pay to: the number is typed, and its end once more by hand. */
export function AccountForm({ channel: { channelId, account }, onDone }: Readonly<{ channel: WireChannelTerms; onDone: () => void }>) {
  const [draft, setDraft] = useState({
    bankName: account?.bankName ?? '',
    accountName: account?.accountName ?? '',
    accountNo: '',
    alias: '',
    lastSix: '',
  })
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const edit = (name: keyof typeof draft) => (value: string) => setDraft({ ...draft, [name]: value })
  const { alias, ...rest } = draft
  const change = async (): Promise<void> => {
    const done = await act(
      () => call(terms.changeAccount, { channelId, ...rest, ...(alias === '' ? {} : { alias }), ...whyOf(why) }),
      ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'two.done'),
    )
    if (done) onDone()
  }
  const isReady = why.reason !== null && isLastSix(draft.accountNo, draft.lastSix) && draft.bankName !== '' && draft.accountName !== ''
  const isWrong = draft.lastSix.length === SIX && !isLastSix(draft.accountNo, draft.lastSix)
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-4">
      <h3 className="text-nav">{say('terms.changeAccount')}</h3>
      <InlineMessage tone="warn">{say('terms.accountWhy')}</InlineMessage>
      <TextField label={say('terms.bankName')} value={draft.bankName} onChange={edit('bankName')} most={140} />
      <TextField label={say('terms.accountName')} value={draft.accountName} onChange={edit('accountName')} most={140} />
      <TextField label={say('terms.accountNo')} value={draft.accountNo} onChange={edit('accountNo')} most={MAX_NUMBER} />
      <TextField label={say('terms.alias')} value={alias} onChange={edit('alias')} most={MAX_ALIAS} />
      <TextField
        label={say('terms.lastSix')}
        value={draft.lastSix}
        onChange={edit('lastSix')}
        error={isWrong ? say('terms.lastSixWrong') : null}
        most={SIX}
      />
      <WhyFields value={why} onChange={setWhy} />
      <Button tone="danger" busy={busy} disabled={!isReady} onPress={() => void change()}>
        {say('terms.changeAccount')}
      </Button>
    </section>
  )
}
