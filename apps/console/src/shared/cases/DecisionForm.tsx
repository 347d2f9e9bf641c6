import { Button } from '@rueda/ui/actions/Button.tsx'
import { type ReactNode, useState } from 'react'
import type { DecidedFeature } from '../../app/customer-text.ts'
import { Key } from '../../app/Key.tsx'
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
  const decided = async (decision: 'approve' | 'refuse'): Promise<void> => {
    const done = await act(
      () => decide(decision, { code, why }),
      (said) => said,
    )
    if (done) onDone()
  }
  return (
    <section aria-label={say('decision.title')} className="flex flex-col gap-3">
      <h3 className="text-nav">{say('decision.title')}</h3>
      {children}
      <WhyFields value={why} onChange={setWhy} />
      <div data-key="a">
        <Button wide busy={busy} disabled={!mayApprove} onPress={() => void decided('approve')}>
          {approve} <Key>a</Key>
        </Button>
      </div>
      <div data-key="r" className="border-t border-line pt-4">
        <CustomerReason feature={feature} prefix={prefix} reasons={reasons} value={code} onChange={setCode} />
        <div data-next>
          <Button wide tone="danger" busy={busy} disabled={code === null} onPress={() => void decided('refuse')}>
            {refuse} <Key>r</Key>
          </Button>
        </div>
      </div>
    </section>
  )
}
