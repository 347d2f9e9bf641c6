import { type IpoItem, subscriptions } from '@rueda/contract/subscriptions.ts'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { CheckField } from '@rueda/ui/fields/CheckField.tsx'
import { Chip } from '@rueda/ui/choices/Chip.tsx'
import { ConfirmHold } from '@rueda/ui/actions/ConfirmHold.tsx'
import { EmptyState } from '@rueda/ui/messages/EmptyState.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Money } from '@rueda/ui/money/Money.tsx'
import { QuantityInput } from '@rueda/ui/fields/AmountInput.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Tag } from '@rueda/ui/pills/Pill.tsx'
import { TextLink } from '@rueda/ui/layout/SectionHeader.tsx'
import { Timeline } from '@rueda/ui/lists/Timeline.tsx'
import { finish } from '@rueda/ui/fields/typing.ts'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatDateTime, formatDeadline } from '@rueda/ui/formats/dates.ts'
import { formatMoney, formatQuantity } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { TicketPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTermsFirst } from '../../shared/agreements/use-terms-first.ts'
import { useKeptInVisit } from '../../shared/device/kept.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useHeld } from '../../shared/forms/use-held.ts'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { useServerNow } from '../../shared/live/live-clock.ts'
import { hrefTo, useReturn } from '../../shared/pages/go.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { type Call, query, useCall } from '../../shared/server/api.ts'
import { OPEN, codeAt } from '../../shared/subscriptions/status.ts'
import { stepsOfIpo } from '../../shared/subscriptions/steps.ts'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'
import { useText } from '../../shared/text/text.ts'
import { BringNote } from '../../shared/wallets/BringNote.tsx'
import { bringOf } from '../../shared/wallets/buying-power.ts'
import { ExchangeNote } from '../../shared/wallets/ExchangeNote.tsx'
import { powerRows, powerText } from '../../shared/wallets/power-text.tsx'
import { useBuyingPower } from '../../shared/wallets/use-buying-power.ts'
import { useShortage } from '../../shared/wallets/use-shortage.ts'
import { costText, mostText, quantityFault } from '../../shared/subscriptions/figures.ts'
import { useIpo } from './use-ipo.ts'

const WALLET = 'SUBSCRIPTION'

/** Route `pages/payment/newstock`: what has to be known, how many, what it costs and when, and the hold that sends it. */
export function Subscribe() {
  const t = useText('subscriptions')
  const titles = useText('titles')
  const { read, ipo } = useIpo()
  const see = (
    <Button tone="secondary" href={hrefTo('pages/product/newstock')}>
      {t('mine.see')}
    </Button>
  )
  return (
    <Screen title={titles('subscribe')}>
      <Loaded
        query={read}
        reason={whyFailed}
        isEmpty={() => ipo === null}
        empty={<EmptyState icon={TicketPlus} text={t('unknown')} action={see} />}
      >
        {() => (ipo === null || ipo === undefined ? null : <Ticket ipo={ipo} />)}
      </Loaded>
    </Screen>
  )
}

function Ticket({ ipo }: Readonly<{ ipo: IpoItem }>) {
  const t = useText('subscriptions')
  const now = useServerNow()
  const signedIn = useSignedIn()
  const [placed, setPlaced] = useState<string | null>(null)
  const own = useQuery(query(subscriptions.running, { status: 0 }, { enabled: signedIn }))
  const { value: quantity, keep, forget } = useKeptInVisit(`newShares.${ipo.id}`, '')
  const sending = useCall(subscriptions.create, {
    onDone: ({ holdAmount }) => {
      forget()
      setPlaced(holdAmount)
    },
  })
  // The list may know of the application before its answer is there.
  const waiting = useHeld(
    own.data?.list.find(({ ipoId }) => ipoId === ipo.id),
    sending.pending,
  )
  if (placed !== null) return <Done amount={placed} ipo={ipo} />
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <p className="text-row font-semibold">{ipo.name}</p>
        <p className="num mt-0.5 flex flex-wrap items-center gap-1.5 text-meta text-text3">
          {ipo.stockCode} <Tag>{ipo.exchangeCode}</Tag>
        </p>
      </Card>
      {codeAt(ipo, now) !== OPEN ? (
        <InlineMessage tone="warn">
          {t('window', { from: formatDateTime(ipo.purchaseStartDate), to: formatDeadline(ipo.purchaseEndDate) })}
        </InlineMessage>
      ) : waiting !== undefined ? (
        <Already />
      ) : (
        <Application ipo={ipo} quantity={quantity} onQuantity={keep} sending={sending} />
      )}
      <Card title={t('prospectus.dates')}>
        <Timeline steps={stepsOfIpo(t, ipo, codeAt(ipo, now))} />
      </Card>
    </div>
  )
}

function Already() {
  const t = useText('subscriptions')
  return (
    <InlineMessage tone="info" action={<TextLink href={hrefTo('pages/product/newstock', { tab: 'mine' })}>{t('tab.mine')}</TextLink>}>
      {t('already')}
    </InlineMessage>
  )
}

type ApplicationProps = Readonly<{
  ipo: IpoItem
  quantity: string
  onQuantity: (quantity: string) => void
  sending: Call<typeof subscriptions.create>
}>

function Application({ ipo, quantity, onQuantity: setQuantity, sending }: ApplicationProps) {
  const t = useText('subscriptions')
  const common = useText('common')
  const off = useText('switches')
  const { language, offline, text } = useUi()
  const signedIn = useSignedIn()
  const here = useReturn()
  const isOff = useSwitchedOff('subscriptions') !== null
  const terms = useTermsFirst()
  const field = useRef<HTMLInputElement>(null)
  const [hasRead, setHasRead] = useState(false)
  const [understands, setUnderstands] = useState(false)
  const { id, price, currency, lotSize, maxCountPerUser } = ipo
  const typed = finish(quantity)
  const cost = costText(price, typed)
  const power = useHeld(useBuyingPower(WALLET, cost), sending.pending)
  const available = power.total
  const shortage = useShortage(power, here)
  const full = available === undefined ? '0' : mostText({ price, lot: lotSize, max: maxCountPerUser, available })
  const fault = quantityFault(typed, { lot: lotSize, max: maxCountPerUser, price, available })
  const money = (value: string) => <Money value={value} currency={currency} own />
  const shares = (count: string): string => formatQuantity(language, count)
  const focus = () => field.current?.focus()
  const blockers = [
    { when: offline, label: text.offline },
    { when: !signedIn, label: common('act.login'), href: hrefTo('pages/auth/login', { return: here }) },
    { when: isOff, label: off('off.subscriptions') },
    terms,
    { when: fault === 'missing', label: t('fault.missing'), onPress: focus },
    { when: fault === 'tooLittle', label: t('fault.tooLittle', { num: shares(lotSize) }), onPress: focus },
    { when: fault === 'step', label: t('fault.step', { num: shares(lotSize) }), onPress: focus },
    { when: fault === 'tooMuch', label: t('fault.tooMuch', { num: shares(maxCountPerUser) }), onPress: focus },
    shortage.blocker,
    { when: !hasRead || !understands, label: t('fault.checks') },
  ]
  return (
    <>
      <SwitchedOff name="subscriptions" />
      <Card>
        <CheckField checked={hasRead} onChange={setHasRead}>
          {t('check.read')} <TextLink href={hrefTo('pages/ipo/prospectus', { id })}>{t('prospectus.open')}</TextLink>
        </CheckField>
        <CheckField checked={understands} onChange={setUnderstands}>
          {t('check.understand')}
        </CheckField>
      </Card>
      <QuantityInput
        ref={field}
        label={t('quantity')}
        value={quantity}
        onChange={setQuantity}
        helper={t('quantity.helper', { lot: shares(lotSize), most: shares(maxCountPerUser) })}
        action={Number(full) === 0 ? undefined : <Chip onPress={() => setQuantity(full)}>{common('act.max')}</Chip>}
      />
      <p className="num text-meta text-text3">{powerText(common, language, power)}</p>
      <Card>
        <Facts
          rows={[
            { label: t('r.price'), value: formatMoney(language, price, currency) },
            { label: t('r.fee'), value: t('free') },
            { label: t('r.hold'), value: fault === 'missing' ? null : money(cost), strong: true },
            ...powerRows(common, power),
          ]}
        />
      </Card>
      <InlineMessage tone="warn">{t('riskLine')}</InlineMessage>
      {fault === 'short' ? <ExchangeNote offer={shortage.offer} /> : null}
      <BringNote power={power} />
      <FormError error={sending.error} />
      <BlockerButton blockers={blockers}>
        <ConfirmHold
          label={t('hold')}
          tapLabel={t('subscribe')}
          pending={sending.pending}
          onConfirm={() => void sending.run({ id, quantity: typed, walletType: WALLET, agreeProspectus: 1, ...bringOf(power) })}
        />
      </BlockerButton>
    </>
  )
}

function Done({ amount, ipo }: Readonly<{ amount: string; ipo: IpoItem }>) {
  const t = useText('subscriptions')
  const { language } = useUi()
  return (
    <Card title={t('done.title')}>
      <p className="text-body text-text2" role="status">
        {t('done.text', {
          amount: formatMoney(language, amount, ipo.currency),
          close: formatDeadline(ipo.purchaseEndDate),
          draw: formatDeadline(ipo.drawDate),
        })}
      </p>
      <div className="mt-3">
        <Button size="large" wide href={hrefTo('pages/product/newstock', { tab: 'mine' })}>
          {t('tab.mine')}
        </Button>
      </div>
    </Card>
  )
}
