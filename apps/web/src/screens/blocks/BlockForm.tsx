import { type BlockStock, type blocks } from '@rueda/contract/blocks.ts'
import { accounts } from '@rueda/contract/accounts.ts'
import { codeOfPermission } from '@rueda/contract/codes.ts'
import { AmountInput, QuantityInput } from '@rueda/ui/fields/AmountInput.tsx'
import { BlockerButton } from '@rueda/ui/actions/BlockerButton.tsx'
import { Chip, ChipRow } from '@rueda/ui/choices/Chip.tsx'
import { SegmentedControl } from '@rueda/ui/choices/SegmentedControl.tsx'
import { useUi } from '@rueda/ui/provider/context.tsx'
import { formatQuantity } from '@rueda/ui/formats/format.ts'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTermsFirst } from '../../shared/agreements/use-terms-first.ts'
import { hrefTo, useReturn } from '../../shared/pages/go.ts'
import { useSignedIn } from '../../shared/security/session.ts'
import { type Call, query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { useSwitchedOff } from '../../shared/switches/use-switched-off.ts'
import { type Draft, draftFault, quickQuantities } from './block-draft.ts'

type BlockFormProps = Readonly<{
  stock: BlockStock
  draft: Draft
  onDraft: (draft: Draft) => void
  asking: Call<typeof blocks.quote>
  onAsk: () => void
  onReview: () => void
}>

/** Side, quantity and how the price is set; the button asks for the price, or names what is in the way. */
export function BlockForm({ stock, draft, onDraft, asking, onAsk, onReview }: BlockFormProps) {
  const t = useText('blocks')
  const common = useText('common')
  const { language } = useUi()
  const quantityField = useRef<HTMLInputElement>(null)
  const priceField = useRef<HTMLInputElement>(null)
  const number = (value: string): string => formatQuantity(language, value)
  const isFirm = draft.mode === 'firm'
  return (
    <div className="flex flex-col gap-4">
      <SegmentedControl<Draft['side']>
        label={t('side')}
        value={draft.side}
        onChange={(side) => onDraft({ ...draft, side })}
        options={[
          { value: 'buy', label: common('act.buy') },
          { value: 'sell', label: common('act.sell') },
        ]}
      />
      <div className="flex flex-col gap-2">
        <QuantityInput
          ref={quantityField}
          label={t('quantity')}
          value={draft.quantity}
          onChange={(quantity) => onDraft({ ...draft, quantity })}
          helper={t('quantity.range', { min: number(stock.minQuantity), max: number(stock.maxQuantity) })}
        />
        <ChipRow label={t('quantity')}>
          {quickQuantities
            .filter((quantity) => Number(quantity) <= Number(stock.maxQuantity))
            .map((quantity) => (
              <Chip key={quantity} selected={draft.quantity === quantity} onPress={() => onDraft({ ...draft, quantity })}>
                {number(quantity)}
              </Chip>
            ))}
        </ChipRow>
      </div>
      <SegmentedControl<Draft['mode']>
        label={t('mode')}
        value={draft.mode}
        onChange={(mode) => onDraft({ ...draft, mode })}
        options={[
          { value: 'firm', label: t('mode.firm') },
          { value: 'own', label: t('mode.own') },
        ]}
      />
      {isFirm ? null : (
        <AmountInput
          ref={priceField}
          label={`${t('r.price')} (${stock.currency})`}
          value={draft.price}
          decimals={stock.decimals}
          onChange={(price) => onDraft({ ...draft, price })}
          helper={t('price.helper')}
        />
      )}
      <FormError error={asking.error} />
      <BlockerButton
        label={isFirm ? t('ask') : common('act.continue')}
        busy={asking.pending}
        blockers={useBlockers({
          stock,
          draft,
          number,
          onQuantity: () => quantityField.current?.focus(),
          onPrice: () => priceField.current?.focus(),
        })}
        onPress={isFirm ? onAsk : onReview}
      />
    </div>
  )
}

type Blocking = Readonly<{
  stock: BlockStock
  draft: Draft
  number: (value: string) => string
  onQuantity: () => void
  onPrice: () => void
}>

/** In their order: connection, login, permission, what is typed. */
function useBlockers({ stock, draft, number, onQuantity, onPrice }: Blocking) {
  const t = useText('blocks')
  const common = useText('common')
  const off = useText('switches')
  const { offline, text } = useUi()
  const signedIn = useSignedIn()
  const here = useReturn()
  const isOff = useSwitchedOff('blocks') !== null
  const status = useQuery(query(accounts.me, {}, { enabled: signedIn })).data?.blockTradePermission
  const terms = useTermsFirst()
  const fault = draftFault(draft, stock)
  const isMissing = signedIn && status !== undefined && status !== codeOfPermission.open
  return [
    { when: offline, label: text.offline },
    { when: !signedIn, label: common('act.login'), href: hrefTo('pages/auth/login', { return: here }) },
    {
      when: isMissing,
      label: t(status === codeOfPermission.none ? 'permission.apply' : 'permission.see'),
      href: hrefTo('pages/service/permission'),
    },
    { when: isOff, label: off('off.blocks') },
    draft.side === 'buy' && terms,
    { when: fault === 'quantity', label: t('quantity.missing'), onPress: onQuantity },
    { when: fault === 'tooLittle', label: t('quantity.tooLittle', { num: number(stock.minQuantity) }), onPress: onQuantity },
    { when: fault === 'tooMuch', label: t('quantity.tooMuch', { num: number(stock.maxQuantity) }), onPress: onQuantity },
    { when: fault === 'price', label: t('price.missing'), onPress: onPrice },
  ]
}
