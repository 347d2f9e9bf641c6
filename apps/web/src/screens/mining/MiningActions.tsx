import { type MiningState, mining } from '@rueda/contract/mining.ts'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { formatNumber } from '@rueda/ui/formats/format.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { ConfirmDialog } from '@rueda/ui/sheets/ConfirmDialog.tsx'
import { useState } from 'react'
import { useSayFailure } from '../../shared/failures/use-say-failure.ts'
import { useCall } from '../../shared/server/api.ts'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'
import { useText } from '../../shared/text/text.ts'
import { isUnderWay } from './round-look.ts'

/** The one thing to do: start, go on, or stop. A round that waits for energy can be both gone on with and stopped. */
export function MiningActions({ state }: Readonly<{ state: MiningState }>) {
  const canStart = state.round === null || !['searching', 'working'].includes(state.round.status)
  return (
    <>
      {state.round !== null && isUnderWay(state.round) ? <StopButton /> : null}
      {canStart ? <StartButton state={state} /> : null}
    </>
  )
}

function StartButton({ state: { round, energy, offered } }: Readonly<{ state: MiningState }>) {
  const t = useText('mining')
  const switches = useText('switches')
  const { language } = useUi()
  const off = useSwitchedOff('mining')
  const sayFailure = useSayFailure()
  const start = useCall(mining.start, { onError: sayFailure })
  return (
    <BlockerButton
      blockers={[
        { when: offered === 0, label: t('realMoney') },
        { when: off !== null, label: switches('off.mining') },
        { when: energy.left < energy.needed, label: t('energy.needs', { num: formatNumber(language, String(energy.needed)) }) },
      ]}
      label={t(round?.status === 'noEnergy' ? 'resume' : 'start')}
      busy={start.pending}
      onPress={() => void start.run({})}
    />
  )
}

function StopButton() {
  const t = useText('mining')
  const [asks, setAsks] = useState(false)
  const sayFailure = useSayFailure()
  const stop = useCall(mining.stop, {
    onDone: () => setAsks(false),
    onError: (error) => {
      setAsks(false)
      sayFailure(error)
    },
  })
  return (
    <>
      <Button tone="secondary" size="large" wide onPress={() => setAsks(true)}>
        {t('stop')}
      </Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('stop.title')}
        consequence={t('stop.text')}
        confirm={t('stop')}
        keep={t('stop.keep')}
        pending={stop.pending}
        onConfirm={() => void stop.run({})}
      />
    </>
  )
}
