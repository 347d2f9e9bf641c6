import type { agreements } from '@rueda/contract/agreements.ts'
import type { DataOf } from '@rueda/contract/endpoint.ts'
import { ListRow } from '@rueda/ui/lists/ListRow.tsx'
import { Sheet } from '@rueda/ui/sheets/Sheet.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { useLastShown } from '@rueda/ui/sheets/use-last-shown.ts'
import { useState } from 'react'
import { useText } from '../text/text.ts'
import { AgreementArticle, useAgreement } from './AgreementArticle.tsx'

type Heads = DataOf<typeof agreements.list>

/** The documents in force, each opened over the form that asks for them: what was typed there stays. */
export function AgreementSheets({ heads }: Readonly<{ heads: Heads }>) {
  const t = useText('agreements')
  const [opened, open] = useState<Heads[number] | null>(null)
  const shown = useLastShown(opened)
  return (
    <>
      {heads.map((head) => (
        <ListRow
          key={head.kind}
          label={head.title}
          detail={t('version', { version: String(head.version), date: formatDate(head.since) })}
          onPress={() => open(head)}
        />
      ))}
      <Sheet open={opened !== null} onClose={() => open(null)} title={shown?.title ?? ''}>
        {shown === null ? null : <Text head={shown} />}
      </Sheet>
    </>
  )
}

const Text = ({ head: { kind, version, language } }: Readonly<{ head: Heads[number] }>) => (
  <AgreementArticle read={useAgreement({ kind, version, language })} />
)
