import { type MaskedAccount, accounts } from '@rueda/contract/admin/accounts.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

/** Freezing takes one person, thawing two. */
export function AccountActs({ account, onDone }: Readonly<{ account: MaskedAccount; onDone: () => void }>) {
  const { accountId, frozenByStaff } = account
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const change = async (): Promise<void> => {
    const done =
      frozenByStaff === 1
        ? await act(
            () => call(accounts.thaw, { accountId, ...whyOf(why) }),
            ({ state }) => say(state === 'waiting' ? 'two.waiting' : 'two.done'),
          )
        : await act(
            () => call(accounts.freeze, { accountId, ...whyOf(why) }),
            () => say('accounts.isFrozen'),
          )
    if (done) onDone()
  }
  return (
    <section className="border-t border-line pt-4">
      <WhyFields value={why} onChange={setWhy} />
      <Button tone={frozenByStaff === 1 ? 'secondary' : 'danger'} busy={busy} disabled={why.reason === null} onPress={() => void change()}>
        {say(frozenByStaff === 1 ? 'accounts.thaw' : 'accounts.freeze')}
      </Button>
    </section>
  )
}
