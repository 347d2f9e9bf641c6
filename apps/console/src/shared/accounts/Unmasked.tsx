import { accounts } from '@rueda/contract/admin/accounts.ts'
import type { StaffDataOf } from '@rueda/contract/admin/endpoint.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useEffect, useState } from 'react'
import { call } from '../../app/api.ts'
import { useAct } from '../../app/use-act.ts'
import { type WhyDraft, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'

const SHOWN_MS = 60_000

/** The address in full for sixty seconds; the customer sees the look. Without a claimed case it takes two, and the second sees it. */
export function Unmasked({ accountId, why, mayAsk = true }: Readonly<{ accountId: string; why: WhyDraft; mayAsk?: boolean }>) {
  const [shown, setShown] = useState<StaffDataOf<typeof accounts.unmask> | null>(null)
  const { busy, act } = useAct()
  useEffect(() => {
    if (shown === null) return
    const timer = setTimeout(() => setShown(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown])
  if (shown !== null) {
    return (
      <p className="rounded-control bg-warn-tint px-3 py-2 text-row">
        {shown.email ?? '—'} · {shown.username ?? '—'}
      </p>
    )
  }
  if (!mayAsk) return null
  const unmask = () =>
    act(
      async () => {
        const answer = await call(accounts.unmask, { accountId, ...whyOf(why) })
        if (answer.state === 'done') setShown(answer)
        return answer
      },
      ({ state }) => say(state === 'done' ? 'accounts.unmasked' : 'two.waiting'),
    )
  return (
    <div>
      <Button tone="secondary" busy={busy} onPress={() => void unmask()}>
        {say('accounts.unmask')}
      </Button>
    </div>
  )
}
