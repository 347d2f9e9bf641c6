import { type Card as CardRow, cards } from '@rueda/contract/cards.ts'
import { type Network, checkAddress, networkCoins, networks } from '@rueda/rules/cards/networks.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { Card } from '@rueda/ui/Card.tsx'
import { Chip, ChipRow } from '@rueda/ui/Chip.tsx'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { Screen } from '@rueda/ui/Screen.tsx'
import { TextField } from '@rueda/ui/TextField.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { formatDateTime } from '@rueda/ui/dates.ts'
import { useState } from 'react'
import { useCall } from '../../app/api.ts'
import { hrefTo, useQueryOfPage } from '../../app/go.ts'
import { useKept } from '../../app/kept.ts'
import { useText } from '../../app/text.ts'
import { FormError } from '../accounts/FormError.tsx'
import { SwitchedOff } from '../switches/SwitchedOff.tsx'
import { AddressHelpers } from './AddressHelpers.tsx'
import { MoneyOutGate } from './MoneyOutGate.tsx'
import { PayPasswordField } from './PayPasswordField.tsx'
import { useCardCode } from './use-card-code.tsx'

type Draft = Readonly<{ network: Network | ''; address: string; label: string }>
const EMPTY: Draft = { network: '', address: '', label: '' }
type Saved = Readonly<{ card: CardRow; address: string }>

/** Route `pages/vm/modify`: an address of a network, new or another one. */
export function EditWallet() {
  const titles = useText('titles')
  const [saved, setSaved] = useState<Saved | null>(null)
  return (
    <Screen title={titles('editWallet')}>
      <SwitchedOff name="cards" />
      <MoneyOutGate>{saved === null ? <AddressForm onSaved={setSaved} /> : <Compare saved={saved} />}</MoneyOutGate>
    </Screen>
  )
}

function AddressForm({ onSaved }: Readonly<{ onSaved: (saved: Saved) => void }>) {
  const t = useText('cards')
  const common = useText('common')
  const { offline, text } = useUi()
  const { id } = useQueryOfPage()
  const [draft, change, forget] = useKept<Draft>(`address-card.${id ?? 'new'}`, EMPTY)
  const [payPassword, setPayPassword] = useState('')
  const code = useCardCode()
  const address = draft.address.trim()
  const onDone = (card: CardRow) => {
    forget()
    onSaved({ card, address })
  }
  const adding = useCall(cards.add, { refreshes: [cards.list], onDone })
  const updating = useCall(cards.update, { refreshes: [cards.list], onDone })
  const { error, pending } = id === undefined ? adding : updating
  const check = draft.network === '' || address === '' ? null : checkAddress(draft.network, address)
  const save = () => {
    if (draft.network === '' || check === null || check === 'wrong') return
    const label = draft.label.trim()
    const input = { type: 'vm' as const, network: draft.network, address, ...(label === '' ? {} : { label }), ...code.input, payPassword }
    void (id === undefined ? adding.run(input) : updating.run({ ...input, id }))
  }
  const edit = (changes: Partial<Draft>) => {
    adding.reset()
    updating.reset()
    change({ ...draft, ...changes })
  }
  const isDuplicate = error?.is('card.duplicate') === true
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <FormError error={isDuplicate || PayPasswordField.isAbout(error) || code.isAbout(error) ? null : error} />
      <p className="pb-1.5 text-label text-text2">{t('network')}</p>
      <ChipRow label={t('network')}>
        {networks.map((network) => (
          <Chip key={network} selected={draft.network === network} onPress={() => edit({ network })}>
            {networkCoins[network] === network ? network : `${networkCoins[network]} · ${network}`}
          </Chip>
        ))}
      </ChipRow>
      <div className="pt-4">
        <TextField
          label={t('address')}
          value={draft.address}
          onChange={(typed) => edit({ address: typed })}
          autoComplete="off"
          disabled={draft.network === ''}
          trailing={
            draft.network === '' || draft.address !== '' ? undefined : <AddressHelpers onAddress={(found) => edit({ address: found })} />
          }
          helper={draft.network === '' ? t('network.first') : undefined}
          error={check === 'wrong' ? t('wrong.address', { network: draft.network }) : isDuplicate ? error.message : null}
        />
      </div>
      {check === 'unchecked' ? (
        <div className="pb-3">
          <InlineMessage tone="warn">{t('unchecked')}</InlineMessage>
        </div>
      ) : null}
      <TextField label={t('label')} value={draft.label} onChange={(label) => edit({ label })} most={MOST_OF_LABEL} />
      {code.field(error)}
      <PayPasswordField value={payPassword} onChange={setPayPassword} error={error} />
      <div className="flex flex-col gap-3">
        <InlineMessage tone="warn">{t('irreversible')}</InlineMessage>
        <p className="text-meta text-text3">{t('cooling')}</p>
        <Button
          type="submit"
          size="large"
          wide
          busy={pending}
          disabled={offline || check === null || check === 'wrong' || payPassword === '' || !code.isWhole}
        >
          {offline ? text.offline : common('act.save')}
        </Button>
      </div>
    </form>
  )
}

const MOST_OF_LABEL = 50
const GROUP = /.{1,4}/gu

/** The whole address once more, in groups, to be held against where it came from. */
function Compare({ saved: { card, address } }: Readonly<{ saved: Saved }>) {
  const t = useText('cards')
  const common = useText('common')
  return (
    <div className="flex flex-col gap-4">
      <Card title={t('compare')}>
        <p className="text-meta text-text3">
          {card.currency} · {card.network}
        </p>
        <p className="num pt-2 font-mono text-body break-words">{(address.match(GROUP) ?? [address]).join(' ')}</p>
      </Card>
      {card.coolingEndTimestamp === null ? null : (
        <p className="num text-label font-normal text-text2">{t('standing.cooling', { at: formatDateTime(card.coolingEndTimestamp) })}</p>
      )}
      <Button size="large" wide href={hrefTo('pages/bcard/index', { type: 'vm' })}>
        {common('act.done')}
      </Button>
    </div>
  )
}
