import { Button } from '@rueda/ui/actions/Button.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { DecidedFeature } from '../../app/customer-text.ts'
import { useAct } from '../../app/use-act.ts'
import { type WhyDraft, WhyFields, noReason } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { CustomerReason } from './CustomerReason.tsx'

type DecisionFormProps<Code extends string> = Readonly<{
  feature: DecidedFeature
  prefix: string
  reasons: readonly Code[]
  approve: string
  refuse: string
  /** True when this person may approve; a refusal is open to everybody who decides. */
  mayApprove?: boolean
  /** Carries the decision out and returns a sentence about it. */
  decide: (decision: 'approve' | 'refuse', chosen: Readonly<{ code: Code | null; why: WhyDraft }>) => Promise<string>
  onDone: () => void
  children?: ReactNode
}>

const REVIEW: WhyDraft = { ...noReason, reason: 'review' }

/** Approves, or refuses with the reason that the customer reads. The keys a and r lead to the two; neither decides by itself. */
export function DecisionForm<Code extends string>(props: DecisionFormProps<Code>) {
  const { feature, prefix, reasons, approve, refuse, mayApprove = true, decide, onDone, children } = props
  const [why, setWhy] = useState(REVIEW)
  const [code, setCode] = useState<Code | null>(null)
  const { busy, act } = useAct()
  const form = useRef<HTMLElement>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.target !== document.body) return
      if (event.key === 'a') form.current?.querySelector<HTMLElement>('[data-key=a] button')?.focus()
      if (event.key === 'r') form.current?.querySelector<HTMLElement>('[data-key=r] select')?.focus()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  const decided = async (decision: 'approve' | 'refuse'): Promise<void> => {
    const done = await act(
      () => decide(decision, { code, why }),
      (said) => said,
    )
    if (done) onDone()
  }
  return (
    <section ref={form} aria-label={say('decision.title')} className="flex flex-col gap-3">
      <h3 className="text-nav">{say('decision.title')}</h3>
      {children}
      <WhyFields value={why} onChange={setWhy} />
      <div data-key="a">
        <Button wide busy={busy} disabled={!mayApprove} onPress={() => void decided('approve')}>
          {approve}
        </Button>
      </div>
      <div data-key="r" className="border-t border-line pt-4">
        <CustomerReason feature={feature} prefix={prefix} reasons={reasons} value={code} onChange={setCode} />
        <Button wide tone="danger" busy={busy} disabled={code === null} onPress={() => void decided('refuse')}>
          {refuse}
        </Button>
      </div>
      <p className="text-meta text-text3">{say('decision.keys')}</p>
    </section>
  )
}
