import type { Card as CardRow } from '@rueda/contract/cards.ts'
import { networkCoins, networks } from '@rueda/rules/cards/networks.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { Card } from '@rueda/ui/layout/Card.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { formatDeadline } from '@rueda/ui/formats/dates.ts'
import { useState } from 'react'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { hrefTo } from '../../shared/pages/go.ts'
import { useCoolingOff } from '../../shared/security/cooling-off.ts'
import { useText } from '../../shared/text/text.ts'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { AddressHelpers } from './AddressHelpers.tsx'
import { ProtectedGate } from '../../shared/security/ProtectedGate.tsx'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { useKept } from '../../shared/device/kept.ts'
import { MoneyOutProofFields, refusalsOfProof } from '../../shared/cards/MoneyOutProofFields.tsx'
import { SavedCard } from './SavedCard.tsx'
import { type MoneyOutProof, NO_PROOF, wholeProof } from '../../shared/cards/money-out-proof.ts'
import { useSaveCard } from './use-save-card.ts'
import { type WalletDraft, checkOf, inputOf, walletOf, wholeWallet } from './wallet-form.ts'

type Saved = Readonly<{ card: CardRow; address: string }>

/** Route `pages/vm/modify`: an address of a network, new or another one. */
export function EditWallet() {
  const titles = useText('titles')
  const [saved, setSaved] = useState<Saved | null>(null)
  return (
    <Screen title={titles('editWallet')}>
      <SwitchedOff name="cards" />
      <ProtectedGate>
        {saved === null ? <SavedCard>{(card) => <AddressForm card={card} onSaved={setSaved} />}</SavedCard> : <Compare saved={saved} />}
      </ProtectedGate>
    </Screen>
  )
}

function AddressForm({ card, onSaved }: Readonly<{ card: CardRow | null; onSaved: (saved: Saved) => void }>) {
  const t = useText('cards')
  const cooling = useCoolingOff()
  const common = useText('common')
  const { asksCode, error, pending, ...saving } = useSaveCard()
  const [kept, keep, forget] = useKept(`address-card.${saving.draft}`, walletOf(card))
  const form = useSchemaForm<WalletDraft & MoneyOutProof>(wholeWallet.and(wholeProof(asksCode)), { ...kept, ...NO_PROOF })
  const draft = form.values
  const edit = (changes: Partial<WalletDraft>) => {
    saving.reset()
    const { network, address, label } = form.change(changes)
    keep({ network, address, label })
  }
  const save = async (values: WalletDraft & MoneyOutProof) => {
    const input = inputOf(values)
    const saved = input === null ? null : await saving.save(input, values)
    if (saved === null) return
    forget()
    onSaved({ card: saved, address: values.address.trim() })
  }
  const { at, above } = failureAt(error, { address: ['card.duplicate'], ...refusalsOfProof(asksCode) })
  const missing = form.isWrong('network') ? t('network.first') : form.isWrong('address') ? common('empty.address') : null
  // A wrong address is said while it is being given: it is pasted as a whole, and its network may be the mistake.
  const check = checkOf(draft)
  const errorOfAddress = check === 'wrong' ? t('wrong.address', { network: draft.network }) : (at.address ?? missing)
  return (
    <Form className="gap-2" onSend={() => form.send(save)}>
      <FormError error={above} />
      <p className="pb-1.5 text-label text-text2">{t('network')}</p>
      <ChipRow label={t('network')}>
        {networks.map((network) => (
          <Chip
            key={network}
            ref={network === networks[0] ? form.field('network').ref : undefined}
            selected={draft.network === network}
            onPress={() => edit({ network })}
          >
            {networkCoins[network] === network ? network : `${networkCoins[network]} · ${network}`}
          </Chip>
        ))}
      </ChipRow>
      <div className="pt-4">
        <TextField
          {...form.field('address')}
          label={t('address')}
          // By such a name a browser would offer a place to live.
          name={undefined}
          onChange={(typed) => edit({ address: typed })}
          autoComplete="off"
          disabled={draft.network === ''}
          trailing={
            draft.network === '' || draft.address !== '' ? undefined : <AddressHelpers onAddress={(found) => edit({ address: found })} />
          }
          helper={draft.network === '' ? t('network.first') : undefined}
          error={errorOfAddress}
        />
      </div>
      {check === 'unchecked' ? (
        <div className="pb-3">
          <InlineMessage tone="warn">{t('unchecked')}</InlineMessage>
        </div>
      ) : null}
      <TextField {...form.field('label')} label={t('label')} onChange={(label) => edit({ label })} most={MAX_OF_LABEL} />
      <MoneyOutProofFields purpose="card" form={form} asksCode={asksCode} at={at} />
      <div className="flex flex-col gap-3">
        <InlineMessage tone="warn">{t('irreversible')}</InlineMessage>
        {cooling.isNone ? null : <p className="text-meta text-text3">{t('cooling', { span: cooling.span })}</p>}
        <SubmitButton busy={pending}>{common('act.save')}</SubmitButton>
      </div>
    </Form>
  )
}

const MAX_OF_LABEL = 50
const GROUP = /.{1,4}/gu

/** The whole address once more, in groups, to be compared with its source. */
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
        <p className="num text-label font-normal text-text2">{t('standing.cooling', { at: formatDeadline(card.coolingEndTimestamp) })}</p>
      )}
      <Button size="large" wide href={hrefTo('pages/bcard/index', { type: 'vm' })}>
        {common('act.done')}
      </Button>
    </div>
  )
}
