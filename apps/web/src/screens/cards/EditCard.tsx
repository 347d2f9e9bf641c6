import type { Card as CardRow } from '@rueda/contract/cards.ts'
import { reference } from '@rueda/contract/reference.ts'
import { InlineMessage } from '@rueda/ui/messages/InlineMessage.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { toast } from '@rueda/ui/messages/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { Form } from '../../shared/forms/Form.tsx'
import { SubmitButton } from '../../shared/forms/SubmitButton.tsx'
import { query } from '../../shared/server/api.ts'
import { useBack } from '../../shared/pages/go.ts'
import { useCoolingOff } from '../../shared/security/cooling-off.ts'
import { useText } from '../../shared/text/text.ts'
import { failureAt } from '../../shared/failures/failure-at.ts'
import { FormError } from '../../shared/failures/FormError.tsx'
import { SwitchedOff } from '../../shared/switches/SwitchedOff.tsx'
import { MoneyOutGate } from '../../shared/cards/MoneyOutGate.tsx'
import { PayPasswordField, refusalsOfPayPassword } from '../../shared/cards/PayPasswordField.tsx'
import { SavedCard } from './SavedCard.tsx'
import { type BankDraft, bankOf, emptyBank, formatOf, inputOf, isWhole, wrongOf } from '../../shared/cards/card-form.ts'
import { useSaveCard } from './use-save-card.ts'

/** Route `pages/bcard/modify`: a bank account, new or with other details. */
export function EditCard() {
  const titles = useText('titles')
  return (
    <Screen title={titles('editCard')}>
      <SwitchedOff name="cards" />
      <MoneyOutGate>
        <SavedCard>{(card) => <BankForm card={card} />}</SavedCard>
      </MoneyOutGate>
    </Screen>
  )
}

function BankForm({ card }: Readonly<{ card: CardRow | null }>) {
  const t = useText('cards')
  const cooling = useCoolingOff()
  const common = useText('common')
  const back = useBack()
  const onSaved = () => {
    void toast(t('saved'))
    back()
  }
  const form = useSaveCard<BankDraft>({ kind: 'bank', first: bankOf(card), onSaved })
  const { draft, edit, error, asked } = form
  const wrong = isWhole(draft) ? wrongOf(draft) : null
  const { at, above } = failureAt(error, { payPassword: refusalsOfPayPassword, code: form.code.refusals })
  const atField = error?.kind === 'refusal' ? fieldOf(error.data) : null
  const errorOf = (field: keyof BankDraft): string | null => {
    if (atField === field && error !== null) return error.message
    if (!asked) return null
    if (draft[field].trim() === '' && field !== 'swift')
      return field in emptyWords ? common(emptyWords[field as keyof typeof emptyWords]) : t('missing')
    return wrong === field ? t(field === 'cardNo' ? `wrong.${formatOf(draft)}` : 'wrong.kana') : null
  }
  return (
    <Form className="gap-2" onSend={() => form.save(isWhole(draft) && wrong === null ? inputOf(draft) : null)}>
      <div className="pb-3">
        <InlineMessage tone="info">{t('mustMatch')}</InlineMessage>
      </div>
      <FormError error={atField === null ? above : null} />
      <Country draft={draft} onChange={edit} />
      <TextField
        label={t(`number.${formatOf(draft)}`)}
        value={draft.cardNo}
        onChange={(cardNo) => edit({ cardNo })}
        most={MAX_DIGITS}
        autoComplete="off"
        helper={t(`help.${formatOf(draft)}`)}
        error={errorOf('cardNo')}
      />
      <TextField
        label={t('bank')}
        value={draft.bankName}
        onChange={(bankName) => edit({ bankName })}
        most={MAX_OF_BANK}
        error={errorOf('bankName')}
      />
      <TextField
        label={t('holder')}
        value={draft.accountName}
        onChange={(accountName) => edit({ accountName })}
        autoComplete="name"
        helper={formatOf(draft) === 'japan' ? t('help.kana') : undefined}
        error={errorOf('accountName')}
      />
      {formatOf(draft) === 'cbu' || formatOf(draft) === 'japan' ? null : (
        <TextField
          label={t('swift')}
          value={draft.swift}
          onChange={(swift) => edit({ swift: swift.toUpperCase() })}
          most={MAX_OF_SWIFT}
          error={errorOf('swift')}
        />
      )}
      {form.code.field(at.code, asked)}
      <PayPasswordField value={form.payPassword} onChange={form.setPayPassword} refusal={at.payPassword} missing={asked} />
      {cooling.isNone ? null : <p className="pb-3 text-meta text-text3">{t('cooling', { span: cooling.span })}</p>}
      <SubmitButton busy={form.pending}>{common('act.save')}</SubmitButton>
    </Form>
  )
}

const emptyWords = { cardNo: 'empty.cardNumber', bankName: 'empty.bank', accountName: 'empty.holder' } as const

const MAX_DIGITS = 60
const MAX_OF_BANK = 80
const MAX_OF_SWIFT = 11

const fieldOf = (facts: unknown): keyof BankDraft | null => {
  const field = typeof facts === 'object' && facts !== null && 'field' in facts ? facts.field : null
  return typeof field === 'string' && field in emptyBank ? (field as keyof BankDraft) : null
}

/** Choosing a country chooses its money: where accounts are held in another, the bank changes it. */
function Country({ draft, onChange }: Readonly<{ draft: BankDraft; onChange: (changes: Partial<BankDraft>) => void }>) {
  const t = useText('cards')
  const areas = useQuery(query(reference.areas, {}))
  const all = areas.data ?? []
  return (
    <Select
      label={t('country')}
      options={all.map(({ code, name, currency }) => ({ value: code, label: name, detail: currency }))}
      value={draft.countryCode}
      onChange={(countryCode) =>
        onChange({ countryCode, cardNo: '', currency: all.find(({ code }) => code === countryCode)?.currency ?? 'USD' })
      }
    />
  )
}
