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
import { ProtectedGate } from '../../shared/security/ProtectedGate.tsx'
import { useSchemaForm } from '../../shared/forms/use-schema-form.ts'
import { useKept } from '../../shared/device/kept.ts'
import { MoneyOutProofFields, refusalsOfProof } from '../../shared/cards/MoneyOutProofFields.tsx'
import { SavedCard } from './SavedCard.tsx'
import { type BankDraft, bankFaults, bankOf, emptyBank, formatOf, hasSwift, inputOf, wholeBank } from '../../shared/cards/card-form.ts'
import { type MoneyOutProof, NO_PROOF, wholeProof } from '../../shared/cards/money-out-proof.ts'
import { useSaveCard } from './use-save-card.ts'

/** Route `pages/bcard/modify`: a bank account, new or with other details. */
export function EditCard() {
  const titles = useText('titles')
  return (
    <Screen title={titles('editCard')}>
      <SwitchedOff name="cards" />
      <ProtectedGate>
        <SavedCard>{(card) => <BankForm card={card} />}</SavedCard>
      </ProtectedGate>
    </Screen>
  )
}

function BankForm({ card }: Readonly<{ card: CardRow | null }>) {
  const t = useText('cards')
  const cooling = useCoolingOff()
  const common = useText('common')
  const back = useBack()
  const { asksCode, error, pending, ...saving } = useSaveCard()
  const [kept, keep, forget] = useKept(`bank-card.${saving.draft}`, bankOf(card))
  const form = useSchemaForm<BankDraft & MoneyOutProof>(wholeBank.and(wholeProof(asksCode)), { ...kept, ...NO_PROOF })
  const draft = form.values
  const edit = (changes: Partial<BankDraft>) => {
    saving.reset()
    form.change(changes)
    keep({ ...kept, ...changes })
  }
  const save = async (values: BankDraft & MoneyOutProof) => {
    if ((await saving.save(inputOf(values), values)) === null) return
    forget()
    void toast(t('saved'))
    back()
  }
  const { at, above } = failureAt(error, refusalsOfProof(asksCode))
  const atField = error?.kind === 'refusal' ? fieldOf(error.data) : null
  const refusalOf = (field: keyof BankDraft): string | null =>
    atField === field && error !== null ? form.refused(field, error.message) : null
  const errorOf = (field: keyof typeof emptyWords): string | null => {
    const fault = form.fault(field, bankFaults)
    const wrong = fault === 'wrong' ? t(field === 'cardNo' ? `wrong.${formatOf(draft)}` : 'wrong.kana') : null
    return refusalOf(field) ?? (fault === 'missing' ? common(emptyWords[field]) : wrong)
  }
  return (
    <Form className="gap-2" onSend={() => form.send(save)}>
      <div className="pb-3">
        <InlineMessage tone="info">{t('mustMatch')}</InlineMessage>
      </div>
      <FormError error={atField === null ? above : null} />
      <Country draft={draft} onChange={edit} />
      <TextField
        {...form.field('cardNo')}
        label={t(`number.${formatOf(draft)}`)}
        // By such a name a browser would offer the number of a payment card.
        name={undefined}
        onChange={(cardNo) => edit({ cardNo })}
        most={MAX_DIGITS}
        autoComplete="off"
        helper={t(`help.${formatOf(draft)}`)}
        error={errorOf('cardNo')}
      />
      <TextField
        {...form.field('bankName')}
        label={t('bank')}
        onChange={(bankName) => edit({ bankName })}
        most={MAX_OF_BANK}
        error={errorOf('bankName')}
      />
      <TextField
        {...form.field('accountName')}
        label={t('holder')}
        onChange={(accountName) => edit({ accountName })}
        autoComplete="name"
        helper={formatOf(draft) === 'japan' ? t('help.kana') : undefined}
        error={errorOf('accountName')}
      />
      {!hasSwift(draft) ? null : (
        <TextField
          {...form.field('swift')}
          label={t('swift')}
          onChange={(swift) => edit({ swift: swift.toUpperCase() })}
          most={MAX_OF_SWIFT}
          error={form.isWrong('swift') ? t('wrong.swift') : refusalOf('swift')}
        />
      )}
      <MoneyOutProofFields purpose="card" form={form} asksCode={asksCode} at={at} />
      {cooling.isNone ? null : <p className="pb-3 text-meta text-text3">{t('cooling', { span: cooling.span })}</p>}
      <SubmitButton busy={pending}>{common('act.save')}</SubmitButton>
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
