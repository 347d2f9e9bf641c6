import { cards } from '@rueda/contract/cards.ts'
import { reference } from '@rueda/contract/reference.ts'
import { Button } from '@rueda/ui/Button.tsx'
import { InlineMessage } from '@rueda/ui/InlineMessage.tsx'
import { Screen } from '@rueda/ui/Screen.tsx'
import { Select } from '@rueda/ui/Select.tsx'
import { TextField } from '@rueda/ui/TextField.tsx'
import { useUi } from '@rueda/ui/context.tsx'
import { toast } from '@rueda/ui/toast.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query, useCall } from '../../app/api.ts'
import { useBack, useQueryOfPage } from '../../app/go.ts'
import { useKept } from '../../app/kept.ts'
import { useText } from '../../app/text.ts'
import { FormError } from '../accounts/FormError.tsx'
import { SwitchedOff } from '../switches/SwitchedOff.tsx'
import { MoneyOutGate } from './MoneyOutGate.tsx'
import { PayPasswordField } from './PayPasswordField.tsx'
import { useCardCode } from './use-card-code.tsx'
import { type BankDraft, emptyBank, formatOf, inputOf, isWhole, wrongOf } from './card-form.ts'

/** Route `pages/bcard/modify`: a bank account, new or with other details. */
export function EditCard() {
  const titles = useText('titles')
  return (
    <Screen title={titles('editCard')}>
      <SwitchedOff name="cards" />
      <MoneyOutGate>
        <BankForm />
      </MoneyOutGate>
    </Screen>
  )
}

function BankForm() {
  const t = useText('cards')
  const common = useText('common')
  const { offline, text } = useUi()
  const back = useBack()
  const { id } = useQueryOfPage()
  const [draft, change, forget] = useKept<BankDraft>(`bank-card.${id ?? 'new'}`, emptyBank)
  const [payPassword, setPayPassword] = useState('')
  const code = useCardCode()
  const [asked, setAsked] = useState(false)
  const onDone = () => {
    forget()
    void toast(t('saved'))
    back()
  }
  const adding = useCall(cards.add, { refreshes: [cards.list], onDone })
  const updating = useCall(cards.update, { refreshes: [cards.list], onDone })
  const { error, pending } = id === undefined ? adding : updating
  const wrong = isWhole(draft) ? wrongOf(draft) : null
  const save = () => {
    setAsked(true)
    if (!isWhole(draft) || wrong !== null || payPassword === '' || !code.isWhole) return
    const input = { ...inputOf(draft), ...code.input, payPassword }
    void (id === undefined ? adding.run(input) : updating.run({ ...input, id }))
  }
  const atField = error?.kind === 'refusal' ? fieldOf(error.data) : null
  const errorOf = (field: keyof BankDraft): string | null => {
    if (atField === field && error !== null) return error.message
    if (!asked) return null
    if (draft[field].trim() === '' && field !== 'swift') return t('missing')
    return wrong === field ? t(field === 'cardNo' ? `wrong.${formatOf(draft)}` : 'wrong.kana') : null
  }
  const edit = (changes: Partial<BankDraft>) => {
    adding.reset()
    updating.reset()
    change({ ...draft, ...changes })
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <div className="pb-3">
        <InlineMessage tone="info">{t('mustMatch')}</InlineMessage>
      </div>
      <FormError error={atField !== null || PayPasswordField.isAbout(error) || code.isAbout(error) ? null : error} />
      <Country draft={draft} onChange={edit} />
      <TextField
        label={t(`number.${formatOf(draft)}`)}
        value={draft.cardNo}
        onChange={(cardNo) => edit({ cardNo })}
        most={MOST_DIGITS}
        autoComplete="off"
        helper={t(`help.${formatOf(draft)}`)}
        error={errorOf('cardNo')}
      />
      <TextField
        label={t('bank')}
        value={draft.bankName}
        onChange={(bankName) => edit({ bankName })}
        most={MOST_OF_BANK}
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
          most={MOST_OF_SWIFT}
          error={errorOf('swift')}
        />
      )}
      {code.field(error)}
      <PayPasswordField value={payPassword} onChange={setPayPassword} error={error} />
      <p className="pb-3 text-meta text-text3">{t('cooling')}</p>
      <Button type="submit" size="large" wide busy={pending} disabled={offline}>
        {offline ? text.offline : common('act.save')}
      </Button>
    </form>
  )
}

const MOST_DIGITS = 60
const MOST_OF_BANK = 80
const MOST_OF_SWIFT = 11

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
