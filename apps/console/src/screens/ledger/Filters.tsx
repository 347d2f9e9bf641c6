import { journals } from '@rueda/rules/ledger/journals.ts'
import { Button } from '@rueda/ui/actions/Button.tsx'
import { DateField } from '@rueda/ui/fields/DateField.tsx'
import { Select } from '@rueda/ui/fields/Select.tsx'
import { TextField } from '@rueda/ui/fields/TextField.tsx'
import { useState } from 'react'
import { say } from '../../app/words.ts'
import type { LedgerQuery, LedgerField } from './use-ledger-query.ts'

const nothing: LedgerQuery = { accountId: null, account: null, asset: null, journal: null, reference: null, from: null, until: null }

/** Filters of the journal; they apply when the button is pressed, and stand in the address then. */
export function Filters({ ask, onAsk }: Readonly<{ ask: LedgerQuery; onAsk: (ask: LedgerQuery) => void }>) {
  const [draft, setDraft] = useState(ask)
  const field = (name: LedgerField) => ({
    label: say(`ledger.filter.${name}`),
    value: draft[name] ?? '',
    onChange: (value: string) => setDraft({ ...draft, [name]: value }),
  })
  return (
    <form
      className="rounded-card bg-s1 p-4 shadow-card"
      onSubmit={(event) => {
        event.preventDefault()
        onAsk(draft)
      }}
    >
      <div className="grid grid-cols-2 gap-x-3 min-[1100px]:grid-cols-4">
        <TextField {...field('account')} placeholder="H:FEE" most={80} />
        <TextField {...field('accountId')} inputMode="numeric" most={18} />
        <TextField {...field('reference')} most={60} />
        <TextField {...field('asset')} placeholder="USD" most={40} />
        <Select
          {...field('journal')}
          placeholder={say('ledger.anyKind')}
          options={[
            { value: '', label: say('ledger.anyKind') },
            ...journals.map((journal) => ({ value: journal, label: say(`journal.${journal}`), detail: journal })),
          ]}
        />
        <DateField {...field('from')} />
        <DateField {...field('until')} />
        <div className="flex items-start gap-2 pt-7">
          <Button type="submit">{say('ledger.find')}</Button>
          <Button tone="secondary" onPress={() => onAsk(nothing)}>
            {say('ledger.clear')}
          </Button>
        </div>
      </div>
    </form>
  )
}
