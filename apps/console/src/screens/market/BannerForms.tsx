import { type WireBanner, broadcasts } from '@rueda/contract/admin/broadcasts.ts'
import { type MarketName, marketNames } from '@rueda/rules/instruments/instrument.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { LanguageTexts } from '../../shared/broadcasts/LanguageTexts.tsx'
import { PhonePreview } from '../../shared/broadcasts/PhonePreview.tsx'
import { emptyDraft, isSendable, textsOf } from '../../shared/broadcasts/texts.ts'

export function RaiseForm({ onDone }: Readonly<{ onDone: () => void }>) {
  const [market, setMarket] = useState<MarketName | 'all'>('all')
  const [draft, setDraft] = useState(emptyDraft)
  const [why, setWhy] = useState(noReason)
  const [openedAt] = useState(() => Date.now())
  const { busy, act } = useAct()
  const raise = async (): Promise<void> => {
    const done = await act(
      () => call(broadcasts.raise, { ...(market === 'all' ? {} : { market }), texts: textsOf(draft), ...whyOf(why) }),
      () => say('banners.raised'),
    )
    if (done) onDone()
  }
  return (
    <>
      <Choice
        label={say('market.where')}
        options={['all', ...marketNames] as const}
        value={market}
        onChange={setMarket}
        nameOf={(each) => (each === 'all' ? say('market.everywhere') : each)}
      />
      <LanguageTexts draft={draft} onChange={setDraft} />
      <PhonePreview texts={textsOf(draft)} at={openedAt} />
      <WhyFields value={why} onChange={setWhy} />
      <Button busy={busy} disabled={!isSendable(draft) || why.reason === null} onPress={() => void raise()}>
        {say('banners.raise')}
      </Button>
    </>
  )
}

export function LowerForm({ banner, onDone }: Readonly<{ banner: WireBanner; onDone: () => void }>) {
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const lower = async (): Promise<void> => {
    const done = await act(
      () => call(broadcasts.lower, { id: banner.id, ...whyOf(why) }),
      () => say('banners.lowered'),
    )
    if (done) onDone()
  }
  return (
    <>
      <PhonePreview texts={banner.texts} at={banner.timestamp} />
      <WhyFields value={why} onChange={setWhy} />
      <Button tone="danger" busy={busy} disabled={why.reason === null} onPress={() => void lower()}>
        {say('banners.lower')}
      </Button>
    </>
  )
}
