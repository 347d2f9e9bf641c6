import type { DepositChannel } from '@rueda/contract/deposits.ts'
import { CheckField } from '@rueda/ui/fields/CheckField.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useState } from 'react'
import { useQueryOfPage } from '../../shared/pages/go.ts'
import { useKept } from '../../shared/device/kept.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { ComingTerms } from '../../shared/terms/ComingTerms.tsx'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useOff } from '../../shared/switches/use-switched-off.ts'
import { AddressCard } from './AddressCard.tsx'
import { ChannelRules } from './ChannelRules.tsx'
import { SentForm } from './SentForm.tsx'
import { SimulatePayment } from './SimulatePayment.tsx'
import { SimulatedNotice } from './SimulatedNotice.tsx'
import { coinsOf, useChannels } from './use-channels.ts'

/** Route `pages/deposit/wallet`: a coin, its network, and only then the address to pay to. */
export function WalletDeposit() {
  const titles = useText('titles')
  const channels = useChannels('crypto')
  const off = useOff()
  return (
    <Screen title={titles('walletDeposit')}>
      <SimulatedNotice />
      <Loaded query={channels} reason={whyFailed}>
        {(all) => <Choice channels={all.filter(({ id, enabled }) => enabled === 1 || off.has(`deposits.${id}`))} />}
      </Loaded>
    </Screen>
  )
}

function Choice({ channels }: Readonly<{ channels: readonly DepositChannel[] }>) {
  const t = useText('deposits')
  const coins = coinsOf(channels)
  const asked = useQueryOfPage()['coin'] ?? ''
  const [coin, setCoin] = useState(coins.has(asked) ? asked : '')
  const [network, setNetwork] = useState<string | null>(null)
  const over = coins.get(coin) ?? []
  // A network is chosen by hand wherever there is a choice.
  const channel = over.length === 1 ? over[0] : over.find((each) => each.network === network)
  return (
    <>
      <Chips
        label={t('coin')}
        options={[...coins.keys()]}
        value={coin}
        onChoose={(chosen) => {
          setCoin(chosen)
          setNetwork(null)
        }}
      />
      {over.length === 0 ? null : (
        <Chips label={t('network')} options={over.map((each) => each.network ?? '')} value={channel?.network ?? ''} onChoose={setNetwork} />
      )}
      {channel === undefined ? (
        <p className="text-meta text-text3">{t(coin === '' ? 'chooseCoin' : 'chooseNetwork')}</p>
      ) : (
        <>
          <SwitchedOff name={`deposits.${channel.id}`} />
          <ComingTerms kind="depositMinimum" subject={channel.id} />
          {channel.enabled === 1 ? <OverChannel key={channel.id} channel={channel} /> : null}
        </>
      )}
    </>
  )
}

type ChipsProps = Readonly<{ label: string; options: readonly string[]; value: string; onChoose: (option: string) => void }>

const Chips = ({ label, options, value, onChoose }: ChipsProps) => (
  <div className="flex flex-col gap-1.5">
    <p className="text-label text-text2">{label}</p>
    <ChipRow label={label}>
      {options.map((option) => (
        <Chip key={option} selected={option === value} onPress={() => onChoose(option)}>
          {option}
        </Chip>
      ))}
    </ChipRow>
  </div>
)

/** Shows no address before its terms, and before the customer has understood what may be sent there. */
function OverChannel({ channel }: Readonly<{ channel: DepositChannel }>) {
  const t = useText('deposits')
  const [isUnderstood, understand] = useKept(`deposit.network.${channel.id}`, false)
  return (
    <>
      <ChannelRules channel={channel} />
      <CheckField checked={isUnderstood} onChange={understand}>
        {t('onlyNetwork', { coin: channel.currency, network: channel.network ?? '' })}
      </CheckField>
      {isUnderstood ? (
        <>
          <AddressCard channel={channel} />
          {channel.simulated === 1 ? <SimulatePayment channel={channel} /> : null}
          <SentForm channel={channel} />
        </>
      ) : null}
    </>
  )
}
