import { agreements } from '@rueda/contract/agreements.ts'
import type { InputOf } from '@rueda/contract/endpoint.ts'
import { languages, type Language } from '@rueda/ui/formats/languages.ts'
import { CopyValue } from '@rueda/ui/actions/CopyValue.tsx'
import { Facts } from '@rueda/ui/lists/Facts.tsx'
import { Loaded } from '@rueda/ui/loading/Loaded.tsx'
import { Screen } from '@rueda/ui/layout/Screen.tsx'
import { formatDate } from '@rueda/ui/formats/dates.ts'
import { useQuery } from '@tanstack/react-query'
import { whyFailed } from '../../shared/failures/why-failed.ts'
import { query } from '../../shared/server/api.ts'
import { useText } from '../../shared/text/text.ts'

type Asked = InputOf<typeof agreements.read>
type AgreementPageProps = Readonly<{ kind: Asked['kind']; version: string | undefined; language: string | undefined }>

const VERSION = /^[1-9]\d{0,2}$/u
const known = (language: string | undefined): Language | undefined => languages.find((each) => each === language)

/** One document to read, in the version and the language that its address names. */
export function AgreementPage({ kind, version = '', language }: AgreementPageProps) {
  const t = useText('agreements')
  const titles = useText('titles')
  const asked = known(language)
  const read = useQuery(
    query(agreements.read, {
      kind,
      ...(VERSION.test(version) ? { version: Number(version) } : {}),
      ...(asked === undefined ? {} : { language: asked }),
    }),
  )
  return (
    <Screen title={read.data?.title ?? titles('agreements')}>
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
    </Screen>
  )
}
