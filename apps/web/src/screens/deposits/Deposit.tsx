import type { DepositChannel } from '@rueda/contract/deposits.ts'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatMoney } from '@rueda/ui/formats/format.ts'
import { History, Landmark } from 'lucide-react'
import { hrefTo } from '../../shared/pages/go.ts'
import { useText } from '../../shared/text/text.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { walletName } from '../../shared/wallets/wallet-name.ts'
import { useOff } from '../../shared/switches/use-switched-off.ts'
import { SimulatedNotice } from './SimulatedNotice.tsx'
import { iconOfCoin } from '../../shared/deposits/coin-icon.ts'
import { coinsOf, useChannels } from './use-channels.ts'

/** Route `pages/deposit/index`: every way money comes in, what each costs and where it goes. */
export function Deposit() {
  const t = useText('deposits')
  const titles = useText('titles')
  const channels = useChannels()
  return (
    <Screen title={titles('deposit')}>
      <SimulatedNotice />
      <Loaded
        query={channels}
        reason={whyFailed}
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState icon={Landmark} text={t('none')} />}
      >
        {(all) => (
          <>
            <Banks channels={all.filter(({ type }) => type === 'fiat')} />
            <Coinage channels={all.filter(({ type }) => type === 'crypto')} />
          </>
        )}
      </Loaded>
      <Card rows>
        <ListRow icon={History} label={titles('depositRecords')} href={hrefTo('pages/deposit/record')} />
      </Card>
    </Screen>
  )
}

type ChannelsProps = Readonly<{ channels: readonly DepositChannel[] }>

function Banks({ channels }: ChannelsProps) {
  const t = useText('deposits')
  const common = useText('common')
  const off = useOff()
  const paused = useText('switches')
  const { language } = useUi()
  return (
    <Card rows title={t('bank')}>
      {channels.map(({ id, currency, creditWallet, creditCurrency, minAmount, bankInfo }) => (
        <ListRow
          key={id}
          icon={Landmark}
          label={t(currency === 'ARS' ? 'bank.ARS' : 'bank.USD')}
          detail={
            off.has(`deposits.${id}`)
              ? paused('off.deposits')
              : [
                  t('free'),
                  t(bankInfo?.automaticUpTo === null ? 'bank.byStaff' : 'bank.soon'),
                  t('minimum', { amount: formatMoney(language, minAmount, creditCurrency) }),
                  t('into', { wallet: walletName(common, creditWallet) }),
                ].join(' · ')
          }
          href={hrefTo('pages/deposit/fiat', { channel: id })}
        />
      ))}
    </Card>
  )
}

function Coinage({ channels }: ChannelsProps) {
  const t = useText('deposits')
  const common = useText('common')
  const off = useOff()
  const paused = useText('switches')
  const { language } = useUi()
  return (
    <Card rows title={t('crypto')}>
      {[...coinsOf(channels)].map(([coin, over]) => {
        const [first] = over
        const isOpen = over.some(({ enabled }) => enabled === 1)
        const facts =
          first === undefined
            ? []
            : [
                ...(over.every(({ network }) => network === coin) ? [] : [over.map(({ network }) => network).join(', ')]),
                t('free'),
                t('confirmations', { num: String(first.confirmations) }),
                t('minimum', { amount: formatMoney(language, first.minAmount, first.creditCurrency) }),
                t('into', { wallet: walletName(common, first.creditWallet) }),
              ]
        return (
          <ListRow
            key={coin}
            icon={iconOfCoin(coin)}
            label={coin}
            detail={isOpen ? facts.join(' · ') : over.some(({ id }) => off.has(`deposits.${id}`)) ? paused('off.deposits') : t('noPrice')}
            href={isOpen ? hrefTo('pages/deposit/wallet', { coin }) : undefined}
          />
        )
      })}
    </Card>
  )
}
