import { agreements } from '@rueda/contract/agreements.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { whyFailed } from '../failures/why-failed.ts'
import { query } from '../server/api.ts'
import { useText } from '../text/text.ts'

export const useAgreement = (asked: InputOf<typeof agreements.read>) => useQuery(query(agreements.read, asked))

/** The text of one document, with its version and the hash that an acceptance keeps. */
export function AgreementArticle({ read }: Readonly<{ read: ReturnType<typeof useAgreement> }>) {
  const t = useText('agreements')
  return (
    <Loaded query={read} reason={whyFailed}>
      {(text) => (
        <article lang={text.language} className="flex flex-col gap-3">
          <p className="text-meta text-text3">{t('version', { version: String(text.version), date: formatDate(text.since) })}</p>
          {text.paragraphs.map((paragraph) => (
            <p key={paragraph} className="text-body text-text2">
              {paragraph}
            </p>
          ))}
          <Facts rows={[{ label: t('hash'), value: <CopyValue value={text.hash} label={t('hash')} />, divided: true }]} />
        </article>
      )}
    </Loaded>
  )
}
