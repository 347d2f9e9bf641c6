import { type Card as CardRow, cards } from '@rueda/contract/cards.ts'
import { withdrawals } from '@rueda/contract/withdrawals.ts'
import { type Network, networks } from '@rueda/rules/cards/networks.ts'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '../../shared/server/api.ts'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { ProtectedGate } from '../../shared/security/ProtectedGate.tsx'
import { CardChoice } from './CardChoice.tsx'
import { RecordsLink } from './RecordsLink.tsx'
import { WaySwitch } from './WaySwitch.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'
import { arrivalText } from './arrival.ts'
import { useApply } from './use-apply.ts'

/** Route `pages/withdraw/vm`: to an address of a network. */
export function WithdrawToWallet() {
  const titles = useText('titles')
  return (
    <Screen title={titles('withdrawToWallet')} actions={<RecordsLink />}>
      <WaySwitch way="wallet" />
      <ProtectedGate>
        <ToNetwork />
      </ProtectedGate>
    </Screen>
  )
}

function ToNetwork() {
  const asked = useQueryOfPage()['network']
  const t = useText('withdrawals')
  const read = useQuery(query(withdrawals.rails, {}))
  const own = useQuery(query(cards.list, { type: 'vm' }))
  const [network, setNetwork] = useState<Network>(networks.find((each) => each === asked) ?? 'TRC20')
  return (
    <Loaded query={read} reason={whyFailed}>
      {(rails) => {
        const open = networks.flatMap((each) => rails.find(({ rail }) => rail === each) ?? [])
        const chosen = open.find(({ rail }) => rail === network)
        return (
          <div className="flex flex-col gap-4">
            <div>
              <p className="pb-1.5 text-label text-text2">{t('network')}</p>
              <ChipRow label={t('network')}>
                {open.map(({ rail, receiveCurrency }) => (
                  <Chip key={rail} selected={rail === network} onPress={() => setNetwork(rail as Network)}>
                    {receiveCurrency === rail ? rail : `${receiveCurrency} · ${rail}`}
                  </Chip>
                ))}
              </ChipRow>
              {chosen === undefined ? null : (
                <p className="num pt-2 text-meta text-text3">
                  {t('fee')} <Money value={chosen.feeLeastReceived} currency={chosen.receiveCurrency} /> ·{' '}
                  {arrivalText(t, chosen.arrivesWithinMs)}
                </p>
              )}
            </div>
            <Loaded query={own} reason={whyFailed}>
              {(all) => <ToAddress key={network} network={network} own={all.filter((card) => card.network === network)} />}
            </Loaded>
          </div>
        )
      }}
    </Loaded>
  )
}

function ToAddress({ network, own }: Readonly<{ network: Network; own: readonly CardRow[] }>) {
  const form = useApply({ walletType: 'US_WALLET', type: 'vm', own })
  return (
    <>
      <CardChoice kind="vm" own={own} chosen={form.card} onChoose={form.choose} />
      {own.length === 0 ? null : (
        <WithdrawForm
          rail={network}
          type="vm"
          isFinal
          destination={form.card === null ? '' : `${form.card.network} ${form.card.cardNo}`}
          amount={form.amount}
          onAmount={form.setAmount}
          sending={form.sending}
          onClosed={form.again}
        />
      )}
    </>
  )
}
