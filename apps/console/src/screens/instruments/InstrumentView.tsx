import type { ListedInstrument } from '@rueda/contract/admin/instruments.ts'
import { market } from '@rueda/contract/admin/market.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { useState } from 'react'
import { call } from '../../app/api.ts'
import { may, usePowers } from '../../app/session.ts'
import { phaseName } from '../../app/customer-text.ts'
import { figure } from '../../app/figures.ts'
import { moment } from '../../app/moments.ts'
import { useAct } from '../../app/use-act.ts'
import { WhyFields, noReason, whyOf } from '../../app/WhyFields.tsx'
import { say } from '../../app/words.ts'
import { DelistForm } from './DelistForm.tsx'
import { feeText } from './instrument-words.ts'

type InstrumentViewProps = Readonly<{ row: ListedInstrument; onDone: () => void }>

/** One instrument: its numbers, and the acts on it. */
export function InstrumentView({ row, onDone }: InstrumentViewProps) {
  const powers = usePowers()
  const { currency, ticks, stop, delisting } = row
  return (
    <>
      <Facts
        rows={[
          { label: say('instruments.exchange'), value: `${row.exchange} · ${row.market}` },
          { label: say('instruments.currency'), value: currency },
          {
            label: say('instruments.tick'),
            value: (
              <Lines
                of={ticks.map(({ from, tick }) =>
                  ticks.length === 1 ? figure(tick) : say('instruments.tickFrom', { tick: figure(tick), from: figure(from) }),
                )}
              />
            ),
          },
          { label: say('instruments.decimals'), value: String(row.decimals) },
          { label: say('instruments.step'), value: figure(row.step) },
          { label: say('instruments.minimum'), value: figure(row.minimum) },
          { label: say('instruments.leverage'), value: `${row.largestLeverage}×` },
          {
            label: say('instruments.session'),
            value: `${phaseName(row.phase)} · ${moment(row.openTimestamp)} – ${moment(row.closeTimestamp)}`,
          },
          { label: say('instruments.fees'), value: <Lines of={row.fees.map((fee) => feeText(fee, row))} /> },
        ]}
      />
      <p className="text-meta text-text3">{say('instruments.noPrice')}</p>
      {delisting === null ? null : (
        <InlineMessage tone="warn" title={say('instruments.leaves')}>
          {moment(delisting.closingFromTimestamp)} – {moment(delisting.endTimestamp)} · {say('instruments.told', { count: delisting.told })}
        </InlineMessage>
      )}
      {stop === null ? null : <InlineMessage tone="info">{say('instruments.liftOnMarket')}</InlineMessage>}
      {row.quoteOnly === 1 ? null : (
        <>
          {stop === null && may(powers, 'market.halt') ? <Suspend row={row} onDone={onDone} /> : null}
          {delisting === null && may(powers, 'instruments.delist') ? <DelistForm row={row} onDone={onDone} /> : null}
        </>
      )}
    </>
  )
}

/** Several values of one fact, one under the other. */
const Lines = ({ of }: Readonly<{ of: readonly string[] }>) =>
  of.length === 0 ? (
    '—'
  ) : (
    <span className="flex flex-col items-end gap-0.5">
      {of.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )

/** A halt of this instrument alone, over the market controls. */
function Suspend({ row, onDone }: InstrumentViewProps) {
  const [why, setWhy] = useState(noReason)
  const { busy, act } = useAct()
  const suspend = async (): Promise<void> => {
    const done = await act(
      () => call(market.halt, { scope: 'instrument', target: row.instrumentId, ...whyOf(why) }),
      () => say('market.stopped'),
    )
    if (done) onDone()
  }
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-4">
      <InlineMessage tone="info">{say('instruments.suspendWhy')}</InlineMessage>
      <WhyFields value={why} onChange={setWhy} />
      <Button tone="danger" busy={busy} disabled={why.reason === null} onPress={() => void suspend()}>
        {say('instruments.suspend')}
      </Button>
    </section>
  )
}
