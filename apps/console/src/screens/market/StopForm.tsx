import { market } from '@rueda/contract/admin/market.ts'
import { closeOnlyReasons } from '@rueda/rules/instruments/close-only.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { Choice } from '../../app/Choice.tsx'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { type Chosen, InstrumentSearch } from './InstrumentSearch.tsx'

const kinds = ['halt', 'closeOnly'] as const
const scopes = ['instrument', 'market', 'all'] as const

/** Stops trading: what, where and why. It holds from the answer on. */
export function StopForm({ markets, onDone }: Readonly<{ markets: readonly string[]; onDone: () => void }>) {
  const [kind, setKind] = useState<(typeof kinds)[number]>('halt')
  const [scope, setScope] = useState<(typeof scopes)[number]>('instrument')
  const [instrument, setInstrument] = useState<Chosen | null>(null)
  const [ofMarket, setMarket] = useState<string | null>(null)
  const [cause, setCause] = useState<(typeof closeOnlyReasons)[number]>('volatility')
  const [hours, setHours] = useState('1')
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const target = scope === 'market' ? ofMarket : scope === 'instrument' ? (instrument?.instrumentId ?? null) : null
  const place = { scope, ...(target === null ? {} : { target }) }
  const stop = async (): Promise<void> => {
    const done = await act(
      () =>
        kind === 'halt'
          ? call(market.halt, { ...place, ...whyOf(why) })
          : call(market.closeOnly, { ...place, cause, hours, ...whyOf(why) }),
      () => say('market.stopped'),
    )
    if (done) onDone()
  }
  const isReady = why.reason !== null && (scope === 'all' || target !== null)
  return (
    <>
      <Choice label={say('market.what')} options={kinds} value={kind} onChange={setKind} nameOf={(each) => say(`market.${each}`)} />
      <Choice
        label={say('market.where')}
        options={scopes}
        value={scope}
        onChange={setScope}
        nameOf={(each) => say(`market.scope.${each}`)}
      />
      {scope === 'instrument' ? <InstrumentSearch chosen={instrument} onChoose={setInstrument} /> : null}
      {scope === 'market' ? (
        <Choice label={say('market.market')} options={markets} value={ofMarket ?? undefined} onChange={setMarket} nameOf={(each) => each} />
      ) : null}
      {kind === 'halt' ? null : (
        <>
          <Choice
            label={say('market.cause')}
            options={closeOnlyReasons}
            value={cause}
            onChange={setCause}
            nameOf={(each) => say(`market.cause.${each}`)}
          />
          <TextField label={say('market.hours')} inputMode="numeric" value={hours} onChange={setHours} most={2} />
        </>
      )}
      <WhyFields value={why} onChange={setWhy} />
      <InlineMessage tone="warn">{say(`market.means.${kind}`)}</InlineMessage>
      <Button tone="danger" busy={busy} disabled={!isReady} onPress={() => void stop()}>
        {say('market.stop')}
      </Button>
    </>
  )
}
